package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a client says that keeps a session on its screen. */
abstract class AmbientAcceptance extends Acceptance {
  static final String RESPOND = "/api/approval/respond";
  static final String ANSWER = "/api/clarify/respond";
  static final String NOTHING = json("{'pending':null,'pending_count':0}");

  AmbientAcceptance(Database database) {
    super(database);
  }

  AmbientAcceptance(Moving moving) {
    super(moving.http());
  }

  final JsonNode pendingApproval(String session) {
    return pending(http, "approval", session);
  }

  final JsonNode pendingClarify(String session) {
    return pending(http, "clarify", session);
  }

  static JsonNode pending(Http http, String kind, String session) {
    return http.get("/api/" + kind + "/pending?session_id=" + encoded(session)).expect(200).json();
  }

  final Sse approvals(String session) {
    return http.stream("/api/approval/stream?session_id=" + encoded(session));
  }

  final Sse clarifies(String session) {
    return http.stream("/api/clarify/stream?session_id=" + encoded(session));
  }

  /** A body of members that are not null, in order: {@code "choice", "once", …}. */
  static String body(@Nullable String... members) {
    ObjectNode body = JSON.createObjectNode();
    for (int i = 0; i < members.length; i += 2) {
      if (members[i + 1] != null) {
        body.put(members[i], members[i + 1]);
      }
    }
    return body.toString();
  }

  final Http.Answer click(String session, String choice, @Nullable String approvalId) {
    return click(http, session, choice, approvalId);
  }

  static Http.Answer click(Http http, String session, String choice, @Nullable String approvalId) {
    return http.post(
        RESPOND, body("session_id", session, "choice", choice, "approval_id", approvalId));
  }

  final Http.Answer tell(String session, String response, @Nullable String clarifyId) {
    return tell(http, session, response, clarifyId);
  }

  static Http.Answer tell(Http http, String session, String response, @Nullable String clarifyId) {
    return http.post(
        ANSWER, body("session_id", session, "response", response, "clarify_id", clarifyId));
  }

  /** The click decided. */
  static JsonNode decided(Http.Answer answer, String choice) {
    JsonNode body = answer.expect(200).json();
    assertThat(body.path("ok").isBoolean() && body.path("ok").asBoolean()).isTrue();
    assertThat(text(body, "choice")).isEqualTo(choice);
    assertThat(members(body)).doesNotContain("stale_cleared", "relayed", "error");
    return body;
  }

  /** The click came too late, which is no error. */
  static void cleared(Http.Answer answer, String choice) {
    JsonNode body = answer.expect(200).json();
    assertThat(body.toString())
        .startsWith(json("{'ok':true,'choice':'%s','stale_cleared':true", choice));
    assertThat(members(body))
        .as("DX-42: how it ended, where that is known")
        .isSubsetOf(
            "ok", "choice", "stale_cleared", "outcome", "by", "at", "successor_id", "late_answer");
  }

  /** A refusal as this surface's clients expect it, whatever was refused. */
  static JsonNode no(Http.Answer answer, int status) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("application/json");
    JsonNode body = answer.json();
    assertThat(body.path("ok").isBoolean()).as(answer.text()).isTrue();
    assertThat(body.path("ok").asBoolean()).isFalse();
    assertThat(text(body, "error")).isNotBlank();
    assertThat(answer.header("X-Request-Id")).isNotBlank();
    return body;
  }

  static void stale(Http.Answer answer) {
    JsonNode body = no(answer, 409);
    assertThat(body.path("stale").isBoolean()).as(answer.text()).isTrue();
    assertThat(body.path("stale").asBoolean()).isTrue();
  }

  /** What the clarify surface says, word for word, where an answer has nothing to answer. */
  static void staleAnswer(Http.Answer answer) {
    stale(answer);
    assertThat(text(answer.json(), "error"))
        .startsWith("Clarification prompt expired or not found");
  }

  /** A gate that an agent outside raises; any number of them wait side by side. */
  final JsonNode raise(String session, String command) {
    return raise(http, session, command);
  }

  static JsonNode raise(Http http, String session, String command) {
    return http.post(
            "/v1/sessions/" + encoded(session) + "/approval-requests",
            json("{'tool_name':'bash','input':{'command':'%s'},'reason':'why'}", command))
        .expect(201)
        .json();
  }

  static String requestId(JsonNode raised) {
    return text(raised.path("request"), "id");
  }

  /** Several of one question each. */
  final JsonNode ask(String session, String question) {
    return http.post(
            "/v1/sessions/" + encoded(session) + "/question-requests",
            json("{'questions':[{'id':'q','question':'%s'}]}", question))
        .expect(201)
        .json();
  }

  /** The first frame of every stream. */
  static Sse.Frame initial(Sse stream, String data) {
    Sse.Frame frame = initial(stream);
    assertThat(frame.text()).isEqualTo(data);
    return frame;
  }

  static Sse.Frame initial(Sse stream) {
    assertThat(stream.taken()).isEmpty();
    Sse.Frame frame = stream.next();
    assertThat(frame.type()).isEqualTo("initial");
    assertThat(members(frame.data())).containsExactlyInAnyOrder("pending", "pending_count");
    assertThat(frame.number()).isNotNegative();
    return frame;
  }

  /** The next frame is a prompt, bare. */
  static JsonNode prompt(Sse stream, String kind) {
    Sse.Frame frame = stream.next();
    assertThat(frame.type()).isEqualTo(kind);
    assertThat(members(frame.data())).as(frame.text()).doesNotContain("pending", "pending_count");
    assertThat(frame.number()).isPositive();
    return frame.data();
  }

  /** The next frame says how things stand, wrapped. */
  static JsonNode state(Sse stream, String kind) {
    Sse.Frame frame = stream.next();
    assertThat(frame.type()).isEqualTo(kind);
    assertThat(members(frame.data()))
        .as(frame.text())
        .containsExactlyInAnyOrder("pending", "pending_count");
    assertThat(frame.number()).isPositive();
    return frame.data();
  }
}
