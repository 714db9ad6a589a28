package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.blackbox.Http;
import java.net.http.HttpRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Every refusal has one shape, and every path says what it is not and what it takes. */
@OnOneDatabase
class ProblemTest extends Acceptance {
  ProblemTest(Database database) {
    super(database);
  }

  static Stream<String> paths() {
    return Endpoints.ALL.stream().map(Endpoint::path).distinct();
  }

  static Stream<Endpoint> withIds() {
    return Endpoints.ALL.stream()
        .filter(endpoint -> !endpoint.pathParameters().isEmpty())
        // One starts what is not there, the other ends it whether it is there or not.
        .filter(e -> !Set.of("sendAcpMessage", "endAcpServer").contains(e.id()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /v1/questions                        | GET, HEAD
          /v1/sessions/x/questions             | GET, HEAD, POST
          /v1/sessions/x/approvals             | POST
          /v1/sessions/x/approval-runs         | POST
          /v1/runs/x/approvals                 | POST
          /v1/runs/x/questions                 | POST
          /v1/runs/x/questions/y/cancel        | POST
          """)
  // K0-14: written down here, so that the route table cannot agree with itself
  void K0_14_each_path_of_gates_takes_its_methods_and_no_other(String path, String allow) {
    List<String> taken = List.of(allow.split(", "));

    for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE")) {
      Http.Answer answer = http.send(method, path, null, _ -> {});
      if (taken.contains(method)) {
        assertThat(answer.status()).as(method + " " + path).isNotEqualTo(405);
      } else {
        refused(answer, 405, "api", "method_not_allowed");
        assertThat(answer.header("Allow")).as(method + " " + path).isEqualTo(allow);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("paths")
  // K4-46
  void K4_46_a_wrong_method_is_405_with_the_right_ones(String path) {
    Set<String> taken =
        Endpoints.ALL.stream()
            .filter(endpoint -> endpoint.path().equals(path))
            .map(endpoint -> endpoint.method().name())
            .collect(Collectors.toCollection(TreeSet::new));
    String concrete = path.replaceAll("\\{[a-z_]+}", "x");

    for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE")) {
      if (!taken.contains(method)) {
        Http.Answer answer = http.send(method, concrete, null, _ -> {});
        if (Surface.of(path) == Surface.AMBIENT) {
          AmbientErrorTest.plain(answer, 405, "method_not_allowed");
        } else if (Surface.of(path) == Surface.MCP) {
          assertThat(answer.status()).isEqualTo(405);
          assertThat(answer.json().at("/error/data/code").asString())
              .isEqualTo("method_not_allowed");
        } else if (Surface.of(path) == Surface.SIGNED) {
          assertThat(answer.status()).isEqualTo(405);
          assertThat(text(answer.json(), "type")).endsWith("/problems/method-not-allowed");
        } else {
          refused(answer, 405, "api", "method_not_allowed");
        }
        Set<String> allowed = new TreeSet<>(Arrays.asList(answer.header("Allow").split(", ")));
        allowed.remove("HEAD");
        assertThat(allowed).as(method + " " + path).isEqualTo(taken);
      }
    }
  }

  @Test
  void what_takes_no_body_still_refuses_one_that_is_not_json() {
    JsonNode run = park(session(), Script.approval("x"));
    String cancel = "/v1/runs/" + id(run) + "/cancel";
    String interrupt = "/v1/sessions/" + text(run, "session_id") + "/interrupt";

    leavesUnchanged(
        id(run),
        () -> {
          for (String path : List.of(cancel, interrupt)) {
            refused(http.post(path, "[["), 400, "api", "malformed_json");
          }
        });

    http.post(cancel, null).expect(200);
    http.post(cancel, "{}").expect(200);
    http.post(interrupt, null).expect(200);
  }

  /** A body that the endpoint could take, so that only the id is wrong. */
  private static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry("submitInput", "{'content':'x'}"),
          Map.entry("submitRun", "{'content':'x'}"),
          Map.entry(
              "resolveSessionApprovals", "{'resolutions':[{'request_id':'x','behavior':'allow'}]}"),
          Map.entry("resolveDetached", "{'resolutions':[{'request_id':'x','behavior':'allow'}]}"),
          Map.entry(
              "resolveRunApprovals", "{'resolutions':[{'request_id':'x','behavior':'allow'}]}"),
          Map.entry("resolveSessionQuestion", "{'resolution':{'request_id':'x','declined':true}}"),
          Map.entry("resolveRunQuestion", "{'resolution':{'request_id':'x','declined':true}}"),
          Map.entry("replyQuestion", "{'answers':[['x']]}"),
          Map.entry("replyPermission", "{'reply':'once'}"),
          Map.entry("resolveApprovals", "{'resolutions':[{'request_id':'x','behavior':'deny'}]}"),
          Map.entry("triageGate", "{'action':'seen'}"),
          Map.entry(
              "redeemPermit",
              "{'permit':'x','redeemer_key':'0123456789abcdef','tool_name':'x','input':{}}"),
          Map.entry(
              "reportPermitResult", "{'redeemer_key':'0123456789abcdef','outcome':'succeeded'}"),
          Map.entry("raiseApproval", "{'tool_name':'x','input':{},'reason':'y'}"),
          Map.entry("raiseQuestion", "{'questions':[{'id':'q','question':'?'}]}"),
          Map.entry("approveApproval", "{}"),
          Map.entry("denyApproval", "{}"),
          Map.entry("sendMessage", "{}"),
          Map.entry("setConversationSecrets", "{}"),
          Map.entry("replacePersona", "{}"),
          Map.entry("setPersona", "{'persona_id':'nobody'}"),
          Map.entry("setCapabilityScope", "{'capability_scope':{}}"),
          Map.entry("setCredentialScope", "{'credential_scope':{}}"),
          Map.entry("setRoutePolicy", "{'route_policy':{}}"),
          Map.entry("setReplyTargets", "{'reply_targets':[]}"),
          Map.entry("editLearning", "{}"),
          Map.entry("changeSchedule", "{}"),
          Map.entry("changeToken", "{}"),
          Map.entry("shareSession", "{'token_ids':[]}"),
          Map.entry("postMessage", "{'author':'a','content':'x'}"),
          Map.entry("createTask", "{'title':'t','session_id':'s','content':'x'}"),
          Map.entry("setApprovalPolicy", "{}"),
          Map.entry("createServiceKey", "{'name':'x'}"),
          Map.entry("inviteApprover", "{'principal':'x'}"),
          Map.entry("renamePasskey", "{'name':'x'}"),
          Map.entry("createApproverKey", "{'algorithm':'ed25519','public_key':'x'}"),
          Map.entry("changeGroup", "{}"),
          Map.entry("changeGroupMembers", "{}"),
          Map.entry("replacePolicy", "{'name':'x','needs':'anyone'}"),
          Map.entry("reviseBoard", "{'title':'t','content':'x'}"));

  @ParameterizedTest
  @MethodSource("withIds")
  // K0-15, K4-46
  void K0_15_K4_46_an_unknown_id_is_not_found_and_changes_nothing(Endpoint endpoint) {
    String body = BODIES.get(endpoint.id().replaceFirst("^put", "set"));

    for (String id :
        List.of("nobody", "run_01JZZZZZZZZZZZZZZZZZZZZZZZ", "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ")) {
      Http.Answer answer =
          http.send(
              endpoint.method().name(),
              endpoint.path().replaceAll("\\{[a-z_]+}", id),
              body == null ? null : json(body),
              _ -> {});
      assertThat(answer.status()).as(endpoint.id() + ": " + answer.text()).isEqualTo(404);
      assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
      assertThat(answer.code()).endsWith("_not_found");
    }
    refused(http.get("/v1/sessions/nobody"), 404, "sessions", "session_not_found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1", "/v1/", "/v1/nothing", "/v1/runs/", "/v1/runs/x/y", "/v2/runs"})
  void an_unknown_path_is_not_found(String path) {
    refused(http.get(path), 404, "api", "route_not_found");
  }

  @Test
  void a_body_that_is_no_json_or_of_another_type_is_refused() {
    String path = "/v1/sessions/" + session() + "/runs";

    refused(http.post(path, "{\"content\":"), 400, "api", "malformed_json");
    refused(http.post(path, ""), 400, "api", "malformed_json");
    refused(http.post(path, "{\"content\":\"a\",\"content\":\"b\"}"), 400, "api", "malformed_json");
    refused(http.post(path, "[]"), 400, "api", "invalid_request");
    Http.Answer other =
        http.send(
            "POST",
            path,
            null,
            request ->
                request
                    .header("Content-Type", "text/plain")
                    .POST(HttpRequest.BodyPublishers.ofString("hello")));
    refused(other, 415, "api", "unsupported_media_type");
  }

  @Test
  void what_is_wrong_is_pointed_at() {
    JsonNode run = park(session(), Script.approval("x"));

    JsonNode problem =
        refused(
            http.post(
                "/v1/runs/" + id(run) + "/approvals",
                resolutions(one(approvalId(run), "maybe", ""))),
            400,
            "approvals",
            "approval_invalid_resolution");

    JsonNode fault = problem.path("errors").get(0);
    assertThat(text(fault, "pointer")).isEqualTo("/resolutions/0/behavior");
    assertThat(text(fault, "message")).contains("allow", "deny");
  }

  @Test
  void every_answer_has_a_request_id_of_its_own() {
    Http.Answer one = http.get("/v1/status");
    Http.Answer other = http.get("/v1/status");

    assertThat(one.header("X-Request-Id")).startsWith("req_");
    assertThat(other.header("X-Request-Id")).isNotEqualTo(one.header("X-Request-Id"));
  }
}
