package dev.holdpoint.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.engine.port.failure.LedgerLost;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.Writing;
import dev.holdpoint.store.files.HeadFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node remembers of a ledger in PostgreSQL while it is not there. */
class SeenCommitsTest {
  private final String url = EmbeddedPostgres.shared().newDatabase();

  @TempDir Path folder = Path.of("");

  private static void commit(Store store, int session) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(new Writing().add(Samples.session(session)).writes());
      transaction.commit();
    }
  }

  private void execute(String sql) {
    EmbeddedPostgres.shared().executeAt(url, sql);
  }

  private long seen() {
    return Objects.requireNonNull(HeadFile.read(folder.resolve(HeadFile.SEEN))).commits();
  }

  @Test
  void a_ledger_that_has_gone_back_while_the_node_was_away_does_not_start() {
    try (Store store = Stores.open(url, folder)) {
      commit(store, 1);
      commit(store, 2);
    }
    assertThat(seen()).isEqualTo(2);
    execute("UPDATE head SET commits = 1");

    assertThatThrownBy(() -> Stores.open(url, folder))
        .isInstanceOf(LedgerLost.class)
        .hasMessageContaining("has fewer commits (1) than this node has seen (2)")
        .hasMessageContaining("A standby that was behind")
        .hasMessageEndingWith("Nothing was changed");
    assertThat(seen()).isEqualTo(2);

    // What docs/scaling.md says to do.
    Stores.leap(url, Path.of("unused"), 1_000_000, 1);
    try (Store store = Stores.open(url, folder)) {
      assertThat(Objects.requireNonNull(store.cluster().head()).commits()).isGreaterThan(1_000_000);
    }
    assertThat(seen()).isGreaterThan(1_000_000);
  }

  @Test
  void what_others_have_committed_counts_as_soon_as_it_is_seen() {
    try (Store store = Stores.open(url, folder);
        Store other = Stores.open(url, Path.of("unused"))) {
      commit(other, 1);
      assertThat(seen()).isZero();
      store.cluster().head();
      assertThat(seen()).isEqualTo(1);
    }
  }

  @Test
  void another_ledger_is_no_loss() throws Exception {
    try (Store store = Stores.open(url, folder)) {
      commit(store, 1);
    }
    String another = EmbeddedPostgres.shared().newDatabase();
    try (Store store = Stores.open(another, folder)) {
      assertThat(store.ledgerId()).isNotEmpty();
    }
    assertThat(seen()).isZero();
    assertThat(Files.exists(Path.of("unused"))).isFalse();
  }
}
