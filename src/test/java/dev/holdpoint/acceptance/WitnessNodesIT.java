package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.outbound.Receiver;
import dev.holdpoint.outbound.Receiver.Got;
import dev.holdpoint.outbound.Receiver.Says;
import dev.holdpoint.store.EmbeddedPostgres;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** One witness for three nodes that share a ledger. */
final class WitnessNodesIT {
  /** Long enough for three nodes to start, and less than what an attempt may take. */
  private static final long EVERY_MS = 50_000;

  private static final int HEADS = 5;

  private final String database = EmbeddedPostgres.shared().newDatabase();
  private final Path keys = Database.newFolder();
  private final AtomicLong ahead = new AtomicLong();
  private int works;

  private TestDaemon node(String name, Receiver receiver) {
    return TestDaemon.start(
        Database.newFolder(),
        Map.of(
            "HOLDPOINT_DATABASE",
            database,
            "HOLDPOINT_CLUSTER_NAME",
            name,
            "HOLDPOINT_AUDIT_KEY_FILE",
            keys.resolve("audit-key").toString(),
            "HOLDPOINT_VAULT_KEY_FILE",
            keys.resolve("vault-key").toString(),
            "HOLDPOINT_WITNESS_URL",
            receiver.url() + "/witness",
            "HOLDPOINT_WITNESS_EVERY_MS",
            String.valueOf(EVERY_MS),
            "HOLDPOINT_DELIVERIES_FIRST_RETRY_MS",
            "1",
            "HOLDPOINT_DELIVERIES_LONGEST_RETRY_MS",
            "100",
            "HOLDPOINT_OUTBOUND_ALLOW_PRIVATE_ADDRESSES",
            "true"),
        () -> Instant.now().plusMillis(ahead.get()));
  }

  private void work(Http http) {
    http.post("/v1/groups", json("{'name':'g%d','members':['ada']}", works++)).expect(201);
  }

  private static String head(Http http) {
    JsonNode all = http.get("/v1/audit/checkpoints?limit=200").expect(200).json();
    JsonNode rows = all.isArray() ? all : all.path("items");
    return text(rows.get(rows.size() - 1), "record_hash");
  }

  private static boolean isLate(Http http) {
    JsonNode warnings = http.get("/v1/status").expect(200).json().at("/health/warnings");
    return StreamSupport.stream(warnings.spliterator(), false)
        .anyMatch(warning -> text(warning, "code").equals("witness_late"));
  }

  /**
   * Until then the attempt is under way, and its end is the time from which the next one counts.
   */
  private static void awaitOnRecord(Http http, Got got) {
    long sequence = Acceptance.JSON.readTree(got.body()).path("sequence").asLong();
    await()
        .until(
            () ->
                http.get("/v1/status").expect(200).json().at("/witness/sequence").asLong()
                    == sequence);
  }

  private static String hash(Got got) {
    return text(Acceptance.JSON.readTree(got.body()), "head_hash");
  }

  @Test
  @DisplayName("PF-58 a witness that fails is late, then gets the newest head, each head once")
  void PF_58_a_late_witness_gets_the_newest_head_and_each_head_once() throws Exception {
    try (Receiver receiver = new Receiver().says(Says.status(503));
        TestDaemon one = node("one", receiver);
        TestDaemon two = node("two", receiver);
        TestDaemon three = node("three", receiver)) {
      Http http = one.http();
      List<Http> nodes = List.of(http, two.http(), three.http());
      work(http);
      receiver.next();
      assertThat(nodes).noneMatch(WitnessNodesIT::isLate);
      ahead.addAndGet(2 * EVERY_MS + 1_000);
      nodes.forEach(node -> assertThat(isLate(node)).isTrue());
      assertThat(http.get("/v1/status").expect(200).json().path("witness").has("sequence"))
          .isFalse();
      work(http);
      String newest = head(http);

      receiver.forget();

      Got first = receiver.next();
      assertThat(hash(first)).isEqualTo(newest);
      await().until(() -> nodes.stream().noneMatch(WitnessNodesIT::isLate));
      for (int i = 0; i < HEADS; i++) {
        work(nodes.get(i % nodes.size()));
        ahead.addAndGet(EVERY_MS);
        Got got = receiver.next();
        assertThat(hash(got)).isEqualTo(head(http));
        awaitOnRecord(http, got);
      }
      ahead.addAndGet(EVERY_MS);
      work(http);
      ahead.addAndGet(EVERY_MS);
      receiver.next();
      List<String> got = receiver.all().stream().map(WitnessNodesIT::hash).toList();
      assertThat(got).doesNotHaveDuplicates();
      assertThat(http.get("/v1/status").expect(200).json().at("/witness/sequence").asLong())
          .isPositive();

      // It is a webhook like any other, and its lines are a witness file.
      assertThat(first.header("webhook-id"))
          .startsWith("dlv_")
          .isEqualTo(first.header("Idempotency-Key"));
      assertThat(Objects.requireNonNull(first.header("webhook-signature"))).startsWith("v1,");
      Path lines = Files.createTempFile(keys, "witness", ".ndjson");
      Files.write(lines, receiver.all().stream().map(Got::body).toList());
      Path export = keys.resolve("export");
      Files.writeString(export, http.get("/v1/audit/export").expect(200).text());
      try (InputStream in = Files.newInputStream(export)) {
        assertThat(Verifier.verify(in, TrustedKeys.NOTHING.with(lines)).findings()).isEmpty();
      }
      receiver.forget();
    }
  }
}
