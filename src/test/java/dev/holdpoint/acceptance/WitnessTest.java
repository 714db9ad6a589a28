package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.PowerLoss;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.proof.Finding;
import dev.holdpoint.client.proof.Flaw;
import dev.holdpoint.client.proof.SecondOpinion;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import dev.holdpoint.client.proof.WitnessedHeads;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Where the ledger's end was is noted outside of it. */
final class WitnessTest {
  private static final long EVERY_MS = 600_000;
  private static final int CUT = 10;

  @TempDir private Path outside = Path.of("");
  private final Path folder = Database.newFolder();
  private final AtomicLong ahead = new AtomicLong();
  private int runs;

  private Path witness() {
    return outside.resolve("witness.ndjson");
  }

  private TestDaemon start() {
    return TestDaemon.start(
        folder,
        Map.of(
            "HOLDPOINT_WITNESS_FILE",
            witness().toString(),
            "HOLDPOINT_WITNESS_EVERY_MS",
            String.valueOf(EVERY_MS),
            "HOLDPOINT_DELIVERIES_FIRST_RETRY_MS",
            "1"),
        () -> Instant.now().plusMillis(ahead.get()));
  }

  private void work(Http http, int times) {
    for (int i = 0; i < times; i++) {
      http.post("/v1/groups", json("{'name':'g%d','members':['ada']}", runs++)).expect(201);
    }
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(witness());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> warnings(Http http) {
    JsonNode warnings = http.get("/v1/status").expect(200).json().at("/health/warnings");
    return StreamSupport.stream(warnings.spliterator(), false)
        .map(warning -> text(warning, "code"))
        .toList();
  }

  private Path export(Http http) throws IOException {
    return Files.writeString(
        outside.resolve("export"), http.get("/v1/audit/export").expect(200).text());
  }

  private static List<Finding> verify(Path export, Path witness) throws IOException {
    try (InputStream in = Files.newInputStream(export)) {
      return Verifier.verify(in, TrustedKeys.NOTHING.with(witness)).findings();
    }
  }

  private static SecondOpinion.Opinion second(Path export, Path witness) throws IOException {
    return SecondOpinion.on(export, "--witness", witness.toString());
  }

  /** Takes the newest checkpoints away with all that they alone know of. */
  private void cut() throws SQLException {
    try (Connection sql =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("holdpoint.db"));
        Statement statement = sql.createStatement()) {
      assertThat(
              statement.executeUpdate(
                  "DELETE FROM checkpoints WHERE sequence >"
                      + " (SELECT max(sequence) FROM checkpoints) - "
                      + CUT))
          .isEqualTo(CUT);
      Map<Long, Integer> known = new HashMap<>();
      try (ResultSet rows = statement.executeQuery("SELECT doc FROM checkpoints")) {
        while (rows.next()) {
          JsonNode run = Acceptance.JSON.readTree(rows.getString(1)).findPath("run_id");
          JsonNode count = Acceptance.JSON.readTree(rows.getString(1)).findPath("count");
          if (run.isString()) {
            long key = Ulid.keyOf("run_", run.asString()).orElse(0);
            known.merge(key, count.asInt(), Math::max);
          }
        }
      }
      assertThat(known).isNotEmpty();
      for (Map.Entry<Long, Integer> run : known.entrySet()) {
        statement.executeUpdate(
            "DELETE FROM actions WHERE run_key = %d AND sequence > %d"
                .formatted(run.getKey(), run.getValue()));
      }
    }
  }

  @Test
  @DisplayName("PF-57 a cut end is truncated for both programs and ledger_cut at the next start")
  void PF_57_a_cut_end_is_found_by_both_programs_and_at_the_next_start() throws Exception {
    SecondOpinion.assumeThatItCanBeHad();
    try (TestDaemon daemon = start()) {
      work(daemon.http(), 15);
      await().until(() -> !lines().isEmpty());
      assertThat(warnings(daemon.http())).doesNotContain("ledger_cut");
    }
    List<String> before = lines();
    assertThat(before.size()).as("one at the start, one at the stop").isBetween(2, 3);

    cut();

    try (TestDaemon daemon = start()) {
      Http http = daemon.http();
      assertThat(warnings(http)).contains("ledger_cut");
      Path export = export(http);
      assertThat(verify(export, nothing())).as("the rest of it is good").isEmpty();
      assertThat(verify(export, witness()).stream().map(Finding::flaw).distinct())
          .containsExactly(Flaw.TRUNCATED);
      SecondOpinion.Opinion second = second(export, witness());
      assertThat(second.whole()).isFalse();
      assertThat(second.text()).contains("truncated");
      assertThat(second.places())
          .containsExactlyElementsOf(
              verify(export, witness()).stream().map(Finding::place).toList());

      // What is noted after the cut takes nothing back.
      work(http, 20);
      ahead.addAndGet(EVERY_MS);
      await().until(() -> lines().size() > before.size());
      assertThat(warnings(http)).contains("ledger_cut");
    }
    try (TestDaemon daemon = start()) {
      assertThat(warnings(daemon.http())).as("nor at a later start").contains("ledger_cut");
      Files.move(witness(), outside.resolve("before.ndjson"));
    }
    try (TestDaemon daemon = start()) {
      assertThat(warnings(daemon.http())).as("with a new file").doesNotContain("ledger_cut");
    }
  }

