package dev.holdpoint.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The requests of the measurements, as the bytes that go over the wire. */
final class Requests {
  private static final String SCRIPT =
      """
      {"content":"#!script\\n{\\"tool\\":\\"request_approval\\",\\"input\\":{\\"reason\\":\\"Deploy to production?\\"}}"}\
      """;

  private final String token;

  Requests(String token) {
    this.token = token;
  }

  byte[] get(String path) {
    return (head("GET", path) + "\r\n").getBytes(UTF_8);
  }

  byte[] newSession(String id) {
    return post("/v1/sessions", "{\"session_id\":\"" + id + "\"}");
  }

  /** A run that asks for permission as its only step. */
  byte[] newRun(String sessionId) {
    return post("/v1/sessions/" + sessionId + "/runs", SCRIPT);
  }

  /** A run that is at work for a minute. */
  byte[] longRun(String sessionId) {
    return post(
        "/v1/sessions/" + sessionId + "/runs",
        "{\"content\":\"#!script\\n{\\\"sleep_ms\\\":60000}\"}");
  }

  /** A gate from outside with a deadline. */
  byte[] gate(String sessionId, int expiresAfterMs) {
    return post(
        "/v1/sessions/" + sessionId + "/approval-requests",
        "{\"tool_name\":\"deploy\",\"input\":{},\"reason\":\"Deploy?\",\"expires_after_ms\":"
            + expiresAfterMs
            + "}");
  }

  /** A policy for calls of a tool that nobody here has. */
  byte[] policy(int number) {
    return post(
        "/v1/approval-policies",
        "{\"name\":\"policy %d\",\"match\":{\"tools\":[\"other_%d\"]},\"needs\":\"2 of anyone within 1h else deny\"}"
            .formatted(number, number));
  }

  /** A rule that allows every call of a tool, everywhere and for good. */
  byte[] allowAlways(String tool) {
    return post(
        "/v1/permission-rules",
        "{\"behavior\":\"allow\",\"tool\":\"" + tool + "\",\"scope\":{\"kind\":\"user\"}}");
  }

  /** An agent outside asks whether it may use a tool, and waits for nobody. */
  byte[] mayUse(String tool, String sessionId, int call) {
    return post(
        "/hooks/claude/pre-tool-use?wait_ms=0&then=deny",
        "{\"session_id\":\"%s\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"%s\",\"tool_input\":{\"path\":\"docs/%d.md\"},\"tool_use_id\":\"use-%d\"}"
            .formatted(sessionId, tool, call, call));
  }

  byte[] allow(Parked.Gate gate) {
    return post(
        "/v1/runs/" + gate.runId() + "/approvals",
        "{\"resolutions\":[{\"request_id\":\""
            + gate.approvalId()
            + "\",\"behavior\":\"allow\"}]}");
  }

  private byte[] post(String path, String body) {
    return (head("POST", path)
            + "Content-Type: application/json\r\nContent-Length: "
            + body.getBytes(UTF_8).length
            + "\r\n\r\n"
            + body)
        .getBytes(UTF_8);
  }

  private String head(String method, String path) {
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
        + token
        + "\r\n";
  }
}
