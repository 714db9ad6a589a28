package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The rules that every list shares. */
@OnBothDatabases
class PaginationTest extends Acceptance {
  PaginationTest(Database database) {
    super(database);
  }

  enum Listing {
    SESSIONS("/v1/sessions", "/session_id", false),
    RUNS("/v1/runs", "/run_id", false),
    RUNS_ACTIVE_FIRST("/v1/runs?priority_active=true", "/run_id", false),
    APPROVALS("/v1/approvals", "/request/id", true),
    ALL_APPROVALS("/v1/approvals?status=all", "/request/id", true),
    QUESTIONS("/v1/questions", "/request/id", true);

    private final String path;
    private final String id;
    private final boolean wholeByDefault;

    Listing(String path, String id, boolean wholeByDefault) {
      this.path = path;
      this.id = id;
      this.wholeByDefault = wholeByDefault;
    }

    String with(String query) {
      return path + (path.contains("?") ? "&" : "?") + query;
    }

    /** Adds one row that waits, so that it stays in every list. */
    String add(PaginationTest test) {
      String session = test.session();
      JsonNode run = test.park(session, this == QUESTIONS ? Script.ask() : Script.approval("x"));
      return switch (this) {
        case SESSIONS -> session;
        case RUNS, RUNS_ACTIVE_FIRST -> id(run);
        case APPROVALS, ALL_APPROVALS -> approvalId(run);
        case QUESTIONS -> questionId(run);
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  // K4-65, K4-66
  void K4_65_K4_66_page_true_is_an_envelope_and_without_it_there_is_an_array(Listing list) {
    list.add(this);
    list.add(this);

    JsonNode array = http.get(list.with("limit=2")).expect(200).json();
    JsonNode page = http.get(list.with("limit=1&page=true")).expect(200).json();

    assertThat(array.isArray()).isTrue();
    assertThat(array.size()).isEqualTo(2);
    assertThat(members(page)).containsExactly("items", "pagination");
    assertThat(page.path("items").size()).isEqualTo(1);
    assertThat(page.path("items").get(0)).isEqualTo(array.get(0));
    JsonNode pagination = page.path("pagination");
    assertThat(members(pagination))
        .containsExactly("limit", "total_count", "has_more", "next_cursor", "order");
    assertThat(pagination.path("limit").asInt()).isEqualTo(1);
    assertThat(pagination.path("total_count").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(pagination.path("has_more").asBoolean()).isTrue();
    assertThat(text(pagination, "next_cursor")).matches("[A-Za-z0-9_-]+");
  }

  @ParameterizedTest
  @EnumSource
  // K4-67
  void K4_67_walking_the_pages_meets_every_row_once_though_rows_are_added(Listing list) {
    List<String> before = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      before.add(list.add(this));
    }

    List<String> met = walk(list, _ -> list.add(this));

    assertThat(met).doesNotHaveDuplicates().containsAll(before);
    List<String> ours = met.stream().filter(before::contains).toList();
    assertThat(ours).as("in one order").isIn(List.of(before, before.reversed()));
  }

  private List<String> walk(Listing list, Consumer<JsonNode> between) {
    List<String> met = new ArrayList<>();
    String query = "limit=3&page=true";
    for (int pages = 1; ; pages++) {
      JsonNode page = http.get(list.with(query)).expect(200).json();
      page.path("items").valueStream().map(row -> row.at(list.id).asString()).forEach(met::add);
      JsonNode pagination = page.path("pagination");
      if (!pagination.path("has_more").asBoolean()) {
        assertThat(pagination.has("next_cursor")).isFalse();
        return met;
      }
      if (pages <= 3) {
        between.accept(page);
      }
      // A cursor asks for a page by itself.
      query = "limit=" + (pages < 3 ? 2 : 100) + "&cursor=" + text(pagination, "next_cursor");
    }
  }

  @ParameterizedTest
  @EnumSource
  // K4-68, K4-69, K4-281
  void K4_68_K4_69_K4_281_a_limit_holds_for_arrays_too_and_is_at_most_100(Listing list) {
    list.add(this);
    list.add(this);

    assertThat(http.get(list.with("limit=1")).expect(200).json().size()).isEqualTo(1);
    for (String limit : List.of("100", "101", "999999999")) {
      JsonNode page = http.get(list.with("page=true&limit=" + limit)).expect(200).json();
      assertThat(page.at("/pagination/limit").asInt()).isEqualTo(100);
      assertThat(page.path("items").size()).isLessThanOrEqualTo(100);
    }
    assertThat(http.get(list.with("page=true")).expect(200).json().at("/pagination/limit").asInt())
        .isEqualTo(50);
    if (!list.wholeByDefault) {
      assertThat(http.get(list.path).expect(200).json().size()).isLessThanOrEqualTo(50);
    }
  }

  @ParameterizedTest
  @EnumSource
  // K4-70
  void K4_70_a_limit_of_nothing_or_nonsense_is_refused(Listing list) {
    for (String limit : List.of("0", "00", "-1", "x", "1.5", "", "1e2", "99999999999999999999")) {
      refused(http.get(list.with("limit=" + limit)), 400, "pagination", "invalid_limit");
      refused(http.get(list.with("page=true&limit=" + limit)), 400, "pagination", "invalid_limit");
    }
  }

  @ParameterizedTest
  @EnumSource
  // K4-71
  void K4_71_a_cursor_of_another_list_or_another_filter_or_of_nobody_is_refused(Listing list) {
    list.add(this);
    list.add(this);
    String own =
        text(http.get(list.with("limit=1&page=true")).json().path("pagination"), "next_cursor");
    List<String> foreign = new ArrayList<>(List.of("", "x", "%21%21", "AAAA", own + "A"));
    for (Listing other : Listing.values()) {
      if (other != list) {
        other.add(this);
        other.add(this);
        foreign.add(
            text(
                http.get(other.with("limit=1&page=true")).json().path("pagination"),
                "next_cursor"));
      }
    }
    foreign.add(
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("made up\na7".getBytes(StandardCharsets.UTF_8)));

    for (String cursor : foreign) {
      refused(http.get(list.with("cursor=" + cursor)), 400, "pagination", "invalid_cursor");
    }
    if (list != Listing.SESSIONS) {
      refused(
          http.get(list.with("session_id=" + session() + "&cursor=" + own)),
          400,
          "pagination",
          "invalid_cursor");
    }
    http.get(list.with("cursor=" + own)).expect(200);
  }

  @Test
  void Q50_the_order_is_said_and_kept() {
    assertThat(order("/v1/sessions")).isEqualTo("newest_first");
    assertThat(order("/v1/runs")).isEqualTo("newest_first");
    assertThat(order("/v1/runs?priority_active=true")).isEqualTo("active_first");
    assertThat(order("/v1/approvals")).isEqualTo("oldest_first");
    assertThat(order("/v1/approvals?status=all")).isEqualTo("newest_first");
    assertThat(order("/v1/questions")).isEqualTo("oldest_first");
  }

  private String order(String list) {
    return http.get(list + (list.contains("?") ? "&" : "?") + "page=true")
        .expect(200)
        .json()
        .at("/pagination/order")
        .asString();
  }

  @Test
  void Q50_questions_and_approvals_come_whole_unless_a_limit_is_given() {
    String session = session();
    for (int i = 0; i < 60; i++) {
      http.post(
              "/v1/sessions/" + session + "/approval-requests",
              json("{'tool_name':'x','input':{'n':%d},'reason':'y'}", i))
          .expect(201);
    }

    JsonNode whole = http.get("/v1/approvals?session_id=" + session).expect(200).json();

    assertThat(whole.size()).isEqualTo(60);
    assertThat(whole.valueStream().map(row -> row.at("/request/input/n").asInt()).toList())
        .as("oldest first")
        .isSorted();
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(50);
  }
}
