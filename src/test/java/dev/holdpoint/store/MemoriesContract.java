package dev.holdpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.engine.port.store.RunMemoryQueries.MemoryRow;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a ledger owes to what ended runs have left. */
public abstract class MemoriesContract extends StoreContract {
  private static RunMemory left(long key, long sessionKey) {
    RunState state = new RunState.Completed(Samples.NOW + key);
    return Objects.requireNonNull(RunMemory.of(Samples.run(key, sessionKey, state)));
  }

  private void run(long key, long sessionKey, boolean leaves) {
    Writing writing =
        writing().add(Samples.run(key, sessionKey, new RunState.Completed(Samples.NOW + key)));
    commit((leaves ? writing.remember(left(key, sessionKey)) : writing).writes());
  }

  private static List<Long> keys(List<MemoryRow> rows) {
    return rows.stream().map(MemoryRow::key).toList();
  }

  @Test
  void a_session_finds_what_its_newest_runs_left() {
    commit(writing().add(Samples.session(1)).add(Samples.session(2)).writes());
    run(10, 1, true);
    run(11, 2, true);
    run(12, 1, true);
    run(13, 1, false);

    assertThat(now().memoriesOf(1, 9).rows())
        .containsExactly(new MemoryRow(12, left(12, 1)), new MemoryRow(10, left(10, 1)));
    assertThat(now().memoriesOf(1, 9).more()).isFalse();
    assertThat(now().memoriesOf(1, 3).more()).isFalse();
    assertThat(keys(now().memoriesOf(1, 2).rows())).containsExactly(12L);
    assertThat(now().memoriesOf(1, 2).more()).isTrue();
  }

  @Test
  void all_are_walked_from_either_end_and_forgotten_one_by_one() {
    commit(writing().add(Samples.session(1)).writes());
    for (long key = 10; key < 14; key++) {
      run(key, 1, true);
    }

    assertThat(keys(now().memoriesBelow(Long.MAX_VALUE, 2))).containsExactly(13L, 12L);
    assertThat(keys(now().memoriesBelow(12, 9))).containsExactly(11L, 10L);
    assertThat(keys(now().memoriesBetween(10, 13, 9))).containsExactly(11L, 12L);
    assertThat(keys(now().memoriesBetween(0, 99, 3))).containsExactly(10L, 11L, 12L);

    commit(writing().forget(11).forget(99).writes());
    assertThat(keys(now().memoriesBelow(99, 9))).containsExactly(13L, 12L, 10L);
    reopen();
    assertThat(keys(now().memoriesBelow(99, 9))).containsExactly(13L, 12L, 10L);
  }
}
