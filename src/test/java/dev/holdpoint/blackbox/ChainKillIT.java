package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.PowerLoss;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** kill -9 while several people decide, redeem and administer: each commit ends in a signature. */
final class ChainKillIT {
  private static final int FEW = 10;
  private static final int MANY = 200;
  private static final int WORKERS = 4;

  /** So many answers at most lie between two kills. */
  private static final int BUSY = 40;

  private static final long LOOK_NANOS = 200_000;
  private static final String CALL = "\"tool_name\":\"deploy\",\"input\":{\"to\":\"prod\"}";

  @TempDir private Path folder = Path.of("");
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger names = new AtomicInteger();

  /** Permits whose result was acknowledged. */
  private final Queue<String> settled = new ConcurrentLinkedQueue<>();

  /** Groups whose creation was acknowledged. */
  private final Queue<String> groups = new ConcurrentLinkedQueue<>();

  @Test
  @DisplayName("PF-48 kill -9 under decisions, redemptions and admin calls leaves a whole ledger")
  void PF_48_killed() throws Exception {
    killed(FEW);
  }

  @Test
  @Tag("long")
  @DisplayName("PF-48 the same 200 times")
  void PF_48_killed_200_times() throws Exception {
    killed(MANY);
  }

  private void killed(int kills) throws Exception {
    try (MortalDaemon daemon = new MortalDaemon(folder.resolve("daemon"));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < WORKERS; i++) {
        daemon.process().http().session("s" + i);
      }
      List<Future<?>> workers = new ArrayList<>();
      try {
        for (int i = 0; i < WORKERS; i++) {
          String session = "s" + i;
          workers.add(threads.submit(() -> work(daemon, session)));
        }
        for (int kill = 0; kill < kills; kill++) {
          awaitAnswers(daemon, ThreadLocalRandom.current().nextInt(1, BUSY), workers);
          daemon.die(() -> lastIsSigned(daemon.process().data()));
          verified(daemon.process().http());
        }
      } finally {
        over.set(true);
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
      acknowledgedIsThere(verified(daemon.process().http()));
    }
  }

  private static void awaitAnswers(MortalDaemon daemon, int more, List<Future<?>> workers) {
    long enough = daemon.acknowledged() + more;
    while (daemon.acknowledged() < enough) {
      assertThat(workers).as("nobody has met a fault").noneMatch(Future::isDone);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private void work(MortalDaemon daemon, String session) {
    while (!over.get()) {
      JsonNode raised =
          json(
              daemon.persist(
                  http ->
                      http.post(
                          "/v1/sessions/" + session + "/approval-requests",
                          "{" + CALL + ",\"reason\":\"release\"}")),
              201);
      String gate = raised.at("/request/id").asString();
      String decide = "/v1/runs/" + raised.path("run_id").asString() + "/approvals";
      // Who has not heard the answer hears that it is decided.
      assertThat(daemon.persist(http -> http.post(decide, Http.allow(gate))).status())
          .isIn(202, 409);
      String permit = "prm_" + gate.substring(4);
      String path = "/v1/permits/" + permit;
      String jws = json(daemon.persist(http -> http.get(path)), 200).path("permit").asString();
      String key = "\"redeemer_key\":\"job-" + permit + "\"";
      String redeem = "{\"permit\":\"" + jws + "\"," + CALL + "," + key + "}";
      json(daemon.persist(http -> http.post(path + "/redeem", redeem)), 200);
      String result = "{\"outcome\":\"succeeded\"," + key + "}";
      json(daemon.persist(http -> http.post(path + "/result", result)), 200);
      settled.add(permit);

      String group = "g" + names.incrementAndGet();
      String body = "{\"name\":\"" + group + "\",\"members\":[\"ada\"]}";
      assertThat(daemon.persist(http -> http.post("/v1/groups", body)).status()).isIn(201, 409);
      groups.add(group);
    }
  }

  private static JsonNode json(Http.Answer answer, int status) {
    return answer.expect(status).json();
  }

  /** As the kill has left it: nobody has written since. */
  private void lastIsSigned(Path data) {
    Path copy = folder.resolve("copy");
    try {
      PowerLoss.copy(data, copy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (Connection sql =
            DriverManager.getConnection("jdbc:sqlite:" + copy.resolve("holdpoint.db"));
        Statement ask = sql.createStatement();
        ResultSet row =
            ask.executeQuery("SELECT doc FROM checkpoints ORDER BY sequence DESC LIMIT 1")) {
      assertThat(row.next()).isTrue();
      JsonNode last = JsonMapper.shared().readTree(row.getString(1));
      assertThat(last.findPath("signature").asString())
          .as("a signature, and not the name of the checkpoint that has one: %s", last)
          .hasSize(86);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String verified(Http http) throws IOException {
    String export = http.get("/v1/audit/export").expect(200).text();
    assertThat(
            Verifier.verify(
                    new ByteArrayInputStream(export.getBytes(StandardCharsets.UTF_8)),
                    TrustedKeys.NOTHING)
                .findings())
        .isEmpty();
    return export;
  }

  /** What was answered is in the chain, once. */
  private void acknowledgedIsThere(String export) {
    Map<String, List<String>> outcomes = new HashMap<>();
    export
        .lines()
        .map(line -> JsonMapper.shared().readTree(line).path("record"))
        .filter(record -> record.path("kind").asString("").equals("permit"))
        .forEach(
            record ->
                outcomes
                    .computeIfAbsent(record.path("target").asString(), _ -> new ArrayList<>())
                    .add(record.path("outcome").asString()));
    assertThat(settled).isNotEmpty();
    for (String permit : settled) {
      assertThat(outcomes.get(permit)).as(permit).containsExactly("started", "succeeded");
    }
    assertThat(groups).allMatch(name -> export.contains("\"name\":\"" + name + "\""));
  }
}
