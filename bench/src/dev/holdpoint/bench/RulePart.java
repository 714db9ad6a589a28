package dev.holdpoint.bench;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Calls that a permission rule decides while the agent waits. An agent outside asks by a hook, as
 * Claude Code does: one request, whose answer is the decision.
 */
final class RulePart {
  private static final String TOOL = "Write";
  private static final Pattern RULE = Pattern.compile("\"rule_id\":\"(rul_\\w+)\"");
  private static final Pattern USES = Pattern.compile("\"uses\":(\\d+)");

  private RulePart() {}

  static void measure(Figures figures, Daemon daemon, Floors floors, Options options)
      throws IOException {
    String rule = addRule(daemon);
    int warmUp = options.runs() / 5;
    int count = options.runs();
    try (Load load = new Load(daemon.port(), options.clients())) {
      Progress.say("%,d calls that a rule decides, to warm up", warmUp);
      ask(daemon, load, 0, warmUp, options.clients());
      Progress.say("%,d calls that a rule decides", count);
      double cpu = daemon.cpuSeconds();
      Load.Outcome outcome = ask(daemon, load, warmUp, warmUp + count, options.clients());
      double spent = daemon.cpuSeconds() - cpu;
      check(daemon, rule, warmUp + count);
      figures.part("%d calls that a rule decides, %d clients".formatted(count, options.clients()));
      figures
          .add("decided by a rule", outcome.perSecond(), "/s")
          .against(floors.bareHttp())
          .atLeast(6_000);
      figures.add("answer p50", outcome.latencies().millis(0.5), "ms");
      figures.add("answer p99", outcome.latencies().millis(0.99), "ms");
      figures.add("daemon CPU a call", spent / count * 1e6, "µs").against(floors.bareHttpCpu());
    }
  }

  private static String addRule(Daemon daemon) throws IOException {
    try (HttpConnection connection = new HttpConnection(daemon.port())) {
      String body = connection.send(daemon.requests().allowAlways(TOOL)).body();
      Matcher rule = RULE.matcher(body);
      if (!rule.find()) {
        throw new IllegalStateException("no rule was made: " + body);
      }
      return rule.group(1);
    }
  }

  /** As many sessions as clients, each of which asks again and again. */
  private static Load.Outcome ask(Daemon daemon, Load load, int from, int to, int sessions) {
    return load.run(
        IntStream.range(from, to)
            .mapToObj(call -> daemon.requests().mayUse(TOOL, "agent-" + call % sessions, call))
            .iterator(),
        200);
  }

  /** A denial is an answer too; so the rule is asked how many it has decided. */
  private static void check(Daemon daemon, String rule, int count) {
    Matcher uses = USES.matcher(daemon.ask("/v1/permission-rules/" + rule).body());
    if (!uses.find() || Integer.parseInt(uses.group(1)) != count) {
      throw new IllegalStateException("the rule has not decided " + count + " calls");
    }
  }
}
