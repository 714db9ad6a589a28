package dev.holdpoint.core.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.description.RiskLevel;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The orders of the inbox, as a table. */
class InboxSortTest {
  private record Mark(
      long key, long settledIn, @Nullable Long expiresAtMs, @Nullable RiskLevel risk) {}

  private static final List<Mark> MARKS =
      List.of(
          new Mark(1, 40, null, RiskLevel.LOW),
          new Mark(2, 10, 900L, RiskLevel.HIGH),
          new Mark(3, 30, 500L, null),
          new Mark(4, 30, 500L, RiskLevel.HIGH),
          new Mark(5, 20, null, RiskLevel.NORMAL));

  @ParameterizedTest
  @CsvSource({"OLDEST, 12345", "NEWEST, 14352", "DEADLINE, 34215", "RISK, 24513"})
  // PG-09
  void PG_09_each_order_with_its_ties(InboxSort sort, String wanted) {
    Comparator<InboxPlace> order = sort.order();
    List<Long> sorted =
        MARKS.stream()
            .map(mark -> sort.place(mark.key, mark.settledIn, mark.expiresAtMs, mark.risk))
            .sorted(order)
            .map(InboxPlace::key)
            .toList();
    assertThat(sorted).isEqualTo(wanted.chars().mapToObj(key -> (long) key - '0').toList());
  }

  @Test
  void a_list_of_what_waits_is_newest_by_key() {
    assertThat(
            Stream.of(1L, 3L, 2L)
                .map(key -> InboxSort.NEWEST.place(key, 0, null, null))
                .sorted(InboxSort.NEWEST.order())
                .map(InboxPlace::key))
        .containsExactly(3L, 2L, 1L);
  }

  @Test
  void a_place_is_read_as_it_was_written() {
    InboxPlace place = new InboxPlace(Long.MAX_VALUE, 7);
    assertThat(InboxPlace.of(place.text())).contains(place);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7", "7.", ".7", "-1.7", "1.7.7", "9999999999999999999.1", "a.b"})
  void no_other_text_is_a_place(String text) {
    assertThat(InboxPlace.of(text)).isEmpty();
  }
}
