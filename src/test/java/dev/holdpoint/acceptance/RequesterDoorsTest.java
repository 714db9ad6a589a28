package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The principal that asked does not say yes, at whichever door, and may always say no. */
@SuppressWarnings("FutureReturnValueIgnored") // What a prompt leads to is seen on the stream.
@OnBothDatabases
class RequesterDoorsTest extends AcpAcceptance {
  private static final String ONCE =
      "{'outcome':{'outcome':'selected','optionId':'id-allow_once'}}";
  private static final String NOT_ONCE =
      "{'outcome':{'outcome':'selected','optionId':'id-reject_once'}}";

  private final List<String> policies = new ArrayList<>();

  RequesterDoorsTest(Database database) {
    super(database);
  }

  @AfterEach
  void remove() {
    policies.forEach(it -> http.send("DELETE", "/v1/approval-policies/" + it, null, _ -> {}));
  }

  private void policy(String session, String needs, String more) {
    String body =
        json(
            "{'name':'p-%s','needs':'%s','match':{'sessions':['%s']}%s}",
            session(), needs, session, more);
    policies.add(text(http.post("/v1/approval-policies", body).expect(201).json(), "policy_id"));
  }

  /** A way in for a decision. */
  enum Door {
    NATIVE,
    OF_SESSION,
    EACH_OF_MANY,
    ALL_OF_MANY,
    OLDER_REPLY,
    AMBIENT
  }

  private static Http.Answer says(
      Http who, Door door, String session, JsonNode raised, boolean yes) {
    String id = text(raised.path("request"), "id");
    String digest = json(",'expected_digest':'%s'", text(raised.path("request"), "digest"));
    String word = one(id, yes ? "allow" : "deny", digest);
    return switch (door) {
      case NATIVE -> who.post("/v1/runs/" + id(raised) + "/approvals", resolutions(word));
      case OF_SESSION -> who.post("/v1/sessions/" + session + "/approvals", resolutions(word));
      case EACH_OF_MANY -> who.post("/v1/approvals/resolutions", resolutions(word));
      case ALL_OF_MANY ->
          who.post(
              "/v1/approvals/resolutions", "{\"mode\":\"all\",\"resolutions\":[" + word + "]}");
      case OLDER_REPLY ->
          who.post(
              "/v1/sessions/" + session + "/permissions/" + id + "/reply",
              json("{'reply':'%s'}", yes ? "once" : "reject"));
      case AMBIENT ->
          who.post(
              "/api/approval/respond",
              json(
                  "{'session_id':'%s','approval_id':'%s','choice':'%s'}",
                  session, id, yes ? "once" : "deny"));
    };
  }

  @ParameterizedTest
  @EnumSource
  // DX-18
  void DX_18_the_requesters_yes_is_refused_and_their_no_ends_it(Door door) {
    String session = session();
    policy(session, "1 of anyone", "");
    Http fay = http.withRole("operator", "fay " + session);
    // The same person with another token.
    Http again = http.withRole("operator", "fay " + session);
    JsonNode raised =
        fay.post(
                "/v1/sessions/" + session + "/approval-requests",
                json("{'tool_name':'deploy','input':{'n':1},'reason':'x'}"))
            .expect(201)
            .json();
    String path = "/v1/approvals/" + text(raised.path("request"), "id");
    JsonNode before = http.get(path).expect(200).json();

    for (Http own : List.of(fay, again)) {
      Http.Answer answer = says(own, door, session, raised, true);
      JsonNode problem =
          door == Door.EACH_OF_MANY
              ? answer.expect(200).json().at("/results/0/problem")
              : answer.expect(403).json();
      // What the ambient surface answers has no members of a problem but the status.
      if (door != Door.AMBIENT) {
        assertThat(problem.path("status").asInt()).isEqualTo(403);
        assertThat(text(problem, "code")).isEqualTo("forbidden");
      }
    }
    assertThat(http.get(path).expect(200).json()).isEqualTo(before);

    Http.Answer no = says(fay, door, session, raised, false);
    assertThat(no.status()).as(no.text()).isBetween(200, 204);
    JsonNode after = http.get(path).expect(200).json();
    assertThat(after.at("/resolution/outcome").asString()).isEqualTo("denied");
    assertThat(after.at("/resolution/by").asString()).isEqualTo("fay " + session);
  }

  @Test
  // DX-18
  void DX_18_a_client_of_a_served_agent_does_not_allow_what_it_asked_for() {
    String server = server();
    try (Sse stream = stream(server)) {
      JsonNode request = second(server, stream, "1 of anyone", "");
      String id = text(request, "id");

      refused(send(server, response(id, ONCE)), 403, "auth", "forbidden");
      assertThat(status(runOf(request))).isEqualTo("waiting_for_approval");

      send(server, response(id, NOT_ONCE)).expect(202);
      assertThat(got(stream)).contains("id-reject_once");
    }
  }

  @Test
  // DX-19
  void DX_19_a_client_of_a_served_agent_that_is_not_named_is_told_who_is() {
    String server = server();
    try (Sse stream = stream(server)) {
      String name = "fay " + session();
      Http fay = http.withRole("operator", name);
      JsonNode request =
          second(
              server,
              stream,
              "1 of person:\\\"" + name + "\\\"",
              json(",'requester_may_approve':true"));
      String id = text(request, "id");
      JsonNode before = http.get("/v1/approvals/" + id).expect(200).json();

      JsonNode problem =
          refused(send(server, response(id, ONCE)), 403, "approvals", "approval_not_eligible");
      assertThat(text(problem, "detail")).contains("waits for 1 more of " + name, "not recorded");
      assertThat(http.get("/v1/approvals/" + id).expect(200).json()).isEqualTo(before);

      fay.post("/v1/runs/" + id(runOf(request)) + "/approvals", allow(id)).expect(202);
      assertThat(got(stream)).contains("id-allow_once");
    }
  }

  /** The first request tells which session it is of; the second is under a policy. */
  private JsonNode second(String server, Sse stream, String needs, String more) {
    prompt(server, 1, "permission first");
    JsonNode first = asked(stream);
    send(server, response(text(first, "id"), ONCE)).expect(202);
    got(stream);
    policy(first.at("/params/_meta/holdpoint/session_id").asString(), needs, more);
    prompt(server, 2, "permission second");
    return asked(stream);
  }
}
