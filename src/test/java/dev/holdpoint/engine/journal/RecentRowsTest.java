package dev.holdpoint.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.engine.journal.Feed.Filter;
import dev.holdpoint.engine.journal.Feed.Slice;
import dev.holdpoint.engine.journal.RecentRows.Entry;
import dev.holdpoint.store.Samples;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecentRowsTest {
  private final RecentRows ring = new RecentRows(0);

  @Test
  void a_reader_is_not_led_past_what_the_store_knows_and_the_ring_was_not_told_of() {
    keep(1, 2);
    ring.raise(4);

    assertThat(after(0)).isEqualTo(new Slice(rows(1, 2), 2, true));
    assertThat(after(2)).as("to be asked of the store").isNull();

    keep(3, 4);
    assertThat(after(2)).isEqualTo(new Slice(rows(3, 4), 4, false));
  }

  @Test
  void nor_is_one_who_wants_none_of_what_is_there() {
    keep(1, 2);
    ring.raise(4);

    assertThat(ring.after(0, new Filter.OfRun(99), 10)).isEqualTo(new Slice(List.of(), 2, true));
  }

  @Test
  void who_is_up_to_date_is_told_so() {
    keep(1, 2);
    assertThat(after(1)).isEqualTo(new Slice(rows(2, 2), 2, false));
    assertThat(after(2)).isEqualTo(new Slice(List.of(), 2, false));
  }

  private @Nullable Slice after(long cursor) {
    return ring.after(cursor, new Filter.All(), 10);
  }

  private void keep(long first, long last) {
    ring.keep(rows(first, last).stream().map(Entry::of).toList());
  }

  private static List<JournalRow> rows(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(RecentRowsTest::row).toList();
  }

  private static JournalRow row(long id) {
    JournalRow row =
        Samples.journal(id, Samples.parked(2, 1, 3, null), new LedgerEvent.RunUpdated());
    return new JournalRow(
        row.lastId(),
        row.atMs(),
        row.sessionKey(),
        row.sessionId(),
        row.run(),
        row.events(),
        List.of());
  }
}
