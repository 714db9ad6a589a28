package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Public conversations in which sessions are asked to speak. */
@OnBothDatabases
class ChannelTest extends Acceptance {
  ChannelTest(Database database) {
    super(database);
  }

  private String channel(String... members) {
    return text(create("", members).expect(201).json(), "channel_id");
  }

  private Http.Answer create(String more, String... members) {
    return http.post(
        "/v1/channels",
        json("{" + more + "'title':'Plaza','members':") + JSON.writeValueAsString(members) + "}");
  }

  private Http.Answer post(String channel, String content, String... to) {
    return http.post(
        "/v1/channels/" + channel + "/messages",
        "{\"author\":\"ada\",\"content\":%s,\"to\":%s}"
            .formatted(JSON.writeValueAsString(content), JSON.writeValueAsString(to)));
  }

  private List<JsonNode> messages(String channel) {
    return http.get("/v1/channels/" + channel + "/messages")
        .expect(200)
        .json()
        .valueStream()
        .toList();
  }

  @Test
  // K4-03, K4-288
  void K4_03_K4_288_a_member_that_is_asked_speaks_by_a_run_of_kind_channel_delivery() {
    String one = session();
    String two = session();
    String channel = channel(one, two);

    JsonNode posted = post(channel, "#!script\n{\"say\":\"hello all\"}", one).expect(202).json();
    assertThat(members(posted)).containsExactly("message_id", "run_ids");
    assertThat(posted.path("run_ids").size()).isEqualTo(1);
    String runId = posted.path("run_ids").get(0).asString();
    JsonNode run = awaitRun(runId, "completed");

    assertThat(text(run, "kind")).isEqualTo("channel_delivery");
    assertThat(text(run, "session_id")).isEqualTo(one);
    assertThat(text(run.path("request"), "source_plugin")).isEqualTo("channel");
    assertThat(text(run.path("request"), "source_kind")).isEqualTo("channel");
    assertThat(text(run.path("request"), "actor_id")).isEqualTo("ada");
    assertThat(run.at("/input_metadata/daemon/channel_id").asString()).isEqualTo(channel);
    assertThat(run.at("/input_metadata/daemon/message_id").asString())
        .isEqualTo(text(posted, "message_id"));
    List<JsonNode> said = messages(channel);
    assertThat(said).hasSize(2);
    assertThat(text(said.getFirst(), "author")).isEqualTo(one);
    assertThat(text(said.getFirst(), "content")).isEqualTo("hello all");
    assertThat(text(said.getFirst(), "run_id")).isEqualTo(runId);
    assertThat(text(said.getLast(), "message_id")).isEqualTo(text(posted, "message_id"));
    assertThat(texts(said.getLast().path("to"))).containsExactly(one);
    assertThat(http.get("/v1/runs?session_id=" + two).json().size()).isZero();
  }

  @Test
  void a_member_that_must_ask_first_speaks_when_it_was_allowed_to() {
    String one = session();
    String channel = channel(one);
    String script = "#!script\n" + Script.approval("may I?") + "\n" + Script.say("I may");
    String runId = post(channel, script, one).expect(202).json().path("run_ids").get(0).asString();
    JsonNode waiting = awaitRun(runId, "waiting_for_approval");
    assertThat(messages(channel)).hasSize(1);
    http.post("/v1/runs/" + runId + "/approvals", allow(approvalId(waiting))).expect(202);
    JsonNode run = awaitRun(runId, "completed");
    assertThat(text(run, "kind")).isEqualTo("approval_resume");
    assertThat(text(run, "origin_kind")).isEqualTo("channel_delivery");
    assertThat(text(messages(channel).getFirst(), "content")).isEqualTo("I may");
  }

  @Test
  void nobody_is_asked_where_nobody_is_addressed_and_who_fails_says_nothing() {
    String one = session();
    String channel = channel(one);
    assertThat(post(channel, "note").expect(202).json().path("run_ids").size()).isZero();
    JsonNode posted = post(channel, "#!script\n" + Script.fail("no"), one).expect(202).json();
    awaitRun(posted.path("run_ids").get(0).asString(), "failed");
    assertThat(messages(channel)).hasSize(2);
  }

  @Test
  void all_or_nobody_is_asked() {
    String one = session();
    String ended = session();
    String stranger = session();
    String channel = channel(one, ended);
    http.post("/v1/sessions/" + ended + "/end", null).expect(200);
    JsonNode problem = refused(post(channel, "x", one, stranger), 400, "api", "invalid_request");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/to/1");
    refused(post(channel, "x", one, ended), 409, "sessions", "session_conflict");
    assertThat(messages(channel)).isEmpty();
    assertThat(http.get("/v1/runs?session_id=" + one).json().size()).isZero();
  }

  @Test
  void a_channel_keeps_the_name_it_was_given_and_is_found_by_it() {
    String one = session();
    String name = "plaza of " + one;
    String more = "'channel_id':'" + name + "',";
    JsonNode made = create(more, one, one).expect(201).json();
    assertThat(members(made)).containsExactly("channel_id", "title", "members", "created_at_ms");
    assertThat(texts(made.path("members"))).containsExactly(one);
    assertThat(create(more, one).expect(201).json()).isEqualTo(made);
    refused(create(more, session()), 409, "channels", "channel_conflict");
    String path = "/v1/channels/" + name.replace(" ", "%20");
    assertThat(http.get(path).expect(200).json()).isEqualTo(made);
    assertThat(http.get("/v1/channels?limit=100").expect(200).json().valueStream()).contains(made);
    assertThat(http.get("/v1/channels?page=true&limit=1").expect(200).json().path("items").size())
        .isEqualTo(1);

    http.send("DELETE", path, null, _ -> {}).expect(204);
    refused(http.get(path), 404, "channels", "channel_not_found");
    refused(http.get(path + "/messages"), 404, "channels", "channel_not_found");
    refused(
        http.post(path + "/messages", json("{'author':'a','content':'c'}")),
        404,
        "channels",
        "channel_not_found");
    refused(http.send("DELETE", path, null, _ -> {}), 404, "channels", "channel_not_found");
    assertThat(http.get("/v1/channels?limit=100").json().valueStream()).doesNotContain(made);
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "a/b", "a%b", "a?b", "a#b", "a;b"})
  void a_name_that_no_path_can_hold_is_refused(String name) {
    refused(create("'channel_id':'" + name + "',"), 400, "channels", "invalid_channel_id");
  }

  @Test
  void members_must_be_there() {
    JsonNode problem = refused(create("", session(), "nobody-here"), 400, "api", "invalid_request");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/members/1");
    refused(http.post("/v1/channels", json("{'members':[]}")), 400, "api", "invalid_request");
  }
}
