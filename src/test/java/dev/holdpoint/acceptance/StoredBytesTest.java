package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * What a run leaves in the ledger, counted: what is written again with each of its rows shows here.
 */
class StoredBytesTest {
  @Test
  void a_run_takes_few_bytes_while_it_waits_and_when_it_is_over() throws SQLException {
    Path folder = Database.newFolder();
    String[] run = new String[1];
    long parked =
        stored(
            folder,
            http -> {
              http.session("s");
              run[0] = http.submit("s", Script.approval("Deploy to production?"));
              http.awaitApproval(run[0]);
            });
    long over =
        stored(
            folder,
            http -> {
              http.approve(run[0]);
              http.awaitRun(run[0], "completed");
            });

    assertThat(parked).isBetween(800L, 1_300L);
    assertThat(over).isBetween(1_600L, 2_300L);
  }

  /** The bytes of all documents that are stored when the daemon has stopped. */
  private static long stored(Path folder, Consumer<Http> life) throws SQLException {
    try (TestDaemon daemon = TestDaemon.start(folder, Map.of())) {
      life.accept(daemon.http());
    }
    try (Connection ledger =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("holdpoint.db"));
        Statement statement = ledger.createStatement();
        ResultSet sum =
            statement.executeQuery(
                """
                SELECT sum(bytes) FROM (
                  SELECT length(CAST(doc AS BLOB)) AS bytes FROM sessions
                  UNION ALL SELECT length(CAST(doc AS BLOB)) FROM runs
                  UNION ALL SELECT length(CAST(doc AS BLOB)) FROM run_heads
                  UNION ALL SELECT length(CAST(doc AS BLOB)) FROM journal
                  UNION ALL SELECT length(CAST(steps AS BLOB)) FROM journal WHERE steps IS NOT NULL
                  UNION ALL SELECT length(CAST(doc AS BLOB)) FROM run_memories)""")) {
      sum.next();
      return sum.getLong(1);
    }
  }
}
