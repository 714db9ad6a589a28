package dev.holdpoint.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.engine.port.failure.StoreFailure;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading a ledger that a daemon has open. */
class SqliteProbeTest {
  private static final byte LEAF_OF_TABLE = 0x0d;

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

  private List<String> found() {
    try {
      return deep((_, _) -> {}).found();
    } catch (StoreFailure e) {
      // The page that says which version the tables have.
      return List.of();
    }
  }

  @Test
  void pages_that_have_changed_places_are_not_read_in_a_circle() throws Exception {
    try (Store store = Stores.open(null, folder)) {
      for (long key = 1; key <= 200; key++) {
        add(store, key);
      }
      emptyTheLog();
    }
    Path file = folder.resolve("holdpoint.db");
    byte[] whole = Files.readAllBytes(file);
    int size = ((whole[16] & 0xff) << 8) | (whole[17] & 0xff);
    List<Integer> leaves =
        IntStream.range(1, whole.length / size)
            .map(page -> page * size)
            .filter(at -> whole[at] == LEAF_OF_TABLE)
            .boxed()
            .toList();
    assertThat(leaves).hasSizeGreaterThan(20);
    List<String> found = new ArrayList<>();
    for (int i = 1; i < leaves.size(); i++) {
      byte[] swapped = whole.clone();
      System.arraycopy(whole, leaves.get(i - 1), swapped, leaves.get(i), size);
      System.arraycopy(whole, leaves.get(i), swapped, leaves.get(i - 1), size);
      Files.write(file, swapped);

      found.addAll(found());
    }
    assertThat(found).anyMatch(one -> one.contains("what follows is out of order"));
  }
}
