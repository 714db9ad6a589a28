package dev.holdpoint.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.event.EventGaps.Leap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Event ids that a restored ledger has passed over. */
class EventGapsTest {
  private static final EventGaps TWICE =
      EventGaps.NONE.plus(new Leap(100, 1_000)).plus(new Leap(1_050, 2_000));

  @ParameterizedTest
  @CsvSource({
    "100, 0, the last event of the backup is here",
    "101, 1000, the next one was given to an event that is not",
    "999, 1000, and so is all that was passed over",
    "1000, 0, from there streams go on that were told",
    "1001, 0, an event of ours",
    "1050, 0, the last one of the second backup",
    "1500, 2000, passed over by the second restore",
    "2000, 0, as above"
  })
  void an_id_that_was_passed_over_is_known_for_it(long id, long goesOnAfter, String why) {
    Leap leap = TWICE.over(id);

    assertThat(leap == null ? 0 : leap.upTo()).as(why).isEqualTo(goesOnAfter);
  }

  @ParameterizedTest
  @CsvSource({
    "2010, 5, 2005, all of them are after the last leap",
    "2010, 10, 1050, exactly those after the last leap",
    "2010, 11, 1049, one more is before it",
    "2010, 60, 100, those between the leaps",
    "2010, 61, 99, one from before both",
    "2010, 200, -40, more than there are"
  })
  void a_window_counts_events_and_not_ids(long head, long events, long cursor, String why) {
    assertThat(TWICE.back(head, events)).as(why).isEqualTo(cursor);
  }

  @Test
  void a_ledger_that_was_never_restored_counts_ids() {
    assertThat(EventGaps.NONE.back(50, 7)).isEqualTo(43);
    assertThat(EventGaps.NONE.over(50)).isNull();
  }
}
