package dev.holdpoint.engine.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.holdpoint.core.agent.ServedSession;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.recovery.StartRepair;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Submission;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged run among those that a start interrupts or repairs. */
final class DamagedAtStartTest {
  private static final Slots SLOTS = Clarifications.slots(() -> true);

  @TempDir Path folder = Path.of("");

  private void execute(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("ledger.db"));
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).as(sql).isEqualTo(1);
    }
  }

  private static Run served(Bench bench, Session session, String text) {
    Submission submission =
        new Submission(
            RunKind.INPUT,
            RunHead.Driver.OUTSIDE,
            "mock",
            "acp",
            ServedSessions.SOURCE,
            "mock",
            text,
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE);
    ExternalGates.Gate gate =
        new ExternalGates.Gate(
            new ToolCall("call_1", "Bash", Json.EMPTY_OBJECT),
            GateDraft.approval(new ToolCall("call_1", "Bash", Json.EMPTY_OBJECT)).because("why"));
    return bench.outside.raise(session.id(), submission, gate, null, null).run();
  }

  @Test
  void a_damaged_run_of_a_served_session_keeps_no_other_from_being_interrupted() throws Exception {
    Session session;
    Run bad;
    Run good;
    try (Bench bench = new Bench(folder)) {
      session =
          new ServedSessions(bench.commits, SLOTS)
              .open(new ServedSessions.Server("one", "mock", 1), "own");
      bad = served(bench, session, "the words are changed");
      good = served(bench, session, "these are not");
    }
    execute(
        "UPDATE run_heads SET doc = replace(doc, 'words are', 'words were') WHERE run_key = "
            + bad.key());

    try (Bench bench = new Bench(folder)) {
      ServedSessions sessions = new ServedSessions(bench.commits, SLOTS);
      assertThat(sessions.interruptLeft(bench.engine, 0)).isEqualTo(1);
      assertThat(bench.now(good).status()).isEqualTo(RunStatus.INTERRUPTED);
      ServedSession closed =
          bench.store.read(queries -> queries.kept(ServedSession.KIND, session.key()));
      assertThat(Objects.requireNonNull(closed).open()).as("no start looks again").isFalse();
    }
  }

  @Test
  void a_session_with_a_damaged_run_is_not_repaired_and_stops_no_start() throws Exception {
    Run bad;
    try (Bench bench = new Bench(folder)) {
      bench.session("work");
      bad = bench.parked("work", GateDraft.Deadline.NONE);
    }
    execute("UPDATE runs SET doc = replace(doc, 'may I?', 'may Y?') WHERE key = " + bad.key());

    try (Bench bench = new Bench(folder)) {
      StartRepair repair = new StartRepair(bench.commits, SLOTS);
      assertThatNoException().isThrownBy(() -> repair.repair(List.of(bad.head().sessionKey())));
    }
  }
}
