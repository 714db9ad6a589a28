package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What a browser may do with its cookie, what it must send along, and how it ends. */
@OnBothDatabases
class WebSessionTest extends Tenancy {
  WebSessionTest(Database database) {
    super(database);
  }

  private Browser browser(String role) {
    return Browser.withToken(http.withRole(role, "a " + role));
  }

  private static String approvals(JsonNode run) {
    return "/v1/runs/" + id(run) + "/approvals";
  }

  @Test
  void a_decision_by_cookie_is_signed_with_the_tokens_name() {
    JsonNode run = park(session(), Script.approval("x"));

    browser("operator").post(approvals(run), allow(approvalId(run))).expect(202);

    awaitRun(id(run), "completed");
    assertThat(text(event(id(run), "approval_resolved"), "by")).isEqualTo("a operator");
  }

  @Test
  void a_viewer_reads_and_decides_nothing() {
    JsonNode run = park(session(), Script.approval("x"));
    Browser viewer = browser("viewer");

    viewer.get("/v1/runs/" + id(run)).expect(200);
    viewer.get("/v1/status").expect(200);
    leavesUnchanged(
        id(run),
        () ->
            refused(viewer.post(approvals(run), allow(approvalId(run))), 403, "auth", "forbidden"));
    refused(viewer.get("/v1/tokens"), 403, "auth", "forbidden");
    refused(viewer.get(Browser.SESSIONS), 403, "auth", "forbidden");
  }

  @ParameterizedTest
  @CsvSource({
    "none,  csrf_required",
    "wrong, csrf_required",
    "empty, csrf_required",
    "other, csrf_required",
    "twice, csrf_required",
    "right, ''"
  })
  void what_changes_something_must_carry_what_only_a_page_of_ours_can_read(
      String sent, String code) {
    JsonNode run = park(session(), Script.approval("x"));
    Browser operator = browser("operator");
    Consumer<HttpRequest.Builder> header =
        switch (sent) {
          case "none" -> _ -> {};
          case "wrong" -> request -> request.header(Browser.CSRF, "x" + operator.csrf());
          case "empty" -> request -> request.header(Browser.CSRF, "");
          case "other" -> {
            String others = browser("operator").csrf();
            yield request -> request.header(Browser.CSRF, others);
          }
          case "twice" ->
              request ->
                  request
                      .header(Browser.CSRF, operator.csrf())
                      .header(Browser.CSRF, operator.csrf());
          default -> request -> request.header(Browser.CSRF, operator.csrf());
        };

    Http.Answer answer = operator.bare("POST", approvals(run), allow(approvalId(run)), header);

    if (code.isEmpty()) {
      answer.expect(202);
    } else {
      JsonNode problem = refused(answer, 403, "auth", code);
      assertThat(text(problem, "detail")).contains(Browser.CSRF).contains("/v1/me");
      assertThat(status(run(id(run)))).isEqualTo("waiting_for_approval");
    }
  }

  @Test
  void another_site_is_refused_whatever_it_sends() {
    JsonNode run = park(session(), Script.approval("x"));
    Browser operator = browser("operator");
    String body = allow(approvalId(run));

    leavesUnchanged(
        id(run),
        () -> {
          for (String foreign : List.of("http://evil.example", "null", "http://localhost:1")) {
            refused(
                operator.bare(
                    "POST",
                    approvals(run),
                    body,
                    request ->
                        request.header("Origin", foreign).header(Browser.CSRF, operator.csrf())),
                403,
                "auth",
                "foreign_origin");
          }
          for (String method : List.of("GET", "POST")) {
            refused(
                operator.bare(
                    method,
                    method.equals("GET") ? "/v1/me" : approvals(run),
                    method.equals("GET") ? null : body,
                    request ->
                        request
                            .header("Sec-Fetch-Site", "cross-site")
                            .header(Browser.CSRF, operator.csrf())),
                403,
                "auth",
                "foreign_origin");
          }
        });
    operator
        .bare("GET", "/v1/me", null, request -> request.header("Sec-Fetch-Site", "same-origin"))
        .expect(200);
  }

  @Test
  void two_cookies_of_the_name_are_nobody_in_particular() {
    Browser one = browser("viewer");
    Browser other = browser("admin");
    String two = one.cookie() + "; theme=dark; " + other.cookie();

    JsonNode problem =
        refused(
            http.as(null).send("GET", "/v1/me", null, request -> request.header("Cookie", two)),
            401,
            "auth",
            "unauthorized");

    assertThat(text(problem, "detail")).contains("The cookie holdpoint-");
    http.as(null)
        .send(
            "GET",
            "/v1/me",
            null,
            request -> request.header("Cookie", "theme=dark; " + one.cookie() + "; x"))
        .expect(200);
  }

  @Test
  void a_cookie_of_another_daemon_on_this_machine_is_none() {
    Browser browser = browser("viewer");
    String elsewhere = browser.cookie().replaceFirst("holdpoint-[0-9]+", "holdpoint-1");

    refused(
        http.as(null).send("GET", "/v1/me", null, request -> request.header("Cookie", elsewhere)),
        401,
        "auth",
        "unauthorized");
  }

