package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Every door for decisions refuses people whom a policy does not name, in the same way, and leaves
 * the request as it was. {@link SignedRefusalTest} has the door for signatures.
 */
@OnBothDatabases
class EligibilityTest extends Acceptance {
  private final List<String> policies = new ArrayList<>();

  EligibilityTest(Database database) {
    super(database);
  }

  @AfterEach
  void remove() {
    policies.forEach(it -> http.send("DELETE", "/v1/approval-policies/" + it, null, _ -> {}));
  }

  /** A way in for a yes to an approval. */
  enum ApprovalDoor {
    NATIVE,
    ALL_OF_MANY,
    OLDER_REPLY,
    AMBIENT
  }

  /** A way in for an answer to a question. */
  enum QuestionDoor {
    NATIVE,
    OLDER_REPLY,
    AMBIENT
  }

  private Http person(String session, String name) {
    String body = json("{'name':'%s-%s','role':'operator'}", name, session);
    return http.as(text(http.post("/v1/tokens", body).expect(201).json(), "token"));
  }

  /** A policy for this session, which names one person. */
  private void policy(String session, String kind) {
    String body =
        json(
            "{'name':'p-%s','needs':'1 of person:fay-%s',"
                + "'match':{'kinds':['%s'],'sessions':['%s']}}",
            session, session, kind, session);
    policies.add(text(http.post("/v1/approval-policies", body).expect(201).json(), "policy_id"));
  }

  private static Http.Answer says(Http who, ApprovalDoor door, String session, JsonNode raised) {
    String id = text(raised.path("request"), "id");
    String yes =
        one(id, "allow", json(",'expected_digest':'%s'", text(raised.path("request"), "digest")));
    return switch (door) {
      case NATIVE -> who.post("/v1/runs/" + id(raised) + "/approvals", resolutions(yes));
      case ALL_OF_MANY ->
          who.post("/v1/approvals/resolutions", "{\"mode\":\"all\",\"resolutions\":[" + yes + "]}");
      case OLDER_REPLY ->
          who.post(
              "/v1/sessions/" + session + "/permissions/" + id + "/reply",
              json("{'reply':'once'}"));
      case AMBIENT ->
          who.post(
              "/api/approval/respond",
              json("{'session_id':'%s','approval_id':'%s','choice':'once'}", session, id));
    };
  }

  private static Http.Answer answers(Http who, QuestionDoor door, String session, JsonNode raised) {
    String id = text(raised.path("request"), "id");
    return switch (door) {
      case NATIVE ->
          who.post(
              "/v1/runs/" + id(raised) + "/questions",
              resolution(
                  id, json("'answers':[{'question_id':'region','selected_option_ids':['eu']}]")));
      case OLDER_REPLY ->
          who.post(
              "/v1/sessions/" + session + "/questions/" + id + "/reply",
              json("{'answers':[['eu']]}"));
      case AMBIENT ->
          who.post(
              "/api/clarify/respond",
              json("{'session_id':'%s','clarify_id':'%s','response':'Europe'}", session, id));
    };
  }

  private void refused(Http.Answer answer, String code) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(403);
    assertThat(text(answer.json(), "code")).isEqualTo(code);
    assertThat(answer.text()).contains("waits for 1 more of fay-", "not recorded");
  }

  @ParameterizedTest
  @EnumSource
  // DX-19
  void DX_19_a_yes_counts_from_the_person_named_and_from_nobody_else(ApprovalDoor door) {
    String session = session();
    policy(session, "approval");
    JsonNode raised =
        http.post(
                "/v1/sessions/" + session + "/approval-requests",
                json("{'tool_name':'deploy','input':{'n':1},'reason':'x'}"))
            .expect(201)
            .json();
    String path = "/v1/approvals/" + text(raised.path("request"), "id");
    JsonNode before = http.get(path).expect(200).json();

    refused(says(person(session, "pat"), door, session, raised), "approval_not_eligible");
    Http.Answer requester = says(http, door, session, raised);
    assertThat(requester.status()).as(requester.text()).isEqualTo(403);
    assertThat(http.get(path).expect(200).json()).isEqualTo(before);

    Http.Answer named = says(person(session, "fay"), door, session, raised);
    assertThat(named.status()).as(named.text()).isBetween(200, 204);
    JsonNode after = http.get(path).expect(200).json();
    assertThat(after.at("/resolution/outcome").asString()).isEqualTo("allowed");
    assertThat(after.at("/resolution/by").asString()).isEqualTo("fay-" + session);
  }

  @ParameterizedTest
  @EnumSource
  // DX-19
  void DX_19_a_question_is_answered_by_the_person_named_and_by_nobody_else(QuestionDoor door) {
    String session = session();
    policy(session, "question");
    JsonNode raised =
        http.post(
                "/v1/sessions/" + session + "/question-requests",
                json(
                    "{'questions':[{'id':'region','question':'Which region?',"
                        + "'options':[{'id':'eu','label':'Europe'},"
                        + "{'id':'us','label':'America'}]}]}"))
            .expect(201)
            .json();
    String path = "/v1/questions/" + text(raised.path("request"), "id");
    JsonNode before = http.get(path).expect(200).json();

    refused(answers(person(session, "pat"), door, session, raised), "question_not_eligible");
    refused(answers(http, door, session, raised), "question_not_eligible");
    assertThat(http.get(path).expect(200).json()).isEqualTo(before);

    Http.Answer named = answers(person(session, "fay"), door, session, raised);
    assertThat(named.status()).as(named.text()).isBetween(200, 204);
    assertThat(http.get(path).expect(200).json().at("/resolution/by").asString())
        .isEqualTo("fay-" + session);
  }
}
