package dev.holdpoint.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How soon a run goes on, and how soon a stream at another node tells of it, at a calm rate. */
final class HeardPart {
  static final int GATES = 200;
  private static final int PER_SECOND = 20;
  private static final long SETTLE_MS = 2_000;
  private static final Pattern RUN = Pattern.compile("\"run_id\":\"(run_\\w+)\"");

  private HeardPart() {}

  /** The moments of one decision; 0 is a moment that has not come. */
  private static final class Moments {
    final long sent = System.nanoTime();
    volatile long answered;
    volatile long completed;
    volatile long heard;
  }

  static void measure(Figures figures, Nodes nodes, List<Parked.Gate> gates)
      throws IOException, InterruptedException {
    Map<String, Moments> decisions = new ConcurrentHashMap<>();
    try (EventStream _ = new EventStream(nodes.first(), (frame, at) -> here(frame, at, decisions));
        EventStream _ = new EventStream(nodes.last(), (frame, at) -> there(frame, at, decisions));
        HttpConnection connection = new HttpConnection(nodes.first().port())) {
      long due = System.nanoTime();
      for (Parked.Gate gate : gates) {
        due += 1_000_000_000L / PER_SECOND;
        byte[] request = nodes.first().requests().allow(gate);
        Thread.sleep(Math.max(0, (due - System.nanoTime()) / 1_000_000));
        Moments moments = new Moments();
        decisions.put(gate.runId(), moments);
        HttpConnection.Answer answer = connection.send(request);
        if (answer.status() != 202) {
          throw new IllegalStateException(answer.body());
        }
        moments.answered = answer.atNanos();
      }
      Thread.sleep(SETTLE_MS);
    }
    report(figures, nodes, decisions);
  }

  private static void here(String frame, long at, Map<String, Moments> decisions) {
    Moments moments = of(frame, decisions);
    if (moments != null
        && moments.completed == 0
        && frame.contains("\"event\":{\"type\":\"completed\"")) {
      moments.completed = at;
    }
  }

  private static void there(String frame, long at, Map<String, Moments> decisions) {
    Moments moments = of(frame, decisions);
    if (moments != null && moments.heard == 0 && frame.contains("\"type\":\"approval_resolved\"")) {
      moments.heard = at;
    }
  }

  private static Moments of(String frame, Map<String, Moments> decisions) {
    Matcher run = RUN.matcher(frame);
    return run.find() ? decisions.get(run.group(1)) : null;
  }

  private static void report(Figures figures, Nodes nodes, Map<String, Moments> decisions) {
    Latencies toCompleted = new Latencies();
    Latencies toHeard = new Latencies();
    for (Moments moments : decisions.values()) {
      if (moments.completed == 0 || moments.heard == 0) {
        throw new IllegalStateException("a decision was never seen on a stream");
      }
      toCompleted.add(moments.completed - moments.sent);
      toHeard.add(Math.max(0, moments.heard - moments.answered));
    }
    figures.add("decision to run completed at 20/s, p50", toCompleted.millis(0.5), "ms");
    figures.add("decision to run completed at 20/s, p99", toCompleted.millis(0.99), "ms");
    String where = nodes.count() == 1 ? "on its own node's stream" : "on another node's stream";
    figures.add("answer to frame " + where + ", p50", toHeard.millis(0.5), "ms");
    figures.add("answer to frame " + where + ", p99", toHeard.millis(0.99), "ms");
  }
}
