package dev.holdpoint.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.port.store.AuditQueries.RecordFilter;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Queries.RunCursor;
import dev.holdpoint.engine.port.store.Queries.RunFilter;
import dev.holdpoint.store.sql.SqlQueries;
import dev.holdpoint.store.sql.Statements;
import dev.holdpoint.store.sql.Tables;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every list and search finds its place by an index and reads on from there: no statement goes
 * through a whole table, and none sorts more than the rows that are live.
 */
class QueryPlanTest {
  private static final long DEEP = 1L << 40;
  private static final RecordKind<Note> NOTES = new RecordKind<>(31, Note.class);

  @TempDir private Path folder;

  record Note(long key) implements StoredRecord {}

  @Test
  void every_list_walks_an_index() throws SQLException {
    Path file = folder.resolve("ledger.db");
    SqliteStore.open(file).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      Set<String> asked = new LinkedHashSet<>();
      try (Statements sql = new Statements(listening(connection, asked), new SqliteDialect())) {
        askEverything(new SqlQueries(new Tables(sql)));
      }
      assertThat(asked).hasSizeGreaterThan(30);
      List<String> faults = new ArrayList<>();
      for (String statement : asked) {
        String fault = fault(connection, statement);
        if (fault != null) {
          faults.add(statement + "\n    " + fault);
        }
      }
      assertThat(faults).isEmpty();
    }
  }

  @Test
  void a_statement_that_reads_a_whole_table_or_sorts_it_would_be_noticed() throws SQLException {
    Path file = folder.resolve("ledger.db");
    SqliteStore.open(file).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      assertThat(fault(connection, "SELECT doc FROM runs WHERE status = 5")).contains("SCAN");
      assertThat(fault(connection, "SELECT doc FROM sessions ORDER BY doc LIMIT 5")).isNotNull();
    }
  }

  private static void askEverything(Queries queries) {
    queries.sessions(null, DEEP, 50);
    queries.sessions("p", DEEP, 50);
    queries.children(1, 50);
    queries.mails(new Queries.MailFilter(1, false), DEEP, 50);
    queries.mails(new Queries.MailFilter(1, true), DEEP, 50);
    queries.queuedRuns(1, DEEP, 50);
    queries.lastStartedRun(1, DEEP);
    queries.lastStartedKey(1, DEEP);
    queries.load(1);
    List<@Nullable RunStatus> statuses = new ArrayList<>(List.of(RunStatus.values()));
    statuses.add(null);
    for (RunStatus status : statuses) {
      for (Long session : new Long[] {null, 1L}) {
        queries.runPage(new RunFilter(session, status, false, null, 50));
        queries.runPage(new RunFilter(session, status, true, new RunCursor(true, DEEP), 50));
      }
    }
    for (GateKind kind : GateKind.values()) {
      List<GateState.@Nullable Status> all = new ArrayList<>(List.of(GateState.Status.values()));
      all.add(null);
      for (GateState.Status status : all) {
        queries.gates(new Queries.GateFilter(kind, status, null), DEEP, 50);
        queries.gates(new Queries.GateFilter(kind, status, 1L), DEEP, 50);
        for (boolean oldestFirst : new boolean[] {true, false}) {
          queries.gates(new Queries.GateFilter(kind, status, null, 5, DEEP, oldestFirst), 7, 50);
          queries.gates(new Queries.GateFilter(kind, status, 1L, 5, DEEP, oldestFirst), 7, 50);
        }
      }
    }
    queries.sessionsOfTenant("t", DEEP, 50);
    queries.countSessionsOfTenant("t");
    queries.dueGates(1, 50);
    queries.countDueGates(1);
    queries.newestStarted(List.of(7L, 8L));
    queries.firstRuns(List.of(7L, 8L));
    queries.nextDeadline();
    queries.journalAfter(DEEP, 50);
    queries.journalMarks(DEEP, 50);
    queries.settledRuns(1, DEEP, 50);
    queries.runnableRuns(50);
    queries.queuedAmong(List.of(1L, 2L));
    queries.keptBelow(NOTES, null, DEEP, 50);
    queries.keptBelow(NOTES, "g", DEEP, 50);
    queries.keptOf(NOTES, "t", null, DEEP, 50);
    queries.keptOf(NOTES, "t", "g", DEEP, 50);
    queries.countKeptOf(NOTES, "t", null);
    queries.countKeptOf(NOTES, "t", "g");
    queries.keptAmong(NOTES, List.of(1L, 2L));
    queries.named(NOTES, "n");
    queries.due(NOTES, 1, 50);
    queries.nextDue();
    queries.withTerms(NOTES, List.of("g", "h"), List.of("a", "b"), 50);
    queries.groupsWith(NOTES, "a", 50);
    queries.memoriesOf(1, 50);
    queries.memoriesBelow(DEEP, 50);
    queries.memoriesBetween(1, DEEP, 50);
    for (String target : new String[] {null, "token.create"}) {
      for (String principal : new String[] {null, "admin"}) {
        RecordFilter records = new RecordFilter(ActionKind.ADMIN, target, principal, 1, DEEP);
        queries.records(records, 50);
        queries.countRecords(records, 50);
      }
    }
    queries.safe().of("con_1");
    queries.safe().wrappedByOthers("k", 50);
    queries.safe().wrappedBy("k", 50);
  }

  /** What is wrong with the way the database would answer, or null. */
  private static @Nullable String fault(Connection connection, String statement)
      throws SQLException {
    Collection<String> plan = plan(connection, statement);
    for (String step : plan) {
      boolean whole = step.startsWith("SCAN ") && !step.contains("USING") && !isInner(plan, step);
      // The keys of the live runs are sorted for a page; of records, what a search has found.
      boolean sorted =
          step.contains("TEMP B-TREE")
              && !statement.contains("status < 4")
              && !statement.contains("record_terms");
      // Values that are given with the statement are no table.
      if ((whole && !step.contains("json_each") && !step.contains("CONSTANT ROW")) || sorted) {
        return String.join(" | ", plan);
      }
    }
    return null;
  }

  /** What an inner query gives is scanned; how it finds that has a step of its own. */
  private static boolean isInner(Collection<String> plan, String step) {
    return plan.contains("CO-ROUTINE " + step.substring("SCAN ".length()));
  }

  private static Collection<String> plan(Connection connection, String statement)
      throws SQLException {
    List<String> steps = new ArrayList<>();
    try (Statement explain = connection.createStatement();
        ResultSet rows = explain.executeQuery("EXPLAIN QUERY PLAN " + statement)) {
      while (rows.next()) {
        steps.add(rows.getString("detail"));
      }
    }
    return steps;
  }

  /** The same connection, which notes what it is asked to prepare. */
  private static Connection listening(Connection connection, Set<String> asked) {
    return (Connection)
        Proxy.newProxyInstance(
            QueryPlanTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                asked.add((String) arguments[0]);
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
