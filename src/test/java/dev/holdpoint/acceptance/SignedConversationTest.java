package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Conversations and messages are sessions and runs, in a host application's words. */
@OnBothDatabases
class SignedConversationTest extends SignedAcceptance {
  SignedConversationTest(Database database) {
    super(database);
  }

  @Test
  // Q43, Q44
  void a_conversation_is_made_and_is_a_session_of_its_tenant() {
    JsonNode made =
        send("/conversations", json("{'tenant_id':'%s','external_id':'case-7'}", host.tenant()))
            .expect(201)
            .json();

    assertThat(members(made))
        .containsExactlyInAnyOrder(
            "object", "id", "tenant_id", "external_id", "created_at", "archived_at");
    assertThat(text(made, "object")).isEqualTo("conversation");
    assertThat(text(made, "id")).matches("con_[A-Za-z0-9]+");
    assertThat(text(made, "tenant_id")).isEqualTo(host.tenant());
    assertThat(text(made, "external_id")).isEqualTo("case-7");
    assertThat(Instant.parse(text(made, "created_at")).toEpochMilli()).isEqualTo(moving.now());
    assertThat(made.path("archived_at").isNull()).isTrue();
    assertThat(host.adapter().get("/conversations/" + text(made, "id")).expect(200).json())
        .isEqualTo(made);
    // The same external id in another tenant is another conversation's.
    Host other = Host.of(http, moving::now);
    other.conversation(other.adapter(), json(",'external_id':'case-7'"));
  }

  @Test
  void an_archived_one_says_when_and_is_still_read() {
    Parked parked = parked();
    host.approve(parked).expect(200);
    host.ended(parked);
    String path = "/conversations/" + parked.conversation();

    host.adapter().send("DELETE", path, null, _ -> {}).expect(204);

    assertThat(
            Instant.parse(text(host.adapter().get(path).expect(200).json(), "archived_at"))
                .toEpochMilli())
        .isEqualTo(moving.now());
    assertThat(text(host.message(parked), "status")).isEqualTo("completed");
    host.adapter().get("/approvals/" + parked.approval()).expect(200);
  }

  @Test
  void a_message_that_blocks_is_answered_when_it_parks_or_ends() {
    String conversation = host.conversation();

    JsonNode done = host.say(host.adapter(), conversation, Script.say("hello")).expect(201).json();
    JsonNode waits =
        host.say(host.adapter(), conversation, asksToAct("x"), Script.say("y")).expect(201).json();

    assertThat(text(done, "object")).isEqualTo("message");
    assertThat(text(done, "role")).isEqualTo("assistant");
    assertThat(text(done, "status")).isEqualTo("completed");
    assertThat(text(done, "content")).isEqualTo("hello");
    assertThat(text(waits, "status")).isEqualTo("parked");
  }

  @Test
  void a_message_that_fails_says_why_and_nothing_more() {
    JsonNode failed =
        host.say(host.adapter(), host.conversation(), Script.fail("the provider is down"))
            .expect(201)
            .json();

    assertThat(text(failed, "status")).isEqualTo("failed");
    assertThat(failed.path("error").toString()).contains("the provider is down");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'content':7}", "{'content':null}", "{'content':''}", "{'content':['x']}"})
  void a_message_needs_a_content(String body) {
    String conversation = host.conversation();

    JsonNode problem =
        problem(
            send("/conversations/" + conversation + "/messages", json(body)),
            422,
            "validation-error");

    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/content");
    assertThat(
            host.adapter().get("/conversations/" + conversation + "/messages").json().path("data"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'tenant_id':null}", "{'tenant_id':['x']}", "{'external_id':'x'}"})
  void a_conversation_needs_a_tenant(String body) {
    problem(send("/conversations", json(body)), 422, "validation-error");
  }

  @Test
  // Q40: the outcome follows where the session was made, never through which door the answer came
  void a_denial_from_the_native_surface_ends_the_message_too() {
    Parked parked = parked();

    http.post(
            "/v1/runs/" + parked.run() + "/approvals",
            json(
                "{'resolutions':[{'request_id':'%s','behavior':'deny','reason':'no'}]}",
                parked.approval()))
        .expect(202);

    assertThat(text(host.ended(parked), "status")).isEqualTo("failed");
    assertThat(host.status(parked)).isEqualTo("denied");
  }

  @Test
  // Q40
  void in_a_session_that_was_made_natively_a_denial_is_told_to_the_model() {
    String session = "native-" + System.nanoTime();
    http.post("/v1/sessions", json("{'session_id':'%s','tenant_id':'%s'}", session, host.tenant()))
        .expect(201);
    JsonNode run = park(session, asksToAct("x"), Script.SAY_LAST_RESULT);
    String approval = approvalId(run);

    // The same approval is on this surface, and its denial here does not end the run.
    send("/approvals/" + approval + "/deny", host.approver().body(approval, "deny", host.soon()))
        .expect(200);

    assertThat(lastWords(id(run))).contains("denied");
  }

  @Test
  void archiving_in_the_middle_ends_what_waits_and_destroys_the_secrets() {
    Parked parked = parkedForSecret();
    host.adapter()
        .send("PUT", parked.secrets(), json("{'secrets':{'A':'b'}}"), _ -> {})
        .expect(200);

    host.adapter()
        .send("DELETE", "/conversations/" + parked.conversation(), null, _ -> {})
        .expect(204);

    Http.Answer late = host.approve(parked, ALIAS, "never-stored");
    problem(late, 409, "approval-expired");
    assertThat(http.get(parked.secrets()).expect(200).json().path("data")).isEmpty();
    assertThat(text(host.ended(parked), "status")).isEqualTo("failed");
  }
}
