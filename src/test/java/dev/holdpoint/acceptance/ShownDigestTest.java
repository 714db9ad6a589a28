package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A decision names what it is for, and is good for nothing else. */
@OnBothDatabases
class ShownDigestTest extends SignedAcceptance {
  private static final String OTHER = "0".repeat(64);

  ShownDigestTest(Database database) {
    super(database);
  }

  /** By a library that the daemon does not compute it with. */
  private static String sha256(JsonNode value) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(new JsonCanonicalizer(value.toString()).getEncodedUTF8()));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String digestOfCall(JsonNode view) {
    ObjectNode call = JSON.createObjectNode().put("tool_name", text(view, "tool_name"));
    return sha256(call.set("input", view.path("input")));
  }

  private static String digestOfQuestion(JsonNode view) {
    ObjectNode asked = JSON.createObjectNode();
    asked.set("questions", view.path("questions"));
    if (view.has("form")) {
      asked.set("form", view.path("form"));
    }
    return sha256(asked);
  }

  private JsonNode raise(String session, String members) {
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{'tool_name':'deploy','input':{'to':'é 1.0','n':1e2},'reason':'r'%s}", members))
        .expect(201)
        .json();
  }

  private JsonNode ask(String session) {
    return http.post(
            "/v1/sessions/" + session + "/question-requests",
            json(
                "{'questions':[{'id':'q','header':'Where','question':'Which?','options':[{'id':'a',"
                    + "'label':'EU','description':'near'},{'id':'b','label':'US'}],'default':"
                    + "{'selected_option_ids':['a']}}]}"))
        .expect(201)
        .json();
  }

  private JsonNode approval(String id) {
    return http.get("/v1/approvals/" + id).expect(200).json();
  }

  // PF-01
  @Test
  void PF_01_every_view_shows_the_digest_of_what_it_shows() {
    String session = session();
    JsonNode raised = raise(session, "");
    JsonNode request = raised.path("request");
    assertThat(request.path("revision").asInt()).isEqualTo(1);
    assertThat(text(request, "digest")).isEqualTo(digestOfCall(request));

    JsonNode card =
        http.get("/api/approval/pending?session_id=" + session).expect(200).json().path("pending");
    assertThat(card.path("revision").asInt()).isEqualTo(1);
    assertThat(text(card, "digest"))
        .isEqualTo(digestOfCall(card))
        .isEqualTo(text(request, "digest"));

    JsonNode question = ask(session).path("request");
    assertThat(question.path("revision").asInt()).isEqualTo(1);
    assertThat(text(question, "digest")).isEqualTo(digestOfQuestion(question));
    JsonNode clarify =
        http.get("/api/clarify/pending?session_id=" + session).expect(200).json().path("pending");
    assertThat(clarify.path("revision").asInt()).isEqualTo(1);
    assertThat(text(clarify, "digest"))
        .isEqualTo(digestOfQuestion(clarify))
        .isEqualTo(text(question, "digest"));

    Mcp mcp = Mcp.open(http, "digests");
    JsonNode told =
        Mcp.structured(
            mcp.call(
                "request_approval",
                json("{'reason':'r','tool_name':'deploy','input':{'to':'x'},'wait_ms':0}")));
    assertThat(told.path("revision").asInt()).isEqualTo(1);
    assertThat(text(told, "digest"))
        .isEqualTo(sha256(JSON.readTree("{\"tool_name\":\"deploy\",\"input\":{\"to\":\"x\"}}")))
        .isEqualTo(approval(text(told, "request_id")).at("/request/digest").asString());

    JsonNode signed = host.approval(parked().approval());
    assertThat(signed.path("revision").asInt()).isEqualTo(1);
    assertThat(text(signed, "digest")).isEqualTo(digestOfCall(signed));
    assertThat(signed.path("assertion_version").asInt()).isEqualTo(1);
  }

  // PF-02
  @ParameterizedTest
  @ValueSource(strings = {"'expected_digest':'%s'", "'expected_revision':2"})
  void PF_02_another_digest_or_revision_resolves_nothing(String wrong) {
    String member = json("," + wrong.formatted(OTHER));
    String session = session();
    JsonNode run = park(session, Script.bash("echo ran"), Script.SAY_LAST_RESULT);
    String id = approvalId(run);
    leavesUnchanged(
        id(run),
        () -> {
          JsonNode refused =
              refused(
                  http.post(
                      "/v1/runs/" + id(run) + "/approvals", resolutions(one(id, "allow", member))),
                  409,
                  "approvals",
                  "approval_revision_conflict");
          assertThat(refused.path("current")).isEqualTo(approval(id));
          String place = wrong.contains("digest") ? "/expected_digest" : "/expected_revision";
          assertThat(refused.at("/errors/0/pointer").asString())
              .isEqualTo("/resolutions/0" + place);

          JsonNode many =
              http.post(
                      "/v1/approvals/resolutions",
                      resolutions(
                          one(
                              id,
                              "allow",
                              wrong.contains("digest")
                                  ? member
                                  : member
                                      + json(
                                          ",'expected_digest':'%s'",
                                          approval(id).at("/request/digest").asString()))))
                  .expect(200)
                  .json()
                  .at("/results/0/problem");
          assertThat(text(many, "code")).isEqualTo("approval_revision_conflict");
          assertThat(many.path("current")).isEqualTo(approval(id));

          Http.Answer click =
              http.post(
                  "/api/approval/respond",
                  json(
                      "{'session_id':'%s','choice':'once','approval_id':'%s'%s}",
                      session, id, member));
          assertThat(click.status()).as(click.text()).isEqualTo(409);
          assertThat(click.code()).isEqualTo("approval_revision_conflict");
          assertThat(text(click.json().path("current"), "approval_id")).isEqualTo(id);
          assertThat(click.json().at("/errors/0/pointer").asString()).isEqualTo(place);
        });

    Host.Parked parked = parked();
    unchanged(
        parked,
        () -> {
          ObjectNode body = host.approver().body(parked.approval(), "approve", host.soon());
          if (wrong.contains("digest")) {
            body.put("expected_digest", OTHER);
          } else {
            body.put("expected_revision", 2);
          }
          JsonNode refused = problem(send(parked.approve(), body), 409, "conflict");
          assertThat(text(refused, "code")).isEqualTo("approval_revision_conflict");
          assertThat(refused.at("/errors/0/pointer").asString()).startsWith("/expected_");
          assertThat(refused.path("current")).isEqualTo(host.approval(parked.approval()));
        });
  }

  // PF-02
  @Test
  void PF_02_an_answer_to_another_question_answers_nothing() {
    String session = session();
    JsonNode asked = ask(session);
    String id = asked.at("/request/id").asString();
    String path = "/v1/runs/" + text(asked, "run_id") + "/questions";
    String answer =
        json("'request_id':'%s','answers':[{'question_id':'q',", id)
            + json("'selected_option_ids':['b']}]");
    for (String wrong : List.of("'expected_digest':'" + OTHER + "'", "'expected_revision':7")) {
      JsonNode refused =
          refused(
              http.post(path, "{\"resolution\":{" + answer + json("," + wrong) + "}}"),
              409,
              "questions",
              "question_revision_conflict");
      assertThat(refused.path("current"))
          .isEqualTo(http.get("/v1/questions/" + id).expect(200).json());
      Http.Answer told =
          http.post(
              "/api/clarify/respond",
              json(
                  "{'session_id':'%s','clarify_id':'%s','response':'US',%s}",
                  session, id, json(wrong)));
      assertThat(told.status()).as(told.text()).isEqualTo(409);
      assertThat(told.code()).isEqualTo("question_revision_conflict");
    }
    http.post(
            path,
            "{\"resolution\":{"
                + answer
                + json(
                    ",'expected_digest':'%s','expected_revision':1}}",
                    asked.at("/request/digest").asString()))
        .expect(202);
  }

  // PF-02
  @Test
  void PF_02_a_superseded_request_shows_its_successor() {
    String session = session();
    JsonNode first = raise(session, "");
    String id = first.at("/request/id").asString();
    JsonNode second = raise(session, json(",'revises':'%s'", id));
    Http.Answer late = http.post("/v1/runs/" + text(first, "run_id") + "/approvals", allow(id));
    assertThat(late.status()).as(late.text()).isEqualTo(409);
    assertThat(late.json().at("/current/request/id").asString())
        .isEqualTo(second.at("/request/id").asString());
  }

  // PF-03
  @Test
  void PF_03_a_tenant_may_want_the_digest_of_every_yes() {
    String tenant =
        text(http.post("/v1/tenants", json("{'name':'named'}")).expect(201).json(), "tenant_id");
    http.send(
            "PUT",
            "/v1/tenants/" + tenant + "/approval-policy",
            json("{'require_digest':true,'requester_may_approve':true}"),
            _ -> {})
        .expect(200);
    String session =
        text(
            http.post("/v1/sessions", json("{'tenant_id':'%s'}", tenant)).expect(201).json(),
            "session_id");
    JsonNode run = park(session, Script.bash("echo ran"), Script.SAY_LAST_RESULT);
    String id = approvalId(run);
    String digest = approval(id).at("/request/digest").asString();
    String named = json(",'expected_digest':'%s','expected_revision':1", digest);
    leavesUnchanged(
        id(run),
        () -> {
          for (String some :
              List.of(
                  "", json(",'expected_digest':'%s'", digest), json(",'expected_revision':1"))) {
            JsonNode refused =
                refused(
                    http.post(
                        "/v1/runs/" + id(run) + "/approvals", resolutions(one(id, "allow", some))),
                    400,
                    "approvals",
                    "approval_digest_required");
            assertThat(refused.path("current")).isEqualTo(approval(id));
          }
          for (String without : List.of("", json(",'approval_id':'%s'", id))) {
            Http.Answer click =
                http.post(
                    "/api/approval/respond",
                    json("{'session_id':'%s','choice':'once'%s}", session, without));
            assertThat(click.status()).as(click.text()).isIn(400, 409);
          }
          JsonNode replied =
              refused(
                  http.post(
                      "/v1/sessions/" + session + "/permissions/" + id + "/reply",
                      json("{'reply':'once'}")),
                  400,
                  "approvals",
                  "approval_digest_required");
          assertThat(replied.path("current")).isEqualTo(approval(id));
        });
    http.post("/v1/runs/" + id(run) + "/approvals", resolutions(one(id, "allow", named)))
        .expect(202);
    assertThat(lastWords(id(run))).contains("ran");

    JsonNode other = park(session, Script.bash("echo again"));
    http.post("/v1/runs/" + id(other) + "/approvals", deny(approvalId(other), "no")).expect(202);

    host.policy("\"require_digest\":true");
    Host.Parked parked = parked();
    ObjectNode body = host.approver().body(parked.approval(), "approve", host.soon());
    JsonNode refused = problem(send(parked.approve(), body), 422, "validation-error");
    assertThat(text(refused, "code")).isEqualTo("approval_digest_required");
    assertThat(text(refused.path("current"), "id")).isEqualTo(parked.approval());
    staysPending(parked);
    body.put("expected_digest", text(host.approval(parked.approval()), "digest"));
    body.put("expected_revision", 1);
    send(parked.approve(), body).expect(200);
  }

  // PF-04, DX-82
  @ParameterizedTest
  @ValueSource(strings = {"expected_diggest", "expected_revison", "notes"})
  void PF_04_DX_82_a_slip_is_named_on_the_signed_surface_too(String slip) {
    Host.Parked parked = parked();
    ObjectNode body = host.approver().body(parked.approval(), "approve", host.soon());
    body.put(slip, "x");
    invalid(send(parked.approve(), body), "/" + slip);
    staysPending(parked);
    body.remove(slip);
    // What is no slip of anything is passed over as before.
    body.put("later", 1);
    send(parked.approve(), body).expect(200);
  }

  // DX-69
  @Test
  void DX_69_a_late_click_on_a_superseded_card_names_its_successor() {
    String session = session();
    String first = raise(session, "").at("/request/id").asString();
    String second = raise(session, json(",'revises':'%s'", first)).at("/request/id").asString();
    JsonNode stale =
        http.post(
                "/api/approval/respond",
                json("{'session_id':'%s','choice':'once','approval_id':'%s'}", session, first))
            .expect(200)
            .json();
    assertThat(text(stale, "outcome")).isEqualTo("superseded");
    assertThat(text(stale, "successor_id")).isEqualTo(second);
  }

  // PF-04
  @Test
  void PF_04_a_slip_in_expected_digest_is_named() {
    JsonNode run = park(session(), Script.bash("echo ran"));
    String id = approvalId(run);
    JsonNode refused =
        http.post(
                "/v1/runs/" + id(run) + "/approvals",
                resolutions(one(id, "allow", json(",'expected_diggest':'%s'", OTHER))))
            .expect(400)
            .json();
    assertThat(refused.at("/errors/0/pointer").asString())
        .isEqualTo("/resolutions/0/expected_diggest");
    assertThat(refused.at("/errors/0/message").asString()).contains("expected_digest");
    assertThat(text(approval(id), "status")).isEqualTo("pending");
    assertThat(new String(refused.toString().getBytes(UTF_8), UTF_8)).doesNotContain(OTHER);
  }
}
