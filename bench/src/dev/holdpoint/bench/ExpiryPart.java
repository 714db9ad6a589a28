package dev.holdpoint.bench;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long after its deadline a gate is known to have expired. */
final class ExpiryPart {
  static final int GATES = 500;
  private static final int GATES_OF_A_SESSION = 50;
  private static final int FIRST_MS = 3_000;
  private static final int APART_MS = 7;
  private static final Pattern GATE =
      Pattern.compile("\"id\":\"(apr_\\w+)\".*\"expires_at_ms\":(\\d+)");
  private static final Pattern SETTLED =
      Pattern.compile("\"type\":\"approval_resolved\".*?\"(apr_\\w+)\"");

  private ExpiryPart() {}

  static void measure(Figures figures, Daemon daemon) throws IOException, InterruptedException {
    Map<String, Long> deadlines = new ConcurrentHashMap<>();
    Map<String, Long> known = new ConcurrentHashMap<>();
    CountDownLatch all = new CountDownLatch(GATES);
    try (EventStream _ = new EventStream(daemon, (frame, _) -> arrived(frame, known, all));
        HttpConnection connection = new HttpConnection(daemon.port())) {
      for (int i = 0; i < GATES; i++) {
        String session = "expiry-" + i / GATES_OF_A_SESSION;
        if (i % GATES_OF_A_SESSION == 0) {
          expect(connection.send(daemon.requests().newSession(session)), 201);
        }
        Matcher gate =
            GATE.matcher(
                expect(
                    connection.send(daemon.requests().gate(session, FIRST_MS + i * APART_MS)),
                    201));
        if (!gate.find()) {
          throw new IllegalStateException("a gate without a deadline");
        }
        deadlines.put(gate.group(1), Long.parseLong(gate.group(2)));
      }
      if (!all.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException(all.getCount() + " deadlines never came true");
      }
    }
    Latencies late = new Latencies();
    deadlines.forEach((gate, deadline) -> late.add((known.get(gate) - deadline) * 1_000_000));
    figures.part("Deadlines (%d of them)".formatted(GATES));
    figures.add("deadline to its SSE frame, p50", late.millis(0.5), "ms");
    figures.add("deadline to its SSE frame, p99", late.millis(0.99), "ms").atMost(100);
  }

  private static void arrived(String frame, Map<String, Long> known, CountDownLatch all) {
    long nowMs = System.currentTimeMillis();
    Matcher settled = SETTLED.matcher(frame);
    if (frame.contains("\"status\":\"expired\"")
        && settled.find()
        && known.putIfAbsent(settled.group(1), nowMs) == null) {
      all.countDown();
    }
  }

  private static String expect(HttpConnection.Answer answer, int status) {
    if (answer.status() != status) {
      throw new IllegalStateException(answer.body());
    }
    return answer.body();
  }
}
