package dev.holdpoint.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.Folders;
import dev.holdpoint.core.event.EventGaps.Leap;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.engine.port.failure.LedgerLost;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.Writing;
import dev.holdpoint.store.files.HeadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a ledger's head notices. */
class SqliteHeadTest {
  private static final String WAL = Stores.LEDGER + "-wal";

  /** Of the WAL, and of each of its frames before the page. */
  private static final int WAL_HEADER = 32;

  @TempDir(factory = Folders.OnDisk.class)
  Path folder = Path.of("");

  private Path living() throws IOException {
    return Files.createDirectories(folder.resolve("living"));
  }

  private static void commit(Store store, int session) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(new Writing().add(Samples.session(session)).writes());
      transaction.commit();
    }
  }

  /** As after kill -9: what the process had written, with nothing closed. */
  private Path killed(Path living, String name) throws IOException {
    Path copy = Files.createDirectories(folder.resolve(name));
    for (String file : Objects.requireNonNull(living.toFile().list())) {
      if (!file.endsWith("-shm")) {
        Files.copy(living.resolve(file), copy.resolve(file));
      }
    }
    return copy;
  }

  private static int sessions(Path folder) {
    try (Store store = Stores.open(null, folder)) {
      long count = store.read(queries -> queries.countSessions(null));
      return (int) count;
    }
  }

  private static void flip(Path file, long at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) at] ^= 0x10;
    Files.write(file, bytes);
  }

  @Test
  void a_bit_that_flips_in_the_log_undoes_nothing_in_silence() throws IOException {
    Path dead;
    long two;
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
      commit(store, 2);
      two = Files.size(living().resolve(WAL));
      commit(store, 3);
      commit(store, 4);
      dead = killed(living(), "dead");
    }
    flip(dead.resolve(WAL), two + 100);
    byte[] damaged = Files.readAllBytes(dead.resolve(WAL));

    assertThatThrownBy(() -> Stores.open(null, dead))
        .isInstanceOf(LedgerLost.class)
        .hasMessageContaining("lacks its newest commits: 2 of 4, made after 20")
        .hasMessageContaining("Nothing was changed")
        .hasMessageContaining("holdpoint restore")
        .hasMessageContaining("ledger accept-loss --data " + dead)
        .hasMessageNotContaining("\n");

    assertThat(Files.readAllBytes(dead.resolve(WAL))).isEqualTo(damaged);
    flip(dead.resolve(WAL), two + 100);
    assertThat(sessions(dead)).isEqualTo(4);
  }

  @Test
  void a_log_that_is_gone_or_cut_is_noticed() throws IOException {
    Path gone;
    Path cut;
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
      commit(store, 2);
      gone = killed(living(), "gone");
      cut = killed(living(), "cut");
    }
    Files.delete(gone.resolve(WAL));
    byte[] log = Files.readAllBytes(cut.resolve(WAL));
    Files.write(cut.resolve(WAL), Arrays.copyOf(log, log.length - WAL_HEADER));

    assertThatThrownBy(() -> Stores.open(null, gone)).hasMessageContaining("2 of 2");
    assertThatThrownBy(() -> Stores.open(null, cut)).hasMessageContaining("1 of 2");
  }

  @Test
  void an_older_file_that_was_put_in_its_place_is_noticed() throws IOException {
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
    }
    Path older = killed(living(), "older");
    try (Store store = Stores.open(null, living())) {
      commit(store, 2);
    }
    Files.copy(living().resolve(HeadFile.NAME), older.resolve("newer.head"));
    Files.delete(older.resolve(HeadFile.NAME));
    // A restored ledger comes without a head and gets one.
    assertThat(sessions(older)).isEqualTo(1);
    Files.delete(older.resolve(HeadFile.NAME));
    Files.move(older.resolve("newer.head"), older.resolve(HeadFile.NAME));

    assertThatThrownBy(() -> Stores.open(null, older)).hasMessageContaining("1 of 2");
  }

  @Test
  void another_history_of_the_same_length_is_noticed() throws IOException {
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
    }
    Path other = killed(living(), "other");
    try (Store store = Stores.open(null, living())) {
      commit(store, 2);
    }
    try (Store store = Stores.open(null, other)) {
      commit(store, 3);
    }
    Files.delete(other.resolve(HeadFile.NAME));
    Files.copy(living().resolve(HeadFile.NAME), other.resolve(HeadFile.NAME));

    assertThatThrownBy(() -> Stores.open(null, other))
        .isInstanceOf(LedgerLost.class)
        .hasMessageContaining("is a different ledger than the previous one, which is recorded in");
  }

  @Test
  void a_head_that_is_behind_after_a_power_cut_is_no_loss() throws IOException {
    Path early;
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
      early = killed(living(), "early");
      commit(store, 2);
    }
    Files.delete(living().resolve(HeadFile.NAME));
    Files.copy(early.resolve(HeadFile.NAME), living().resolve(HeadFile.NAME));

    assertThat(sessions(living())).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 60, 115, 128, 200, 243})
  void a_head_of_which_a_part_is_damaged_stops_no_start(int at) throws IOException {
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
      commit(store, 2);
    }
    flip(living().resolve(HeadFile.NAME), at);

    assertThat(sessions(living())).isEqualTo(2);
    assertThat(Objects.requireNonNull(HeadFile.read(living().resolve(HeadFile.NAME))).commits())
        .isEqualTo(2);
  }

  @Test
  void a_head_that_cannot_be_read_at_all_is_made_anew() throws IOException {
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
    }
    Files.writeString(living().resolve(HeadFile.NAME), "nonsense");

    assertThat(sessions(living())).isEqualTo(1);
    assertThat(HeadFile.read(living().resolve(HeadFile.NAME))).isNotNull();
  }

  @Test
  void no_ledger_is_made_where_one_is_gone() throws IOException {
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
    }
    Files.delete(living().resolve(Stores.LEDGER));
    assertThatThrownBy(() -> Stores.open(null, living()))
        .isInstanceOf(LedgerLost.class)
        .hasMessageContaining("is missing, and with it all 1 commits")
        .hasMessageContaining("To start with a new ledger");
    assertThatThrownBy(() -> Stores.acceptLoss(living(), 1)).isInstanceOf(LedgerLost.class);
    assertThat(living().resolve(Stores.LEDGER)).doesNotExist();
  }

  @Test
  void an_accepted_loss_that_was_killed_before_its_commit_is_still_a_loss() throws IOException {
    Path dead;
    long lost;
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
      lost = Files.size(living().resolve(WAL));
      commit(store, 2);
      dead = killed(living(), "dead");
    }
    flip(dead.resolve(WAL), lost + 100);
    // No commit is possible: as far as the disk is concerned it was killed right before.
    Path ledger = dead.resolve(Stores.LEDGER);
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + ledger);
        Statement sql = other.createStatement()) {
      sql.execute("BEGIN IMMEDIATE");
      assertThatThrownBy(() -> Stores.acceptLoss(dead, 1)).isInstanceOf(StoreFailure.class);
    } catch (SQLException e) {
      throw new IOException(e);
    }

    assertThatThrownBy(() -> Stores.open(null, dead)).hasMessageContaining("1 of 2");
  }

  @Test
  void a_head_that_cannot_be_written_stops_the_store() throws IOException {
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
      Files.write(living().resolve(HeadFile.NAME), new byte[0]);
      assertThatThrownBy(() -> commit(store, 2)).isInstanceOf(StoreBroken.class);
      assertThatThrownBy(() -> commit(store, 3)).isInstanceOf(StoreBroken.class);
    } catch (StoreFailure _) {
      // It cannot be brought to disk either.
    }
    assertThat(sessions(living())).as("what was committed is there").isEqualTo(2);
  }

  @Test
  void a_ledger_with_an_id_of_its_own_is_another_one() throws IOException {
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
    }
    Path other = Files.createDirectories(folder.resolve("other"));
    try (Store store = Stores.open(null, other)) {
      commit(store, 1);
      commit(store, 2);
    }
    Files.copy(
        living().resolve(HeadFile.NAME),
        other.resolve(HeadFile.NAME),
        StandardCopyOption.REPLACE_EXISTING);

    assertThatThrownBy(() -> Stores.open(null, other))
        .isInstanceOf(LedgerLost.class)
        .hasMessageContaining("is a different ledger than the previous one, which is recorded in");
  }

  @Test
  void an_empty_file_beside_keys_is_no_ledger() throws IOException {
    Files.createFile(living().resolve(Stores.LEDGER));
    Files.createFile(living().resolve("audit-key"));

    assertThatThrownBy(() -> Stores.open(null, living())).isInstanceOf(LedgerLost.class);

    Files.delete(living().resolve("audit-key"));
    assertThatCode(() -> Stores.open(null, living()).close()).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"audit-key", "vault-key", "assets", "holdpoint.seen"})
  void no_ledger_is_made_beside_what_was_made_for_another(String name) throws IOException {
    Files.createFile(living().resolve(name));

    assertThatThrownBy(() -> Stores.open(null, living()))
        .isInstanceOf(LedgerLost.class)
        .hasMessageContaining("(" + name + ")")
        .hasMessageContaining("To start with a new ledger");

    assertThat(living().resolve(Stores.LEDGER)).doesNotExist();
    Files.delete(living().resolve(name));
    assertThatCode(() -> Stores.open(null, living()).close()).doesNotThrowAnyException();
  }

  @Test
  void a_loss_that_is_accepted_gives_no_id_again() throws IOException {
    Path dead;
    long lost;
    try (Store store = Stores.open(null, living())) {
      commit(store, 1);
      lost = Files.size(living().resolve(WAL));
      try (Store.Transaction transaction = store.begin()) {
        transaction.write(new Writing().add(Samples.session(2)).mark(500, 9_000).writes());
        transaction.commit();
      }
      dead = killed(living(), "dead");
    }
    flip(dead.resolve(WAL), lost + 100);

    Loss loss = Objects.requireNonNull(Stores.acceptLoss(dead, 1_763_200_000_000L));

    assertThat(loss.commits()).isEqualTo(1);
    assertThat(loss.sinceMs()).isPositive().isLessThanOrEqualTo(loss.untilMs());
    assertThat(Stores.acceptLoss(dead, 1_763_200_000_000L)).isNull();
    assertThat(Objects.requireNonNull(HeadFile.read(dead.resolve(HeadFile.NAME))).commits())
        .as("behind the one that is gone")
        .isEqualTo(3);
    try (Store store = Stores.open(null, dead)) {
      assertThat(store.read(Queries::loss)).isEqualTo(loss);
      assertThat(store.read(Queries::lastEventId)).isGreaterThan(500);
      assertThat(store.read(Queries::lastKey)).isGreaterThan(9_000);
      Leap leap = store.read(Queries::leaps).all().getLast();
      assertThat(leap.upTo()).isEqualTo(store.read(Queries::lastEventId));
      long sessions = store.read(queries -> queries.countSessions(null));
      assertThat(sessions).isEqualTo(1);
    }
  }
}
