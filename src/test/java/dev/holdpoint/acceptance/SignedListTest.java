package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Lists of this surface: newest first, page by page, steady while rows are added. */
@OnBothDatabases
class SignedListTest extends SignedAcceptance {
  SignedListTest(Database database) {
    super(database);
  }

  private JsonNode list(String query) {
    JsonNode list = host.adapter().get("/approvals" + query).expect(200).json();
    assertThat(members(list))
        .containsExactlyInAnyOrder("object", "data", "has_more", "next_cursor");
    assertThat(text(list, "object")).isEqualTo("list");
    assertThat(list.path("next_cursor").isNull()).isEqualTo(!list.path("has_more").asBoolean());
    return list;
  }

  private static List<String> ids(JsonNode list) {
    return list.path("data").valueStream().map(one -> text(one, "id")).toList();
  }

  private List<String> made(int n) {
    List<String> newestFirst = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      newestFirst.addFirst(parked().approval());
    }
    return newestFirst;
  }

  @Test
  void newest_come_first_and_pages_join_without_a_gap() {
    List<String> all = made(7);

    List<String> walked = new ArrayList<>();
    String cursor = "";
    for (int page = 0; page < 4; page++) {
      JsonNode list = list("?limit=2" + cursor);
      walked.addAll(ids(list));
      assertThat(list.path("has_more").asBoolean()).isEqualTo(page < 3);
      cursor = "&starting_after=" + text(list, "next_cursor");
    }

    assertThat(walked).isEqualTo(all);
    assertThat(ids(list(""))).isEqualTo(all);
  }

  @Test
  void while_rows_are_added_no_row_comes_twice_and_none_is_missed() {
    List<String> before = made(6);
    List<String> walked = new ArrayList<>();
    JsonNode list = list("?limit=2");
    walked.addAll(ids(list));
    List<String> later = new ArrayList<>();
    while (list.path("has_more").asBoolean()) {
      later.addFirst(parked().approval());
      host.approve(parked()).expect(200);
      list = list("?limit=2&starting_after=" + text(list, "next_cursor"));
      walked.addAll(ids(list));
    }

    assertThat(walked).isEqualTo(before);
    assertThat(ids(list("?limit=100"))).containsAll(later).endsWith(before.toArray(String[]::new));
  }

  @Test
  void ending_before_walks_back_to_what_is_newer() {
    List<String> all = made(5);

    JsonNode newer = list("?limit=2&ending_before=" + all.get(3));

    assertThat(ids(newer)).isEqualTo(all.subList(1, 3));
    assertThat(ids(list("?ending_before=" + all.getFirst()))).isEmpty();
  }

  @Test
  void both_ends_at_once_make_no_sense() {
    List<String> all = made(2);

    problem(
        host.adapter()
            .get(
                "/approvals?starting_after=%s&ending_before=%s"
                    .formatted(all.getFirst(), all.getLast())),
        400,
        "bad-request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101", "-1", "x", "1.5", "", "99999999999"})
  void a_limit_is_from_1_to_100(String limit) {
    problem(host.adapter().get("/approvals?limit=" + limit), 422, "validation-error");
  }

  @Test
  void a_limit_that_is_not_given_is_20() {
    made(21);

    assertThat(ids(list(""))).hasSize(20);
    assertThat(ids(list("?limit=1"))).hasSize(1);
    assertThat(ids(list("?limit=100"))).hasSize(21);
  }

  @Test
  void a_cursor_that_was_never_given_out_is_refused() {
    Host stranger = Host.of(http, moving::now);
    String theirs = stranger.park(asksToAct("x")).approval();
    made(1);

    for (String cursor : List.of("x", "apr_0", "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ", theirs)) {
      int status = host.adapter().get("/approvals?starting_after=" + cursor).status();
      assertThat(status).as(cursor).isIn(400, 422);
    }
    // Whether another tenant has it cannot be told.
    assertThat(host.adapter().get("/approvals?starting_after=" + theirs).status())
        .isEqualTo(
            host.adapter()
                .get("/approvals?starting_after=apr_01JZZZZZZZZZZZZZZZZZZZZZZZ")
                .status());
  }

  @Test
  void status_tenant_and_conversation_narrow_it() {
    Host child = host.child();
    Parked pending = parked();
    Parked approved = parked();
    Parked denied = parked();
    Parked below = child.park(asksToAct("x"), Script.say("y"));
    host.approve(approved).expect(200);
    host.deny(denied).expect(200);

    assertThat(ids(list("?status=pending"))).containsExactly(below.approval(), pending.approval());
    assertThat(ids(list("?status=approved"))).containsExactly(approved.approval());
    assertThat(ids(list("?status=denied"))).containsExactly(denied.approval());
    assertThat(ids(list("?status=expired"))).isEmpty();
    assertThat(ids(list("?tenant_id=" + child.tenant()))).containsExactly(below.approval());
    assertThat(ids(list("?conversation_id=" + denied.conversation())))
        .containsExactly(denied.approval());
    assertThat(ids(list("?status=pending&conversation_id=" + denied.conversation()))).isEmpty();
    problem(host.adapter().get("/approvals?status=maybe"), 422, "validation-error");
    // The child's adapter sees nothing of what lies above it.
    assertThat(ids(child.adapter().get("/approvals").expect(200).json()))
        .containsExactly(below.approval());
  }

  @Test
  void messages_are_listed_the_same_way() {
    String conversation = host.conversation();
    for (int i = 0; i < 3; i++) {
      host.say(host.adapter(), conversation, Script.say("n" + i)).expect(201);
    }
    String path = "/conversations/" + conversation + "/messages";

    JsonNode all = host.adapter().get(path).expect(200).json();

    assertThat(all.path("data").valueStream().map(message -> text(message, "role")))
        .containsExactly("assistant", "user", "assistant", "user", "assistant", "user");
    assertThat(all.at("/data/0/content").asString()).contains("n2");
    all.path("data")
        .forEach(
            message -> {
              assertThat(text(message, "object")).isEqualTo("message");
              assertThat(text(message, "id")).matches("msg_[A-Za-z0-9]+");
              assertThat(text(message, "conversation_id")).isEqualTo(conversation);
              assertThat(text(message, "status"))
                  .isIn("queued", "running", "parked", "completed", "failed");
            });
    List<String> walked = new ArrayList<>();
    JsonNode page = host.adapter().get(path + "?limit=4").expect(200).json();
    walked.addAll(ids(page));
    page =
        host.adapter()
            .get(path + "?limit=4&starting_after=" + text(page, "next_cursor"))
            .expect(200)
            .json();
    walked.addAll(ids(page));
    assertThat(walked).isEqualTo(ids(all));
    assertThat(page.path("has_more").asBoolean()).isFalse();
  }
}
