package dev.holdpoint.daemon;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The commands that people and scripts type most, once each, against a daemon. */
final class TrainingCommands {
  private static final String SESSION = "typed";
  private static final String SCRIPT =
      """
      #!script
      {"say":"hello"}
      {"tool":"request_approval","input":{"reason":"may I?","requested_items":[{"kind":"action","description":"go on"}]}}
      {"ask":{"questions":[{"id":"q","question":"which?","options":[{"id":"a","label":"A"}]}]}}
      """;

  private final Function<String[], CommandLine> program;
  private final List<String> there;

  /**
   * @param program the whole command line
   * @param there the flags that lead to the daemon
   */
  TrainingCommands(Function<String[], CommandLine> program, String... there) {
    this.program = program;
    this.there = List.of(there);
  }

  void run() {
    type("tokens", "add", "somebody", "--role", "viewer", "--expires-in", "1h");
    type("tokens", "list");
    type("tokens", "list", "--json");
    type("status");
    type("sessions", "create", SESSION);
    type("sessions", "send", SESSION, SCRIPT, "--wait");
    type("sessions", "list");
    type("sessions", "get", SESSION);
    String run = id("run_", type("runs", "list", "--session", SESSION));
    type("approvals", "list");
    String approval = id("apr_", type("approvals", "list", "--session", SESSION, "--json"));
    type("approvals", "get", approval);
    type("approvals", "allow", approval);
    type("runs", "wait", run, "--or-waiting");
    type("questions", "list");
    String question = id("qst_", type("questions", "list", "--json"));
    type("questions", "get", question);
    type("questions", "answer", question, "--option", "a");
    if (type("runs", "wait", run, "--timeout", "5s").contains("completed")) {
      type("runs", "watch", run);
    }
    type("runs", "get", run);
    type("sessions", "events", SESSION);
    type("approvals", "request", SESSION, "--command", "x", "--reason", "y", "--no-wait");
    type("questions", "ask", SESSION, "which?", "--option", "a", "--no-wait");
    type("memory", "context", SESSION);
    type("memory", "search", SESSION, "which");
    type("learnings", "list");
    type("skills", SESSION);
    type("inbox", "--json");
    type("approvals", "deny-all");
    // What is not there is told as often as what is.
    type("runs", "get", "run_0");
    type("runs", "--help");
  }

  private String type(String... args) {
    StringWriter out = new StringWriter();
    String[] all = Stream.concat(Stream.of(args), there.stream()).toArray(String[]::new);
    CommandLine command = program.apply(all);
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(Writer.nullWriter()));
    command.execute(all);
    return out.toString();
  }

  private static String id(String kind, String printed) {
    Matcher id = Pattern.compile(kind + "[0-9A-Z]+").matcher(printed);
    return id.find() ? id.group() : "none";
  }
}
