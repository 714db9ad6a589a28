package dev.holdpoint.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState.Status;
import dev.holdpoint.core.inbox.InboxSort;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.CountingStore;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However many gates wait, only so much is read for a page. */
class InboxReadTest {
  private static final int BATCH = 1_000;
  private static final int PAGE = 50;

  /** Rows of gates and runs, and a few of policies and groups. */
  private static final int SOME = 20;

  @TempDir private Path folder;
  private CountingStore store;

  @BeforeEach
  void open() {
    store = new CountingStore(MigratedLedger.open(folder.resolve("ledger.db")));
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** Approvals that wait; every second one has a deadline, later ones the sooner. */
  private void fill(int gates) {
    commit(new Writing().add(Samples.session(1)));
    for (int from = 0; from < gates; from += BATCH) {
      Writing writing = new Writing();
      for (int i = from; i < Math.min(gates, from + BATCH); i++) {
        Long deadline = i % 2 == 0 ? null : Long.valueOf(Samples.NOW + gates - i);
        Run run = Samples.parked(10L + i, 1, key(i), deadline);
        writing.add(run);
        writing.add(
            new GateRow(key(i), GateKind.APPROVAL, Status.PENDING, run.key(), 1, deadline, 0));
      }
      commit(writing);
    }
  }

  private static long key(int number) {
    return 10_000_000L + number;
  }

  private void commit(Writing writing) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(writing.writes());
      transaction.commit();
    }
  }

  private static InboxWish wish(InboxSort sort, List<InboxFilter> filters) {
    return wish(sort, null, filters);
  }

  private static InboxWish wish(
      InboxSort sort, @Nullable String tenantId, List<InboxFilter> filters) {
    return new InboxWish(
        EnumSet.allOf(GateKind.class),
        Set.of(Status.PENDING),
        null,
        0,
        Long.MAX_VALUE,
        sort,
        null,
        tenantId,
        null,
        filters);
  }

  private InboxPart<InboxGate> page(InboxWish wish, @Nullable InboxPart<InboxGate> before) {
    store.reset();
    return store.read(
        queries ->
            new InboxRead(queries, Samples.NOW)
                .page(wish, before == null ? null : before.next(), PAGE, gates -> gates));
  }

  private static List<Long> keys(InboxPart<InboxGate> page) {
    return page.rows().stream().map(gate -> gate.row().key()).toList();
  }

  private void theDefaultPageReadsAPage() {
    InboxPart<InboxGate> first = page(wish(InboxSort.OLDEST, List.of()), null);
    assertThat(store.rows()).isLessThan(2 * PAGE + SOME);
    assertThat(first.truncated()).isFalse();
    InboxPart<InboxGate> second = page(wish(InboxSort.OLDEST, List.of()), first);
    assertThat(store.rows()).isLessThan(2 * PAGE + SOME);
    List<Long> both = new ArrayList<>(keys(first));
    both.addAll(keys(second));
    List<Long> wanted = new ArrayList<>();
    for (int i = 0; i < 2 * PAGE; i++) {
      wanted.add(key(i));
    }
    assertThat(both).isEqualTo(wanted);
  }

  private void everyOtherSortLooksAtSoMany(InboxSort sort) {
    InboxPart<InboxGate> page = page(wish(sort, List.of()), null);
    assertThat(store.rows()).isLessThan(2 * InboxRead.MOST + 500 + SOME);
    assertThat(store.questions()).isLessThan(2 * InboxRead.MOST / 20 + SOME);
    assertThat(store.mostAtOnce()).isLessThanOrEqualTo(20);
    assertThat(page.truncated()).isTrue();
    assertThat(page.rows()).hasSize(PAGE);
  }

  @Test
  // PG-13
  void PG_13_the_default_page_reads_no_more_of_a_long_list() {
    fill(3_000);
    theDefaultPageReadsAPage();
  }

  @ParameterizedTest
  @EnumSource(names = {"DEADLINE", "RISK"})
  // PG-13
  void PG_13_another_sort_looks_at_so_many_and_says_so(InboxSort sort) {
    fill(InboxRead.MOST + 1_000);
    everyOtherSortLooksAtSoMany(sort);
  }

  @Test
  // PG-13
  void PG_13_what_no_index_finds_is_looked_for_among_so_many() {
    fill(InboxRead.MOST + 10);
    InboxFilter last =
        some -> some.stream().filter(gate -> gate.row().key() >= key(InboxRead.MOST - 1)).toList();
    InboxPart<InboxGate> page = page(wish(InboxSort.OLDEST, List.of(last)), null);
    assertThat(keys(page)).containsExactly(key(InboxRead.MOST - 1));
    assertThat(page.truncated()).isTrue();
    assertThat(store.rows()).isLessThan(2 * InboxRead.MOST + SOME);
    // By age, the next page goes on where this one ended.
    InboxPart<InboxGate> next = page(wish(InboxSort.OLDEST, List.of(last)), page);
    assertThat(keys(next)).hasSize(10).doesNotContainAnyElementsOf(keys(page));
    assertThat(next.next()).isNull();
    assertThat(next.truncated()).isFalse();
  }

  @Test
  // PG-14
  void PG_14_what_waits_at_others_does_not_stand_in_front_of_a_tenants_own() {
    fill(InboxRead.MOST + 10);
    Run run = Samples.parked(10L + InboxRead.MOST + 10, 1, key(InboxRead.MOST + 10), null);
    long key = key(InboxRead.MOST + 10);
    commit(
        new Writing()
            .add(run)
            .add(
                new GateRow(
                    key, GateKind.APPROVAL, Status.PENDING, run.key(), 1, null, 0, "tnt_b")));
    for (InboxSort sort : InboxSort.values()) {
      InboxPart<InboxGate> page = page(wish(sort, "tnt_b", List.of()), null);
      assertThat(keys(page)).containsExactly(key);
      assertThat(page.truncated()).isFalse();
      assertThat(page.next()).isNull();
      assertThat(store.rows()).isLessThan(SOME);
    }
    InboxRead.Counts counts =
        store.read(queries -> new InboxRead(queries, Samples.NOW).counts("tnt_b", null));
    assertThat(counts).isEqualTo(new InboxRead.Counts(1, 0, 0));
  }

  @Test
  void what_fits_in_is_not_truncated() {
    fill(InboxRead.MOST);
    assertThat(page(wish(InboxSort.DEADLINE, List.of()), null).truncated()).isFalse();
  }

  @Test
  @Tag("long")
  // PG-13
  void PG_13_a_million_gates() {
    fill(1_000_000);
    theDefaultPageReadsAPage();
    everyOtherSortLooksAtSoMany(InboxSort.DEADLINE);
    everyOtherSortLooksAtSoMany(InboxSort.RISK);
    store.reset();
    InboxRead.Counts counts =
        store.read(queries -> new InboxRead(queries, Samples.NOW).counts(null, null));
    assertThat(counts.all()).isEqualTo(1_000_000);
    assertThat(store.rows()).isLessThan(SOME);
  }
}
