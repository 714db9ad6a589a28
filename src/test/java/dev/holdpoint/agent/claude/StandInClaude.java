package dev.holdpoint.agent.claude;

import dev.holdpoint.Programs;
import dev.holdpoint.engine.json.JsonTree;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Speaks as Claude Code does, as a process of its own: the flags, the lines and their order are
 * those of the real one. What it does is told by the words of the prompt, and what it hears it says
 * again, so that a test can see what reached it.
 */
final class StandInClaude {
  private static final List<String> FLAGS =
      List.of(
          "-p",
          "--verbose",
          "--input-format",
          "stream-json",
          "--output-format",
          "stream-json",
          "--permission-prompt-tool",
          "stdio");
  private static final String COLOR =
      """
      {"questions":[{"question":"Which color?","header":"Color","multiSelect":false,
      "options":[{"label":"Red","description":"warm"},{"label":"Blue","description":"cold"}]},
      {"question":"Which sizes?","header":"Size","multiSelect":true,
      "options":[{"label":"S","description":""},{"label":"L","description":""}]}]}
      """;
  private static final String TOUCH = "{\"command\":\"touch made\",\"description\":\"make it\"}";
  private static final String SUGGESTIONS =
      """
      [{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"touch made"}],
      "behavior":"allow","destination":"localSettings"},
      {"type":"setMode","mode":"acceptEdits","destination":"session"}]
      """;

  private final BufferedReader in =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final String session;

  private StandInClaude(String session) {
    this.session = session;
  }

  /** How it is started. */
  static List<String> command() {
    return Programs.command(StandInClaude.class);
  }

  public static void main(String[] args) throws Exception {
    List<String> given = List.of(args);
    if (given.size() != FLAGS.size() + 2 || !given.subList(0, FLAGS.size()).equals(FLAGS)) {
      System.err.println("error: unknown or missing option: " + given);
      System.exit(2);
    }
    String session = given.getLast();
    if (given.get(FLAGS.size()).equals("--resume") && !Files.exists(Path.of(session))) {
      String none = "No conversation found with session ID: " + session;
      System.err.println(none);
      System.out.println(
          "{\"type\":\"result\",\"subtype\":\"error_during_execution\",\"is_error\":true,"
              + "\"errors\":[\""
              + none
              + "\"]}");
      System.exit(1);
    }
    new StandInClaude(session).run();
  }

  private void run() throws Exception {
    for (JsonNode line = read(); line != null; line = read()) {
      if (line.path("request").path("subtype").asString("").equals("initialize")) {
        out.println(
            "{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":\"%s\",\"response\":{\"commands\":[]}}}"
                .formatted(line.path("request_id").asString("")));
      } else if (line.path("type").asString("").equals("user")) {
        Files.writeString(Path.of(session), "");
        out.println(
            """
            {"type":"system","subtype":"init","session_id":"%s","permissionMode":"default",\
            "claude_code_version":"2.1.325"}"""
                .formatted(session));
        prompted(line.path("message").path("content").path(0).path("text").asString(""));
      }
    }
  }

  /** A further member of its requests. */
  private @org.jspecify.annotations.Nullable String flag;

