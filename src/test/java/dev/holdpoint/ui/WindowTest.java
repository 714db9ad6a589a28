package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Which rows of a long list are on the page, and where keys lead in it. */
class WindowTest extends BrowserTest {
  private static final String WINDOW = "inbox/window.js";

  @Test
  void rows_that_are_seen_and_some_around_them_are_on_the_page() {
    Page page = functions();
    // rows, scrolled, room, from, to
    int[][] table = {
      {0, 0, 400, 0, 0},
      {3, 0, 400, 0, 3},
      {5_000, 0, 400, 0, 18},
      {5_000, 39, 400, 0, 19},
      {5_000, 4_000, 400, 92, 118},
      {5_000, 4_020, 400, 92, 119},
      {5_000, 199_600, 400, 4_982, 5_000},
      {5_000, 900_000, 400, 4_982, 5_000},
      {5_000, -50, 400, 0, 18},
      {20, 900_000, 400, 2, 20},
      {5_000, 0, 0, 0, 8},
    };
    for (int[] row : table) {
      JsonNode seen =
          module(
              page,
              WINDOW,
              "visible",
              Map.of("count", row[0], "height", 40, "top", row[1], "room", row[2]));
      assertThat(new int[] {seen.path("from").asInt(), seen.path("to").asInt()})
          .as("%d rows, scrolled by %d, room %d", row[0], row[1], row[2])
          .containsExactly(row[3], row[4]);
    }
  }

  @Test
  void a_row_is_scrolled_to_only_where_it_is_not_seen_whole() {
    Page page = functions();
    // row, scrolled, scrolled then
    int[][] table = {
      {0, 0, 0},
      {9, 0, 0},
      {10, 0, 40},
      {9, 1, 1},
      {0, 1, 0},
      {4_999, 0, 199_600},
      {50, 4_000, 2_000},
    };
    for (int[] row : table) {
      JsonNode top =
          module(
              page,
              WINDOW,
              "revealed",
              Map.of("index", row[0], "height", 40, "top", row[1], "room", 400));
      assertThat(top.asInt()).as("row %d, scrolled by %d", row[0], row[1]).isEqualTo(row[2]);
    }
  }

  @Test
  void keys_lead_to_rows_and_never_beyond_the_ends() {
    Page page = functions();
    Object[][] table = {
      {"ArrowDown", -1, 5, 0},
      {"ArrowUp", -1, 5, 0},
      {"ArrowDown", 0, 5, 1},
      {"ArrowDown", 4, 5, 4},
      {"ArrowUp", 0, 5, 0},
      {"PageDown", 0, 5_000, 9},
      {"PageUp", 5, 5_000, 0},
      {"Home", 77, 5_000, 0},
      {"End", 77, 5_000, 4_999},
    };
    for (Object[] row : table) {
      JsonNode place = stepped(page, (String) row[0], (int) row[1], (int) row[2]);
      assertThat(place.asInt()).as("%s from %d of %d", row).isEqualTo(row[3]);
    }
    assertThat(stepped(page, "a", 1, 5).isNull()).isTrue();
    assertThat(stepped(page, "End", -1, 0).isNull()).isTrue();
  }

  private static JsonNode stepped(Page page, String key, int index, int count) {
    return module(page, WINDOW, "stepped", key, Map.of("index", index, "count", count, "rows", 10));
  }
}