  @Test
  void a_token_that_is_sent_goes_before_the_cookie() {
    Browser viewer = browser("viewer");
    Http operator = http.withRole("operator", "ada");
    Consumer<HttpRequest.Builder> cookie = request -> request.header("Cookie", viewer.cookie());

    JsonNode me = operator.send("GET", "/v1/me", null, cookie).expect(200).json();

    assertThat(text(me, "name")).isEqualTo("ada");
    assertThat(me.has("csrf_token")).isFalse();
    JsonNode run = park(session(), Script.approval("x"));
    operator.send("POST", approvals(run), allow(approvalId(run)), cookie).expect(202);
    refused(http.as("hpt_wrong").send("GET", "/v1/me", null, cookie), 401, "auth", "unauthorized");
    refused(
        operator.send("DELETE", Browser.SESSIONS + "/current", null, cookie),
        404,
        "auth",
        "web_session_not_found");
    viewer.get("/v1/me").expect(200);
  }

  @Test
  void a_token_of_one_tenant_signs_in_and_sees_its_own() {
    String mine = tenant();
    String own = sessionOf(mine, null);
    String foreign = sessionOf(tenant(), null);
    Http bound = bound(mine, "admin");

    Browser browser = Browser.withToken(bound);

    assertThat(text(browser.get("/v1/me").expect(200).json(), "tenant_id")).isEqualTo(mine);
    browser.get("/v1/sessions/" + own).expect(200);
    browser.get("/v1/sessions/" + foreign).expect(404);
    refused(browser.get(Browser.SESSIONS), 403, "auth", "forbidden");
    browser.post("/v1/sign-in-links", null).expect(201);
    browser.send("DELETE", Browser.SESSIONS + "/current", null).expect(204);
  }

  @Test
  void the_chats_own_surface_takes_the_cookie_under_the_same_rule() {
    String session = session();
    JsonNode run = park(session, Script.approval("x"));
    Browser operator = browser("operator");
    String body =
        json("{'session_id':'%s','approval_id':'%s','choice':'once'}", session, approvalId(run));

    operator.get("/api/approval/pending?session_id=" + session).expect(200);
    Http.Answer bare = operator.bare("POST", "/api/approval/respond", body, _ -> {});
    assertThat(bare.status()).as(bare.text()).isEqualTo(403);
    operator.post("/api/approval/respond", body).expect(200);

    awaitRun(id(run), "completed");
  }

  @Test
  void signing_out_ends_the_cookie_and_makes_the_browser_forget_it() {
    Browser browser = browser("viewer");
    Browser other = browser("viewer");
    String current = Browser.SESSIONS + "/current";
    refused(browser.bare("DELETE", current, null, _ -> {}), 403, "auth", "csrf_required");

    Http.Answer answer = browser.send("DELETE", current, null).expect(204);

    assertThat(answer.header("Set-Cookie"))
        .matches("holdpoint-[0-9]+=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict");
    JsonNode problem = refused(browser.get("/v1/me"), 401, "auth", "unauthorized");
    assertThat(text(problem, "detail")).contains("`holdpoint open`");
    refused(browser.send("DELETE", current, null), 401, "auth", "unauthorized");
    other.get("/v1/me").expect(200);
  }

  @Test
  void an_admin_sees_who_is_signed_in_and_ends_it() {
    JsonNode token = http.post("/v1/tokens", json("{'name':'bo','role':'agent'}")).json();
    Browser browser = Browser.withToken(http.as(text(token, "token")));
    String code = text(http.post("/v1/sign-in-links", null).expect(201).json(), "code");

    Http.Answer list = http.get(Browser.SESSIONS + "?limit=2").expect(200);

    JsonNode offered = list.json().get(0);
    JsonNode open = list.json().get(1);
    assertThat(members(open))
        .containsExactly(
            "web_session_id",
            "state",
            "principal_id",
            "name",
            "role",
            "tenant_id",
            "created_at_ms",
            "opened_at_ms",
            "expires_at_ms");
    assertThat(List.of(text(offered, "state"), text(offered, "name")))
        .isEqualTo(List.of("offered", "admin"));
    assertThat(List.of(text(open, "state"), text(open, "name"), text(open, "role")))
        .isEqualTo(List.of("open", "bo", "agent"));
    assertThat(list.text())
        .doesNotContain(code, browser.csrf(), browser.cookie().replaceFirst(".*=", ""));
    delete(Browser.SESSIONS + "/" + browser.id()).expect(204);
    refused(browser.get("/v1/me"), 401, "auth", "unauthorized");
    refused(delete(Browser.SESSIONS + "/" + browser.id()), 404, "auth", "web_session_not_found");
  }

  @Test
  void a_revoked_token_takes_its_browsers_with_it_and_no_others() {
    JsonNode token = http.post("/v1/tokens", json("{'name':'cy','role':'admin'}")).json();
    Http caller = http.as(text(token, "token"));
    Browser first = Browser.withToken(caller);
    Browser second = Browser.withToken(caller);
    Browser other = browser("viewer");

    delete("/v1/tokens/" + text(token, "token_id")).expect(204);

    refused(first.get("/v1/me"), 401, "auth", "unauthorized");
    refused(second.post("/v1/sessions", "{}"), 401, "auth", "unauthorized");
    other.get("/v1/me").expect(200);
    assertThat(http.get(Browser.SESSIONS).expect(200).text())
        .doesNotContain(first.id(), second.id())
        .contains(other.id());
  }

  @Test
  void whoever_signs_in_too_often_loses_the_oldest() {
    Http caller = http.withRole("viewer", "restless");
    List<Browser> browsers = new ArrayList<>();
    for (int i = 0; i < 102; i++) {
      browsers.add(Browser.withToken(caller));
    }

    refused(browsers.get(0).get("/v1/me"), 401, "auth", "unauthorized");
    refused(browsers.get(1).get("/v1/me"), 401, "auth", "unauthorized");
    browsers.get(2).get("/v1/me").expect(200);
    browsers.getLast().get("/v1/me").expect(200);
  }
}
