package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** How this surface says no: plain JSON on every path of it, also before an endpoint is found. */
@OnOneDatabase
class AmbientErrorTest extends Acceptance {
  AmbientErrorTest(Database database) {
    super(database);
  }

  /** A refusal as every client of this surface can read it. */
  static JsonNode plain(Http.Answer answer, int status, String code) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    JsonNode body = answer.json();
    assertThat(body.path("ok").isBoolean()).isTrue();
    assertThat(body.path("ok").asBoolean()).isFalse();
    assertThat(text(body, "error")).isNotBlank();
    assertThat(text(body, "code")).as(answer.text()).isEqualTo(code);
    assertThat(text(body, "request_id")).isEqualTo(answer.header("X-Request-Id")).isNotBlank();
    assertThat(members(body)).doesNotContain("type", "title", "detail", "status", "domain");
    return body;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api",
        "/api/",
        "/api/nothing",
        "/api/approval",
        "/api/approval/pending/",
        "/api/chat/x/y"
      })
  void an_unknown_path_is_not_found(String path) {
    plain(http.get(path), 404, "route_not_found");
  }

  @Test
  void a_wrong_method_a_missing_token_and_a_role_that_may_not_are_told_plainly() {
    plain(http.post("/api/approval/pending", "{}"), 405, "method_not_allowed");
    plain(http.get("/api/approval/respond"), 405, "method_not_allowed");
    plain(http.as(null).get("/api/chat/stream?session_id=s"), 401, "unauthorized");
    Http agent = http.withRole("agent", "agent-" + session());
    plain(agent.post("/api/approval/respond", "{}"), 403, "forbidden");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/approval/respond", "/api/clarify/respond", "/api/chat"})
  void a_body_that_cannot_be_used_is_told_plainly(String path) {
    plain(http.post(path, "{\"session_id\":"), 400, "malformed_json");
    plain(http.post(path, ""), 400, "malformed_json");
    plain(http.post(path, "[]"), 400, "invalid_request");
    // Asks before it sends: a server that has answered does not read on, and the link may break.
    Http.Answer large =
        http.send(
            "POST",
            path,
            null,
            request ->
                request
                    .expectContinue(true)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("x".repeat(17 << 20))));
    plain(large, 413, "payload_too_large");
    Http.Answer text =
        http.send(
            "POST",
            path,
            null,
            request ->
                request
                    .header("Content-Type", "text/plain")
                    .POST(HttpRequest.BodyPublishers.ofString("hello")));
    plain(text, 415, "unsupported_media_type");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/approval/pending",
        "/api/approval/stream",
        "/api/clarify/pending",
        "/api/clarify/stream",
        "/api/chat/stream"
      })
  // H3-16, H3-23, H3-58
  void H3_16_H3_23_H3_58_without_a_session_nothing_is_shown(String path) {
    for (String query : List.of("", "?session_id=", "?session_id", "?session_id=a&session_id=b")) {
      assertThat(text(plain(http.get(path + query), 400, "invalid_request"), "error"))
          .contains("session_id");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/approval/stream", "/api/clarify/stream", "/api/chat/stream"})
  void a_cursor_that_is_none_is_refused(String path) {
    plain(http.get(path + "?session_id=s&cursor=x"), 400, "invalid_event_cursor");
    plain(
        http.send(
            "GET", path + "?session_id=s", null, request -> request.header("Last-Event-ID", "-1")),
        400,
        "invalid_event_cursor");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/approval/respond | {'choice':'once'}                           | /session_id
          /api/approval/respond | {'session_id':'','choice':'once'}           | /session_id
          /api/approval/respond | {'session_id':'s'}                          | /choice
          /api/approval/respond | {'session_id':'s','choice':'yes'}           | /choice
          /api/approval/respond | {'session_id':'s','choice':null}            | /choice
          /api/approval/respond | {'session_id':'s','choice':'once','max_uses':0} | /max_uses
          /api/approval/respond | {'session_id':'s','choice':'always','max_uses':1000000001} | /max_uses
          /api/clarify/respond  | {'response':'x'}                            | /session_id
          /api/clarify/respond  | {'session_id':'s'}                          | /response
          /api/clarify/respond  | {'session_id':'s','response':null}          | /response
          /api/clarify/respond  | {'session_id':'s','response':' '}           | /response
          /api/clarify/respond  | {'session_id':'s','response':7}             | /response
          /api/clarify/respond  | {'session_id':'s','response':[]}            | /response
          /api/clarify/respond  | {'session_id':'s','response':['x',1]}       | /response
          /api/chat             | {'message':'x'}                             | /session_id
          /api/chat             | {'session_id':'s'}                          | /message
          /api/chat             | {'session_id':'s','message':'  '}           | /message
          """)
  // H3-38, H3-39, H3-66, H3-67
  void H3_38_H3_39_H3_66_H3_67_what_is_missing_or_wrong_is_named(
      String path, String body, String pointer) {
    JsonNode refused = plain(http.post(path, json(body)), 400, "invalid_request");
    assertThat(refused.at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(text(refused, "error")).startsWith(pointer);
  }

  @Test
  void a_chat_needs_a_session_and_says_how_to_make_one() {
    JsonNode refused =
        plain(
            http.post("/api/chat", json("{'session_id':'nobody','message':'hello'}")),
            404,
            "session_not_found");
    assertThat(text(refused, "error")).contains("POST /v1/sessions");
  }
}
