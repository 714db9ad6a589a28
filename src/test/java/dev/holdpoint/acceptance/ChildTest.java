package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Agents that start agents and write to each other. */
@OnBothDatabases
class ChildTest extends Families {
  ChildTest(Database database) {
    super(database);
  }

  @Test
  void spawn_agent_starts_a_run_in_a_session_of_its_own_and_returns_at_once() {
    String parent = session();

    JsonNode told = tell(parent, Script.spawn(Script.say("hello from below")));

    String child = text(told, "session_id");
    assertThat(lastWords(text(told, "run_id"))).isEqualTo("hello from below");
    JsonNode view = http.get("/v1/sessions/" + child).expect(200).json();
    assertThat(text(view, "agent_id")).isEqualTo(text(told, "agent_id"));
    assertThat(view.at("/snapshot/parent_session_id").asString()).isEqualTo(parent);
    assertThat(view.at("/snapshot/children").isEmpty()).isTrue();
    assertThat(texts(snapshot(parent).path("children"))).containsExactly(child);
    assertThat(snapshot(parent).has("parent_session_id")).isFalse();
    JsonNode run = run(text(told, "run_id"));
    assertThat(text(run, "kind")).isEqualTo("input");
    assertThat(run.at("/request/source_kind").asString()).isEqualTo("agent");
    assertThat(run.at("/request/actor_id").asString())
        .isEqualTo(text(http.get("/v1/sessions/" + parent).json(), "agent_id"));
  }

  @Test
  void a_child_has_the_scopes_of_its_parent() {
    String parent = "scoped-" + session();
    http.post(
            "/v1/sessions",
            json("{'session_id':'%s','capability_scope':{'skill_deny':['x']}}", parent))
        .expect(201);

    String child = text(tell(parent, Script.spawn(Script.say("."))), "session_id");

    assertThat(http.get("/v1/sessions/" + child).json().path("capability_scope"))
        .isEqualTo(http.get("/v1/sessions/" + parent).json().path("capability_scope"));
  }

