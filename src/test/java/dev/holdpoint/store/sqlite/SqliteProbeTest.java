package dev.holdpoint.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.Writing;
import dev.holdpoint.store.sql.DeepWalk;
import dev.holdpoint.store.sql.OutsideWalk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading a ledger that a daemon has open. */
class SqliteProbeTest {
  @TempDir private Path folder = Path.of("");

  private static void add(Store store, long key) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(new Writing().add(Samples.parked(key, 1, key, null)).writes());
      transaction.commit();
    }
  }

  private void emptyTheLog() throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("holdpoint.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    assertThat(Files.size(folder.resolve("holdpoint.db-wal"))).isZero();
  }

  private DeepWalk.Seen deep(ObjLongConsumer<String> progress) {
    return SqliteProbe.deep(
            folder.resolve("holdpoint.db"),
            true,
            new OutsideWalk.Outside(_ -> false, _ -> null),
            progress)
        .orElseThrow();
  }

  @Test
  void an_empty_log_does_not_mean_that_nobody_writes() throws Exception {
    try (Store store = Stores.open(null, folder)) {
      add(store, 1);
      emptyTheLog();
      long before = deep((_, _) -> {}).documents();
      assertThat(Files.size(folder.resolve("holdpoint.db-wal"))).isZero();

      DeepWalk.Seen seen =
          deep(
              (what, _) -> {
                if (what.equals("pages")) {
                  add(store, 2);
                }
              });

      assertThat(seen.found()).isEmpty();
      assertThat(seen.documents()).as("what is written meanwhile is read").isGreaterThan(before);
    }
  }
}