  @Test
  void a_restored_copy_is_told_as_a_cut_because_it_is_one() throws Exception {
    Path copy = Database.newFolder();
    try (TestDaemon daemon = start()) {
      work(daemon.http(), 1);
    }
    PowerLoss.copy(folder, copy);
    try (TestDaemon daemon = start()) {
      work(daemon.http(), 3);
    }
    PowerLoss.copy(copy, folder);
    try (TestDaemon daemon = start()) {
      assertThat(warnings(daemon.http())).contains("ledger_cut");
    }
  }

  private Path nothing() throws IOException {
    return Files.writeString(outside.resolve("nothing"), "");
  }

  @Test
  void the_head_is_noted_when_it_has_moved_and_status_and_metrics_tell_of_it() throws Exception {
    try (TestDaemon daemon = start()) {
      Http http = daemon.http();
      await().until(() -> lines().size() == 1);
      JsonNode told = http.get("/v1/status").expect(200).json().path("witness");
      JsonNode line = Acceptance.JSON.readTree(lines().getFirst());
      assertThat(told.path("sequence").asLong()).isEqualTo(line.path("sequence").asLong());
      assertThat(told.path("last_ok_at_ms").asLong())
          .isGreaterThanOrEqualTo(line.path("at_ms").asLong());
      assertThat(line.propertyNames())
          .containsExactly("format", "ledger_id", "sequence", "head_hash", "at_ms", "jws");
      assertThat(http.get("/metrics").expect(200).text())
          .contains("\nholdpoint_witness_age_seconds 0\n");

      work(http, 1);
      ahead.addAndGet(EVERY_MS);
      await().until(() -> lines().size() == 2);
      Path export = export(http);
      assertThat(verify(export, witness())).isEmpty();
      assertThat(second(export, witness()).whole()).isTrue();
    }
    int stopped = lines().size();
    ahead.addAndGet(10 * EVERY_MS);
    try (TestDaemon daemon = start()) {
      // Nothing has moved since the stop, however much time has passed.
      assertThat(warnings(daemon.http())).doesNotContain("witness_late", "ledger_cut");
    }
    assertThat(lines()).hasSizeGreaterThanOrEqualTo(stopped);
  }

  @Test
  void a_torn_line_is_skipped_and_named_and_does_not_spoil_the_next() throws Exception {
    SecondOpinion.assumeThatItCanBeHad();
    try (TestDaemon daemon = start()) {
      work(daemon.http(), 2);
    }
    String whole = lines().getLast();
    Files.writeString(witness(), whole.substring(0, 70), StandardOpenOption.APPEND);
    long torn = lines().size();
    try (TestDaemon daemon = start()) {
      Http http = daemon.http();
      assertThat(warnings(http)).doesNotContain("ledger_cut");
      work(http, 2);
      ahead.addAndGet(EVERY_MS);
      await().until(() -> lines().size() > torn);
      Path export = export(http);
      assertThat(verify(export, witness())).isEmpty();
      assertThat(WitnessedHeads.torn(witness())).containsExactly(torn);
      SecondOpinion.Opinion second = second(export, witness());
      assertThat(second.whole()).as(second.text()).isTrue();
      assertThat(second.text()).contains("witness line " + torn + " is torn");

      // A signature that is not of the line, and another ledger's line.
      JsonNode line = Acceptance.JSON.readTree(whole);
      Path changed = outside.resolve("changed");
      for (String bad :
          List.of(
              whole.replace("\"at_ms\":" + line.path("at_ms"), "\"at_ms\":1"),
              whole.replace(text(line, "ledger_id"), "another"),
              whole.replaceFirst("\"jws\":\"[^\"]*\"", "\"jws\":\"a.b.c\""),
              "{}")) {
        assertThat(bad).isNotEqualTo(whole);
        Files.write(changed, (bad + "\n").getBytes(UTF_8));
        assertThat(verify(export, changed).stream().map(Finding::flaw))
            .as(bad)
            .containsExactly(Flaw.MALFORMED);
        assertThat(second(export, changed).text()).as(bad).contains("is malformed");
      }
    }
  }

  @Test
  void what_cannot_be_used_stops_the_start_with_its_key() {
    assertThatThrownBy(
            () -> TestDaemon.start(folder, Map.of("HOLDPOINT_WITNESS_FILE", outside.toString())))
        .hasMessageContaining("witness.file");
    assertThatThrownBy(() -> TestDaemon.start(folder, Map.of("HOLDPOINT_WITNESS_EVERY_MS", "9999")))
        .hasMessageContaining("witness.every_ms");
    assertThatThrownBy(
            () -> TestDaemon.start(folder, Map.of("HOLDPOINT_WITNESS_URL", "ftp://there")))
        .hasMessageContaining("witness.url");
  }
}
