package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Seed;
import dev.holdpoint.client.proof.Finding;
import dev.holdpoint.client.proof.Flaw;
import dev.holdpoint.client.proof.Malformed;
import dev.holdpoint.client.proof.ProofVerdict;
import dev.holdpoint.client.proof.PublicKey;
import dev.holdpoint.client.proof.SecondOpinion;
import dev.holdpoint.client.proof.Tampering;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.doc.Shorthand;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Somebody who can write to the database cannot make it look as if nothing had happened. */
@OnBothDatabases
@ExtendWith(Seed.Named.class)
class AuditTamperTest {
  /** How many of the changed exports the second program reads too, others each time. */
  private static final int TWICE = 8;

  private final Database database;

  AuditTamperTest(Database database) {
    this.database = database;
  }

  /** What is done to the tables while the daemon runs. */
  private interface Deed {
    void to(Tables tables) throws SQLException;
  }

  /** The tables of the proof, by hand. */
  private record Tables(Connection sql, long run, long other, int length) {
    void execute(String statement, Object... values) throws SQLException {
      try (PreparedStatement prepared = sql.prepareStatement(statement)) {
        for (int i = 0; i < values.length; i++) {
          prepared.setObject(i + 1, values[i]);
        }
        assertThat(prepared.executeUpdate()).as(statement).isPositive();
      }
    }

    String doc(int sequence) throws SQLException {
      return text("doc", sequence);
    }

    /** As it was before it was shortened. */
    String text(String column, int sequence) throws SQLException {
      try (Statement ask = sql.createStatement();
          ResultSet row =
              ask.executeQuery(
                  "SELECT %s FROM actions WHERE run_key = %d AND sequence = %d"
                      .formatted(column, run, sequence))) {
        assertThat(row.next()).isTrue();
        return Shorthand.read("action", row.getString(1));
      }
    }

    void set(int sequence, String doc) throws SQLException {
      execute("UPDATE actions SET doc = ? WHERE run_key = ? AND sequence = ?", doc, run, sequence);
    }
  }

  private record Case(String name, Flaw flaw, Deed deed) {}

  private static final List<Case> CASES =
      List.of(
          new Case(
              "changed", Flaw.CHANGED, t -> t.set(2, t.doc(2).replace("\"bash\"", "\"echo\""))),
          new Case(
              "removed",
              Flaw.REMOVED,
              t -> t.execute("DELETE FROM actions WHERE run_key = ? AND sequence = 2", t.run)),
          new Case(
              "inserted",
              Flaw.INSERTED,
              t ->
                  t.execute(
                      "INSERT INTO actions (run_key, sequence, doc) VALUES (?, ?, ?)",
                      t.run,
                      t.length + 1,
                      t.doc(t.length)
                          .replace("\"sequence\":" + t.length, "\"sequence\":" + (t.length + 1)))),
          new Case(
              "reordered",
              Flaw.REORDERED,
              t -> {
                String second = t.doc(2);
                t.set(2, t.doc(3));
                t.set(3, second);
              }),
          new Case(
              "cut",
              Flaw.TRUNCATED,
              t ->
                  t.execute(
                      "DELETE FROM actions WHERE run_key = ? AND sequence = ?", t.run, t.length)),
          new Case(
              "a whole run",
              Flaw.MISSING_RUN,
              t -> t.execute("DELETE FROM actions WHERE run_key = ?", t.other)),
          new Case(
              "copied to another run",
              Flaw.REORDERED,
              t ->
                  t.execute(
                      "INSERT INTO actions (run_key, sequence, doc) VALUES (?, ?, ?)",
                      t.other + 1_000_000_000_000L,
                      1,
                      t.doc(1))),
          new Case(
              "a checkpoint",
              Flaw.REMOVED,
              t -> t.execute("DELETE FROM checkpoints WHERE sequence = 3")),
          new Case(
              // The next export has a record of its own, which takes its place.
              "the last checkpoint",
              Flaw.UNCOVERED,
              t ->
                  t.execute(
                      "DELETE FROM checkpoints WHERE sequence ="
                          + " (SELECT max(sequence) FROM checkpoints)")),
          new Case(
              "evidence",
              Flaw.EVIDENCE_MISMATCH,
              t ->
                  t.execute(
                      "UPDATE actions SET evidence = ? WHERE run_key = ? AND sequence = 1",
                      t.text("evidence", 1).replace("allow", "deny"),
                      t.run)),
          new Case(
              "evidence that cannot be read any more",
              Flaw.MALFORMED,
              t ->
                  t.execute(
                      "UPDATE actions SET evidence = ? WHERE run_key = ? AND sequence = 1",
                      "\u0001{\u0002~~~\u0002~~~\"}",
                      t.run)),
          new Case(
              "evidence taken away",
              Flaw.EVIDENCE_MISSING,
              t ->
                  t.execute(
                      "UPDATE actions SET evidence = NULL WHERE run_key = ? AND sequence = 1",
                      t.run)),
          new Case(
              "a checkpoint's count",
              Flaw.CHANGED,
              t ->
                  t.execute(
                      "UPDATE checkpoints SET doc = replace(doc, '\"count\":1', '\"count\":7')"
                          + " WHERE sequence = 2")));

