package dev.holdpoint.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How soon a decision is known, and how soon its run goes on, when the daemon has time. */
final class LatencyPart {
  static final int PER_SECOND = 20;
  private static final long SETTLE_MS = 2_000;
  private static final Pattern RUN = Pattern.compile("\"run_id\":\"(run_\\w+)\"");

  private LatencyPart() {}

  /** The moments of one decision; 0 is a moment that has not come. */
  private static final class Moments {
    final long sent = System.nanoTime();
    volatile long acknowledged;
    volatile long decisionFrame;
    volatile long resumedFrame;
  }

  static void measure(Figures figures, Daemon daemon, Parked parked, Floors floors, int seconds)
      throws IOException, InterruptedException {
    Map<String, Moments> decisions = new ConcurrentHashMap<>();
    List<Parked.Gate> gates = parked.take(PER_SECOND * seconds);
    try (EventStream _ = new EventStream(daemon, (frame, at) -> arrived(frame, at, decisions));
        HttpConnection connection = new HttpConnection(daemon.port())) {
      long due = System.nanoTime();
      for (Parked.Gate gate : gates) {
        due += 1_000_000_000L / PER_SECOND;
        byte[] request = daemon.requests().allow(gate);
        Thread.sleep(Math.max(0, (due - System.nanoTime()) / 1_000_000));
        Moments moments = new Moments();
        decisions.put(gate.runId(), moments);
        HttpConnection.Answer answer = connection.send(request);
        if (answer.status() != 202) {
          throw new IllegalStateException(answer.body());
        }
        moments.acknowledged = answer.atNanos();
      }
      Thread.sleep(SETTLE_MS);
    }
    report(figures, decisions, floors);
  }

  private static void arrived(String frame, long at, Map<String, Moments> decisions) {
    Matcher run = RUN.matcher(frame);
    Moments moments = run.find() ? decisions.get(run.group(1)) : null;
    if (moments == null) {
      return;
    }
    if (moments.decisionFrame == 0 && frame.contains("\"type\":\"approval_resolved\"")) {
      moments.decisionFrame = at;
    }
    if (moments.resumedFrame == 0 && frame.contains("\"event\":{\"type\":\"completed\"")) {
      moments.resumedFrame = at;
    }
  }

  private static void report(Figures figures, Map<String, Moments> decisions, Floors floors) {
    Latencies acknowledged = new Latencies();
    Latencies toFrame = new Latencies();
    Latencies frameBehindAnswer = new Latencies();
    Latencies toResumed = new Latencies();
    for (Moments moments : decisions.values()) {
      if (moments.decisionFrame == 0 || moments.resumedFrame == 0) {
        throw new IllegalStateException("a decision was never seen on the stream");
      }
      acknowledged.add(moments.acknowledged - moments.sent);
      toFrame.add(moments.decisionFrame - moments.sent);
      frameBehindAnswer.add(Math.max(0, moments.decisionFrame - moments.acknowledged));
      toResumed.add(moments.resumedFrame - moments.sent);
    }
    double bare = floors.bareHttpMillis().value() + floors.insertMillis().value();
    String floor = "healthz + one-row transaction";
    figures.part(
        "Latency at %d resolves a second (%d of them)".formatted(PER_SECOND, decisions.size()));
    figures
        .add("decision sent to answer, p50", acknowledged.millis(0.5), "ms")
        .against(floor, bare);
    figures.add("decision sent to answer, p99", acknowledged.millis(0.99), "ms");
    figures
        .add("decision sent to its run completed, p50", toResumed.millis(0.5), "ms")
        .against(floor, bare)
        .atMost(1.2);
    figures.add("decision sent to its run completed, p99", toResumed.millis(0.99), "ms").atMost(4);
    figures
        .add("decision sent to its SSE frame, p50", toFrame.millis(0.5), "ms")
        .against(floor, bare)
        .atMost(1.0);
    figures.add("decision sent to its SSE frame, p99", toFrame.millis(0.99), "ms");
    figures.add("SSE frame behind the answer, p50", frameBehindAnswer.millis(0.5), "ms");
    figures.add("SSE frame behind the answer, p99", frameBehindAnswer.millis(0.99), "ms");
  }
}
