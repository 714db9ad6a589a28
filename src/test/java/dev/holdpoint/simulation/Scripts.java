package dev.holdpoint.simulation;

import java.util.random.RandomGenerator;

/** Inputs that make the scripted model do a bit of everything. */
final class Scripts {
  private Scripts() {}

  static String any(RandomGenerator random) {
    StringBuilder script = new StringBuilder("#!script");
    int lines = 1 + random.nextInt(4);
    for (int i = 0; i < lines; i++) {
      script.append('\n').append(line(random, i));
    }
    return script.toString();
  }

  private static String line(RandomGenerator random, int i) {
    return switch (random.nextInt(11)) {
      case 0 -> "{\"say\":\"hello\"}";
      case 1, 2 -> call("act", i);
      case 3 -> call("do", i);
      case 4 -> "{\"tools\":[" + call("act", i) + "," + call("act", i + 100) + "]}";
      case 5 ->
          "{\"tools\":["
              + call("look", i)
              + ","
              + call("do", i)
              + ","
              + call("act", i)
              + ",{\"tool\":\"ask_user_question\",\"input\":{\"questions\":[{\"id\":\"q\",\"question\":\"?\"}]}}]}";
      case 6 ->
          "{\"ask\":{\"questions\":[{\"id\":\"q\",\"question\":\"?\"}]" + deadline(random) + "}}";
      case 7, 8 ->
          "{\"tool\":\"request_approval\",\"input\":{\"reason\":\"may I?\""
              + deadline(random)
              + "}}";
      case 9 -> "{\"tool\":\"emit_output\",\"input\":{\"content\":\"so far\"}}";
      default -> random.nextInt(3) == 0 ? "{\"fail\":\"enough\"}" : call("look", i);
    };
  }

  private static String call(String tool, int n) {
    return "{\"tool\":\"" + tool + "\",\"input\":{\"n\":" + n + "}}";
  }

  private static String deadline(RandomGenerator random) {
    return random.nextBoolean() ? "" : ",\"expires_after_ms\":" + (1 + random.nextInt(2_000));
  }
}