  @Test
  // K4-438, K4-439, PF-46, PF-47
  void K4_438_K4_439_two_programs_name_what_was_done_to_the_tables() throws Exception {
    SecondOpinion.assumeThatItCanBeHad();
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    try (TestDaemon daemon = TestDaemon.start(folder, settings);
        Connection sql = connect(folder, settings)) {
      Http http = daemon.http();
      http.session("s");
      String other = command(http, 1);
      http.post("/v1/audit/keys/rotate", "").expect(201);
      String run = command(http, 2);
      // Whoever removes the last of all with its checkpoints cuts the ledger's own end.
      command(http, 1);
      Tables tables = new Tables(sql, key(run), key(other), 6);
      JsonNode key = http.get("/v1/audit/keys").expect(200).json().get(0);
      String line = key.path("key_id").asString() + ":" + key.path("public_key").asString();
      Path file = folder.resolve("export");

      Files.writeString(file, http.get("/v1/audit/export").expect(200).text());
      List<String> whole = Files.readAllLines(file);
      assertThat(verify(file, line).findings()).isEmpty();
      assertThat(SecondOpinion.on(file, line).text()).startsWith("whole: 16 actions of 4 runs");

      for (Case one : CASES) {
        keep(sql);
        one.deed.to(tables);
        Files.writeString(file, http.get("/v1/audit/export").expect(200).text());
        if (database == Database.SQLITE || one.flaw == Flaw.CHANGED) {
          agree(one.name, one.flaw, file, line);
        } else {
          assertFound(one.name, one.flaw, verify(file, line));
        }
        restore(sql);
      }

      // The export is the same whatever the tables are in, and each signature costs the second
      // program a process.
      if (database == Database.SQLITE) {
        Set<Tampering> twice = Set.copyOf(Seed.someOf(List.of(Tampering.values()), TWICE, 0));
        for (Tampering tampering : Tampering.values()) {
          Files.write(file, tampering.applyTo(whole));
          if (twice.contains(tampering)) {
            agree(tampering.name(), tampering.flaw(), file, line);
          } else {
            assertFound(tampering.name(), tampering.flaw(), verify(file, line));
          }
        }
      }
      Files.writeString(file, http.get("/v1/audit/export").expect(200).text());
      assertThat(verify(file, line).findings()).isEmpty();
    }
  }

  private static void agree(String name, Flaw flaw, Path file, String key) throws Exception {
    ProofVerdict verdict = verify(file, key);
    assertFound(name, flaw, verdict);
    SecondOpinion.Opinion second = SecondOpinion.on(file, key);
    assertThat(second.whole()).as(name).isFalse();
    assertThat(second.places())
        .as("%s: both point to the same place: %s %s", name, second.text(), verdict.findings())
        .containsAnyElementsOf(verdict.findings().stream().map(Finding::place).toList());
  }

  private static void assertFound(String name, Flaw flaw, ProofVerdict verdict) {
    assertThat(verdict.findings().stream().map(Finding::flaw))
        .as("%s: %s", name, verdict.findings())
        .contains(flaw);
  }

  /** Commands, each allowed; gives the run. */
  private static String command(Http http, int count) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(Script.bash("echo " + i));
    }
    lines.add(Script.say("done"));
    String run = http.submit("s", lines.toArray(String[]::new));
    for (int i = 0; i < count; i++) {
      http.approve(run);
    }
    http.awaitRun(run, "completed");
    return run;
  }

  private static long key(String run) {
    return Ulid.keyOf("run_", run).orElseThrow();
  }

  private static ProofVerdict verify(Path file, String key) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return Verifier.verify(in, TrustedKeys.in(publicKey(key)));
    }
  }

  private static PublicKey publicKey(String line) {
    try {
      return PublicKey.parse(line);
    } catch (Malformed e) {
      throw new AssertionError(e);
    }
  }

  private static Connection connect(Path folder, Map<String, String> settings) throws SQLException {
    String url = settings.get("HOLDPOINT_DATABASE");
    if (url == null) {
      return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("holdpoint.db"));
    }
    URI at = URI.create(url);
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d%s?user=%s"
            .formatted(
                at.getHost(),
                at.getPort(),
                at.getPath(),
                at.getUserInfo().replaceFirst(":.*", "")));
  }

  private static final List<String> PROOF = List.of("actions", "checkpoints");

  private static void keep(Connection sql) throws SQLException {
    try (Statement statement = sql.createStatement()) {
      for (String table : PROOF) {
        statement.execute("CREATE TABLE kept_%1$s AS SELECT * FROM %1$s".formatted(table));
      }
    }
  }

  private static void restore(Connection sql) throws SQLException {
    try (Statement statement = sql.createStatement()) {
      for (String table : PROOF) {
        statement.execute("DELETE FROM " + table);
        statement.execute("INSERT INTO %1$s SELECT * FROM kept_%1$s".formatted(table));
        statement.execute("DROP TABLE kept_" + table);
      }
    }
  }
}
