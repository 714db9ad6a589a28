package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How long a browser stays signed in: over restarts, by the clock, and no longer than its token.
 */
@OnBothDatabases
class WebSessionRestartTest {
  private static final long MINUTE = 60_000;
  private static final long WEEK = 7 * 24 * 60 * MINUTE;

  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;

  WebSessionRestartTest(Database database) {
    this.settings = database.settings(Map.of());
  }

  /** The cookie is named after the port, and a daemon that comes back here has another. */
  private static Browser moved(Browser browser, Http http) {
    return new Browser(
        http.as(null),
        browser.cookie().replaceFirst("[0-9]+=", http.address().getPort() + "="),
        browser.caller());
  }

  private static int me(Browser browser) {
    return browser.get("/v1/me").status();
  }

  private static JsonNode token(Http http, String more) {
    return http.post("/v1/tokens", "{\"name\":\"n\",\"role\":\"operator\"" + more + "}")
        .expect(201)
        .json();
  }

  @Test
  void a_restart_signs_nobody_out_and_keeps_the_links() {
    Browser browser;
    String code;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      browser = Browser.withToken(daemon.http().withRole("operator", "ada"));
      code =
          daemon.http().post("/v1/sign-in-links", null).expect(201).json().path("code").asString();
    }
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      Browser after = moved(browser, http);

      // Where passkeys work has the port in it, which is another one now.
      assertThat(((ObjectNode) after.get("/v1/me").expect(200).json()).without("passkeys"))
          .isEqualTo(((ObjectNode) browser.caller().deepCopy()).without("passkeys"));
      after.post("/v1/sessions", "{}").expect(201);
      assertThat(me(Browser.withCode(http, code))).isEqualTo(200);
    }
  }

  @Test
  void another_admin_token_signs_the_admins_browsers_out_and_no_others() {
    Browser admin;
    Browser ada;
    String code;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      admin = Browser.withToken(daemon.http());
      ada = Browser.withToken(daemon.http().withRole("admin", "ada"));
      code =
          daemon.http().post("/v1/sign-in-links", null).expect(201).json().path("code").asString();
    }
    Map<String, String> changed = new HashMap<>(settings);
    changed.put("HOLDPOINT_ADMIN_TOKEN", "another-token-of-the-operator");
    try (TestDaemon daemon = TestDaemon.start(folder, changed)) {
      Http http = daemon.http("another-token-of-the-operator");

      assertThat(me(moved(admin, http))).isEqualTo(401);
      assertThat(me(moved(ada, http))).isEqualTo(200);
      http.as(null).post("/v1/web-sessions", "{\"code\":\"" + code + "\"}").expect(401);
      assertThat(me(Browser.withToken(http))).isEqualTo(200);
    }
  }

  @Test
  void a_link_is_good_for_five_minutes_a_cookie_for_a_week_and_neither_beyond_its_token() {
    AtomicLong clock = new AtomicLong(System.currentTimeMillis());
    try (TestDaemon daemon =
        TestDaemon.start(folder, settings, () -> Instant.ofEpochMilli(clock.get()))) {
      Http http = daemon.http();
      String late = http.post("/v1/sign-in-links", null).expect(201).json().path("code").asString();
      String good = http.post("/v1/sign-in-links", null).expect(201).json().path("code").asString();
      long soon = clock.get() + 10 * MINUTE;
      Browser shortLived =
          Browser.withToken(
              http.as(token(http, ",\"expires_at_ms\":" + soon).path("token").asString()));
      assertThat(shortLived.caller().path("expires_at_ms").asLong()).isEqualTo(soon);

      clock.addAndGet(5 * MINUTE - 1);
      long opened = clock.get();
      Browser browser = Browser.withCode(http, good);
      assertThat(browser.caller().path("expires_at_ms").asLong()).isEqualTo(opened + WEEK);
      clock.addAndGet(1);
      http.as(null).post("/v1/web-sessions", "{\"code\":\"" + late + "\"}").expect(401);
      assertThat(me(shortLived)).isEqualTo(200);
      clock.set(soon);
      assertThat(me(shortLived)).isEqualTo(401);
      clock.set(opened + WEEK - 1);
      assertThat(me(browser)).isEqualTo(200);
      clock.addAndGet(1);
      assertThat(me(browser)).isEqualTo(401);
      // What is over is taken away by itself, so that the list is of those who are signed in.
      http.await("/v1/web-sessions", JsonNode::isEmpty);
    }
  }

  @Test
  void an_open_stream_ends_with_its_browser_or_its_token_and_others_go_on() {
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      JsonNode made = token(http, "");
      Browser revoked = Browser.withToken(http.as(made.path("token").asString()));
      Browser leaving = Browser.withToken(http);
      Browser staying = Browser.withToken(http);
      try (Sse first = revoked.stream("/v1/events/stream");
          Sse second = leaving.stream("/v1/events/stream");
          Sse third = staying.stream("/v1/events/stream")) {
        http.send("DELETE", "/v1/tokens/" + made.path("token_id").asString(), null, _ -> {})
            .expect(204);
        leaving.send("DELETE", Browser.SESSIONS + "/current", null).expect(204);

        first.awaitEnd();
        second.awaitEnd();
        http.session("s");
        http.submit("s", Script.say("still here"));
        third.nextEvent("completed");
      }
    }
  }
}