  private void prompted(String prompt) throws Exception {
    flag = prompt.startsWith("flag ") ? prompt.substring("flag ".length()) : null;
    switch (flag == null ? prompt : "permission") {
      case "permission" -> asked("r1", "toolu_1", "Bash", TOUCH, true);
      case "question" -> asked("r1", "toolu_1", "AskUserQuestion", COLOR, true);
      // The real one leaves the plan out of the request.
      case "plan" -> {
        use("toolu_1", "ExitPlanMode", "{\"plan\":\"1. Build it\"}");
        asked("r1", "toolu_1", "ExitPlanMode", "{}", false);
      }
      case "two" -> {
        request("r1", "toolu_1", "AskUserQuestion", COLOR);
        request("r2", "toolu_2", "Bash", TOUCH);
        say("heard " + read());
        say("heard " + read());
      }
      case "unlinked" -> {
        use("toolu_9", "AskUserQuestion", COLOR);
        say("heard " + read());
      }
      case "unlinked plan" -> {
        use("toolu_9", "ExitPlanMode", "{\"plan\":\"1. Build it\"}");
        say("heard " + read());
      }
      case "unlinked nonsense" -> {
        use("toolu_9", "AskUserQuestion", "{\"questions\":[]}");
        say("heard " + read());
      }
      // The request comes when the call is taken for one without.
      case "late" -> {
        use("toolu_9", "AskUserQuestion", COLOR);
        say("heard " + read());
        asked("r9", "toolu_9", "AskUserQuestion", COLOR, false);
      }
      case "nonsense" -> asked("r1", "toolu_1", "AskUserQuestion", "{\"questions\":[]}", true);
      case "unknown" -> {
        out.println(
            "{\"type\":\"control_request\",\"request_id\":\"r1\",\"request\":{\"subtype\":\"hook_callback\"}}");
        say("heard " + read());
      }
      case "withdraw" -> {
        request("r1", "toolu_1", "Bash", TOUCH);
        out.println("{\"type\":\"control_cancel_request\",\"request_id\":\"r1\"}");
      }
      case "hang" -> {
        request("r1", "toolu_1", "Bash", TOUCH);
        say("heard " + read());
        say("heard " + read());
        ended("error_during_execution", true, "");
        return;
      }
      case "die" -> {
        request("r1", "toolu_1", "Bash", TOUCH);
        System.err.println("out of memory");
        System.exit(3);
      }
      case "malformed" -> out.println("{\"type\":\"control_req");
      case "huge" -> {
        byte[] megabyte = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        out.print("{\"type\":\"assistant\"");
        for (int i = 0; i < 50 && !out.checkError(); i++) {
          out.write(megabyte);
        }
        out.println("}");
      }
      case "noise" -> {
        out.println("npm warn something");
        out.println("{\"type\":\"stream_event\",\"event\":{}}");
        out.println("{\"type\":\"brand_new\"}");
        out.println(
            "{\"type\":\"assistant\",\"parent_tool_use_id\":\"toolu_7\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"to"
                + " myself\"}]}}");
        say("Well.");
        say("Done.");
      }
      case "limit" -> {
        ended("error_max_turns", true, "");
        return;
      }
      case "fail" -> {
        ended("success", true, "Invalid API key");
        return;
      }
      case "silent" -> {
        ended("success", false, "a result alone");
        return;
      }
      case "environment" ->
          say(String.join(" ", System.getenv().keySet().stream().sorted().toList()));
      default -> say("you said: " + prompt);
    }
    ended("success", false, "done");
  }

  private void asked(String id, String use, String tool, String input, boolean announced)
      throws Exception {
    if (announced) {
      use(use, tool, input);
    }
    request(id, use, tool, input);
    JsonNode answer = read();
    say("heard " + answer);
    boolean allowed = String.valueOf(answer).contains("\"behavior\":\"allow\"");
    ObjectNode block =
        JsonTree.object()
            .put("type", "tool_result")
            .put("tool_use_id", use)
            .put("content", allowed ? "ok" : "refused")
            .put("is_error", !allowed);
    ObjectNode line = JsonTree.object().put("type", "user");
    line.putObject("message").put("role", "user").putArray("content").add(block);
    out.println(JsonTree.write(line));
  }

  private void request(String id, String use, String tool, String input) throws Exception {
    ObjectNode line = JsonTree.object().put("type", "control_request").put("request_id", id);
    ObjectNode request = line.putObject("request");
    request.put("subtype", "can_use_tool").put("tool_name", tool);
    request.set("input", JsonTree.read(input));
    request.put("tool_use_id", use);
    if (flag != null) {
      request.put(flag, "yes");
    }
    if (tool.equals("Bash")) {
      request.put("description", "make it");
      request.set("permission_suggestions", JsonTree.read(SUGGESTIONS));
    }
    out.println(JsonTree.write(line));
  }

  private void use(String id, String tool, String input) throws Exception {
    ObjectNode block = JsonTree.object().put("type", "tool_use").put("id", id).put("name", tool);
    block.set("input", JsonTree.read(input));
    assistant(block);
  }

  private void say(String text) {
    assistant(JsonTree.object().put("type", "text").put("text", text));
  }

  private void assistant(ObjectNode block) {
    ObjectNode line = JsonTree.object().put("type", "assistant");
    line.putObject("message").put("role", "assistant").putArray("content").add(block);
    line.putNull("parent_tool_use_id").put("session_id", session);
    out.println(JsonTree.write(line));
  }

  private void ended(String subtype, boolean failed, String words) {
    out.println(
        JsonTree.write(
            JsonTree.object()
                .put("type", "result")
                .put("subtype", subtype)
                .put("is_error", failed)
                .put("result", words)
                .put("session_id", session)));
  }

  private @Nullable JsonNode read() throws Exception {
    String line = in.readLine();
    return line == null ? null : JsonTree.read(line);
  }
}
