package dev.holdpoint.simulation;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Inputs that make the scripted model do a bit of everything. */
final class Scripts {
  private static final JsonMapper JSON = new JsonMapper();

  /** How many questions a request has that asks for more than one thing. */
  static final int SEVERAL = 3;

  private Scripts() {}

  static String any(RandomGenerator random) {
    StringBuilder script = new StringBuilder("#!script");
    int lines = 1 + random.nextInt(4);
    for (int i = 0; i < lines; i++) {
      script.append('\n').append(random.nextInt(5) == 0 ? amongAgents(random, i) : line(random, i));
    }
    return script.toString();
  }

  /** Agents that start, write to and ask each other; some of it cannot be done. */
  private static String amongAgents(RandomGenerator random, int i) {
    return switch (random.nextInt(6)) {
      case 0, 1, 2 -> spawn(random, i);
      case 3 -> {
        String child = anyone(random);
        yield "{\"tools\":["
            + tool("spawn_agent", input(child, "{\"say\":\"hello\"}"))
            + ","
            + tool("message_agent", input(child, line(random, i)))
            + "]}";
      }
      case 4 -> clarify(random);
      default ->
          "{\"tools\":[" + clarify(random) + "," + call("act", i) + "," + clarify(random) + "]}";
    };
  }

  private static String spawn(RandomGenerator random, int i) {
    StringBuilder child = new StringBuilder();
    for (int line = 0; line <= random.nextInt(3); line++) {
      child
          .append(line == 0 ? "" : "\n")
          .append(random.nextInt(4) == 0 ? line(random, i) : clarify(random));
    }
    String session = random.nextInt(3) == 0 ? anyone(random) : null;
    return tool("spawn_agent", input(session, child.toString()));
  }

  private static String anyone(RandomGenerator random) {
    return (random.nextInt(3) == 0 ? "session-" : "child-") + random.nextInt(3);
  }

  private static String input(@Nullable String session, String script) {
    ObjectNode input = JSON.createObjectNode().put("content", "#!script\n" + script);
    if (session != null) {
      input.put("session_id", session);
    }
    return input.toString();
  }

  private static String clarify(RandomGenerator random) {
    return tool(
        "request_parent_clarification",
        "{\"questions\":" + questions(random) + deadline(random) + "}");
  }

  private static String questions(RandomGenerator random) {
    StringBuilder questions = new StringBuilder("[{\"id\":\"q\",\"question\":\"?\"}");
    int more = random.nextInt(3) == 0 ? SEVERAL - 1 : 0;
    for (int i = 0; i < more; i++) {
      questions.append(",{\"id\":\"q").append(i).append("\",\"question\":\"?\"}");
    }
    return questions.append(']').toString();
  }

  private static String tool(String name, String input) {
    return "{\"tool\":\"" + name + "\",\"input\":" + input + "}";
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
              + ",{\"tool\":\"ask_user_question\",\"input\":{\"questions\":"
              + questions(random)
              + "}}]}";
      case 6 -> "{\"ask\":{\"questions\":" + questions(random) + deadline(random) + "}}";
      case 7, 8 ->
          "{\"tool\":\"request_approval\",\"input\":{\"reason\":\"may I?\""
              + items(random)
              + deadline(random)
              + "}}";
      case 9 -> "{\"tool\":\"emit_output\",\"input\":{\"content\":\"so far\"}}";
      default -> random.nextInt(3) == 0 ? "{\"fail\":\"enough\"}" : call("look", i);
    };
  }

  private static String items(RandomGenerator random) {
    return random.nextBoolean()
        ? ""
        : ",\"requested_items\":[{\"kind\":\"secret\",\"description\":\"?\",\"alias\":\""
            + Signed.ALIAS
            + "\"}]";
  }

  private static String call(String tool, int n) {
    return "{\"tool\":\"" + tool + "\",\"input\":{\"n\":" + n + "}}";
  }

  private static String deadline(RandomGenerator random) {
    return random.nextBoolean() ? "" : ",\"expires_after_ms\":" + (1 + random.nextInt(2_000));
  }
}
