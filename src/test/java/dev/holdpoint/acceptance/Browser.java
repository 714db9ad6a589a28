package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.net.http.HttpRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A browser that has signed in.
 *
 * @param nobody the daemon, without a token
 * @param cookie as the browser sends it: its name and what it holds
 * @param caller what the daemon said when it let the browser in
 */
record Browser(Http nobody, String cookie, JsonNode caller) {
  static final String SESSIONS = "/v1/web-sessions";
  static final String CSRF = "X-Holdpoint-CSRF";

  static Browser withToken(Http http) {
    return of(http, Acceptance.json("{'token':'%s'}", String.valueOf(http.token())));
  }

  static Browser withCode(Http http, String code) {
    return of(http, Acceptance.json("{'code':'%s'}", code));
  }

  private static Browser of(Http http, String body) {
    Http nobody = http.as(null);
    Http.Answer answer = nobody.post(SESSIONS, body).expect(201);
    String set = answer.header("Set-Cookie");
    assertThat(set).isNotEmpty();
    return new Browser(nobody, set.substring(0, set.indexOf(';')), answer.json());
  }

  String id() {
    return Acceptance.text(caller, "web_session_id");
  }

  String csrf() {
    return Acceptance.text(caller, "csrf_token");
  }

  Http.Answer get(String path) {
    return bare("GET", path, null, _ -> {});
  }

  Http.Answer post(String path, @Nullable String body) {
    return send("POST", path, body);
  }

  /** As a page of the daemon does it. */
  Http.Answer send(String method, String path, @Nullable String body) {
    return bare(method, path, body, request -> request.header(CSRF, csrf()));
  }

  /** With the cookie alone, as any page can make a browser do it. */
  Http.Answer bare(
      String method, String path, @Nullable String body, Consumer<HttpRequest.Builder> more) {
    return nobody.send(
        method, path, body, request -> more.accept(request.header("Cookie", cookie)));
  }

  Sse stream(String path) {
    return nobody.stream(path, request -> request.header("Cookie", cookie));
  }
}