  @Test
  void the_parent_may_name_its_child_but_not_take_a_name_that_is_taken() {
    String parent = session();
    String name = "child-of-" + parent;

    assertThat(text(tell(parent, Script.spawnAs(name, Script.say("."))), "session_id"))
        .isEqualTo(name);
    for (String taken : List.of(name, parent)) {
      assertThat(text(tell(parent, Script.spawnAs(taken, Script.say("."))), "error"))
          .contains("already")
          .contains("message_agent");
    }
    assertThat(texts(snapshot(parent).path("children"))).containsExactly(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'content':' '}",
        "{}",
        "{'content':7}",
        "{'content':'x','session_id':''}",
        "{'content':'x','session_id':'a/b'}",
        "{'content':'x','session':'typo'}"
      })
  void a_wrong_input_starts_nobody_and_says_what_is_wrong(String input) {
    String parent = session();

    assertThat(text(tell(parent, Script.tool("spawn_agent", json(input))), "error")).isNotBlank();

    assertThat(snapshot(parent).path("children").isEmpty()).isTrue();
  }

  @Test
  void sessions_are_nested_only_so_deep() {
    String script = Script.say("the deepest");
    for (int depth = 0; depth < 9; depth++) {
      script = Script.spawn(script, Script.SAY_LAST_RESULT);
    }
    String at = session();
    JsonNode told = tell(at, script);
    int depth = 0;
    while (told.has("run_id")) {
      depth++;
      told = toldTo(text(told, "run_id"));
    }

    assertThat(depth).isEqualTo(8);
    assertThat(text(told, "error")).contains("at most 8 levels deep");
  }

  @Test
  // K4-287
  void K4_287_a_message_is_a_run_of_the_child() {
    String parent = session();
    String child = text(tell(parent, Script.spawn(Script.say("."))), "session_id");

    JsonNode told = tell(parent, Script.message(child, Script.say("got it")));

    assertThat(text(told, "session_id")).isEqualTo(child);
    assertThat(lastWords(text(told, "run_id"))).isEqualTo("got it");
    assertThat(text(run(text(told, "run_id")), "kind")).isEqualTo("mailbox_delivery");
    JsonNode mail = mailbox(child).getFirst();
    assertThat(text(mail, "message_id")).isEqualTo(text(told, "message_id"));
    assertThat(text(mail, "from_session_id")).isEqualTo(parent);
    assertThat(text(mail, "subject")).isEqualTo("message");
    assertThat(mail.at("/payload/content").asString()).contains("got it");
    assertThat(text(mail, "status")).isEqualTo("delivered");
    assertThat(mail.path("created_at_ms").asLong()).isPositive();
    assertThat(mail.has("reason")).isFalse();
  }

  @Test
  void a_child_writes_to_its_parent() {
    String parent = session();
    JsonNode child = tell(parent, Script.spawn(Script.message(parent, Script.say("done below"))));

    awaitRun(text(child, "run_id"), "completed");

    JsonNode mail = mailbox(parent).getFirst();
    assertThat(text(mail, "from_session_id")).isEqualTo(text(child, "session_id"));
    JsonNode run = http.get("/v1/runs?limit=1&session_id=" + parent).json().get(0);
    assertThat(lastWords(id(run))).isEqualTo("done below");
  }

  @Test
  void strangers_cannot_be_written_to_and_are_not_told_apart_from_nobody() {
    String stranger = session();
    String parent = session();
    JsonNode child =
        tell(
            parent,
            Script.spawn(Script.message(stranger, Script.say("?")), Script.SAY_LAST_RESULT));

    for (String other : List.of(stranger, parent, "nobody-at-all")) {
      assertThat(text(tell(parent, Script.message(other, Script.say("?"))), "error"))
          .isEqualTo(
              "Session '"
                  + other
                  + "' is neither a child of this one nor its parent; write to the session_id that"
                  + " spawn_agent gave you.");
    }
    assertThat(text(toldTo(text(child, "run_id")), "error"))
        .endsWith("the parent is '" + parent + "'.");
    assertThat(mailbox(stranger)).isEmpty();
  }

  @Test
  void a_message_is_pending_until_it_is_read_and_dead_when_its_run_was_cancelled_before() {
    String parent = session();
    JsonNode spawned = tell(parent, Script.spawn(Script.approval("hold")));
    String child = text(spawned, "session_id");
    JsonNode holding = awaitRun(text(spawned, "run_id"), "waiting_for_approval");
    JsonNode first = tell(parent, Script.message(child, Script.say("one")));
    JsonNode second = tell(parent, Script.message(child, Script.say("two")));
    assertThat(mailbox(child).stream().map(mail -> text(mail, "status")))
        .containsExactly("pending", "pending");

    http.post("/v1/runs/" + text(first, "run_id") + "/cancel", null).expect(200);
    http.post("/v1/runs/" + id(holding) + "/approvals", allow(approvalId(holding))).expect(202);
    awaitRun(text(second, "run_id"), "completed");

    assertThat(mailbox(child).stream().map(mail -> text(mail, "status")))
        .containsExactly("delivered", "dead_lettered");
    assertThat(deadLetters(child)).hasSize(1);
    assertThat(text(deadLetters(child).getFirst(), "reason")).isEqualTo("cancelled");
    assertThat(text(deadLetters(child).getFirst(), "message_id"))
        .isEqualTo(text(first, "message_id"));
  }

  @Test
  void a_message_to_a_child_that_has_ended_is_a_dead_letter_and_the_agent_is_told() {
    String parent = session();
    JsonNode spawned = tell(parent, Script.spawn(Script.say(".")));
    String child = text(spawned, "session_id");
    awaitRun(text(spawned, "run_id"), "completed");
    http.post("/v1/sessions/" + child + "/end", null).expect(200);

    JsonNode told = tell(parent, Script.message(child, Script.say("too late")));

    assertThat(text(told, "error")).contains("has ended").contains("dead letters");
    JsonNode dead = deadLetters(child).getFirst();
    assertThat(text(dead, "message_id")).isEqualTo(text(told, "message_id"));
    assertThat(text(dead, "reason")).isEqualTo("session_ended");
    assertThat(dead.at("/payload/content").asString()).contains("too late");
  }

  @Test
  void mailboxes_are_lists_like_the_others() {
    String parent = session();
    JsonNode spawned = tell(parent, Script.spawn(Script.say(".")));
    String child = text(spawned, "session_id");
    awaitRun(text(spawned, "run_id"), "completed");
    for (int i = 0; i < 3; i++) {
      tell(parent, Script.message(child, Script.say("m" + i)));
    }

    String path = "/v1/mailboxes/" + child;
    JsonNode page = http.get(path + "?page=true&limit=2").expect(200).json();
    assertThat(page.at("/pagination/total_count").asInt()).isEqualTo(3);
    assertThat(page.at("/items/0/payload/content").asString()).contains("m2");
    JsonNode rest =
        http.get(path + "?cursor=" + page.at("/pagination/next_cursor").asString())
            .expect(200)
            .json();
    assertThat(rest.path("items").size()).isEqualTo(1);
    assertThat(rest.at("/pagination/has_more").asBoolean()).isFalse();
    refused(
        http.get(path + "/dead-letter?cursor=" + page.at("/pagination/next_cursor").asString()),
        400,
        "pagination",
        "invalid_cursor");
    for (String nobody : List.of("/v1/mailboxes/nobody", "/v1/mailboxes/nobody/dead-letter")) {
      refused(http.get(nobody), 404, "sessions", "session_not_found");
    }
  }
}
