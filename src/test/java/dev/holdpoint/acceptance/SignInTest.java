package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** How a browser gets its cookie: by a link that opens once, or by a token. */
@OnBothDatabases
class SignInTest extends Tenancy {
  private static final String LINKS = "/v1/sign-in-links";

  SignInTest(Database database) {
    super(database);
  }

  private JsonNode link(Http http) {
    return http.post(LINKS, null).expect(201).json();
  }

  private Http.Answer signIn(String body) {
    return http.as(null).post(Browser.SESSIONS, json(body));
  }

  @Test
  void a_link_leads_to_the_page_on_the_way_that_its_caller_came() {
    long before = System.currentTimeMillis();

    JsonNode made = link(http.withRole("viewer", "vera"));

    assertThat(members(made)).containsExactly("url", "code", "expires_at_ms");
    assertThat(text(made, "code")).matches("[A-Za-z0-9_-]{43}");
    assertThat(text(made, "url")).isEqualTo(http.address() + "/ui/sign-in#" + text(made, "code"));
    assertThat(made.path("expires_at_ms").asLong() - before).isBetween(300_000L, 360_000L);
  }

  @Test
  void a_browser_gets_a_cookie_that_no_script_reads_and_no_other_site_sends() {
    Http.Answer answer = signIn("{'code':'" + text(link(http), "code") + "'}").expect(201);

    assertThat(answer.header("Set-Cookie"))
        .matches(
            "holdpoint-%d=[A-Za-z0-9_-]{43}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict"
                .formatted(http.address().getPort()));
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    assertThat(members(answer.json()))
        .containsExactly(
            "principal_id",
            "name",
            "role",
            "tenant_id",
            "web_session_id",
            "expires_at_ms",
            "csrf_token",
            "passkeys",
            "undo_ms");
  }

  @Test
  void a_browser_is_known_as_whoever_made_its_link_or_has_the_token() {
    Http ada = http.withRole("operator", "ada");
    JsonNode byToken = ada.get("/v1/me").expect(200).json();
    assertThat(members(byToken))
        .containsExactly("principal_id", "name", "role", "tenant_id", "passkeys", "undo_ms");

    for (Browser browser :
        List.of(Browser.withToken(ada), Browser.withCode(http, text(link(ada), "code")))) {
      JsonNode me = browser.get("/v1/me").expect(200).json();

      assertThat(me).isEqualTo(browser.caller());
      for (String member : members(byToken)) {
        assertThat(me.path(member)).isEqualTo(byToken.path(member));
      }
    }
    assertThat(text(Browser.withToken(http).caller(), "name")).isEqualTo("admin");
  }

  @Test
  void a_browser_makes_a_link_for_another_one() {
    Browser first = Browser.withToken(http.withRole("operator", "ada"));

    Browser phone =
        Browser.withCode(http, text(first.post(LINKS, null).expect(201).json(), "code"));

    assertThat(text(phone.caller(), "name")).isEqualTo("ada");
    assertThat(phone.id()).isNotEqualTo(first.id());
    assertThat(phone.csrf()).isNotEqualTo(first.csrf());
  }

  @Test
  void of_sixteen_who_open_a_link_at_once_one_is_let_in() {
    String body = "{'code':'" + text(link(http), "code") + "'}";

    List<Http.Answer> answers = atOnce(16, () -> signIn(body));

    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 201)
        .allSatisfy(answer -> refused(answer, 401, "auth", "unauthorized"))
        .allSatisfy(answer -> assertThat(answer.header("Set-Cookie")).isEmpty());
  }

  @Test
  void a_code_that_opens_nothing_is_refused_in_the_same_words_whatever_it_is() {
    String used = text(link(http), "code");
    signIn("{'code':'" + used + "'}").expect(201);
    JsonNode revoked = http.post("/v1/tokens", json("{'name':'x','role':'viewer'}")).json();
    String orphan = text(link(http.as(text(revoked, "token"))), "code");
    delete("/v1/tokens/" + text(revoked, "token_id")).expect(204);
    String back = text(link(http), "code");
    String offered =
        text(http.get(Browser.SESSIONS + "?limit=1").expect(200).json().get(0), "web_session_id");
    delete(Browser.SESSIONS + "/" + offered).expect(204);

    Set<String> told =
        List.of(used, orphan, back, "x", "A".repeat(43)).stream()
            .map(code -> refused(signIn("{'code':'" + code + "'}"), 401, "auth", "unauthorized"))
            .map(problem -> text(problem, "detail"))
            .collect(Collectors.toSet());

    assertThat(told).hasSize(1);
    assertThat(told.iterator().next()).contains("`holdpoint open`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'code':'x','token':'y'}",
        "{'code':''}",
        "{'code':null}",
        "{'code':7}",
        "{'token':['x']}",
        "{'cod':'x'}"
      })
  void whoever_shows_not_one_thing_is_told_what_to_show(String body) {
    refused(signIn(body), 400, "api", "invalid_request");
  }

  @Test
  void what_is_no_persons_token_signs_nobody_in() {
    String key = text(serviceKey(tenant()), "key");

    refused(signIn("{'token':'hpt_wrong'}"), 401, "auth", "unauthorized");
    JsonNode problem = refused(signIn("{'token':'" + key + "'}"), 403, "auth", "forbidden");
    assertThat(text(problem, "detail")).contains("service key");
    refused(http.as(key).post(LINKS, null), 403, "auth", "forbidden");
    refused(http.as(key).get("/v1/me"), 403, "auth", "forbidden");
    refused(http.as(null).post(LINKS, null), 401, "auth", "unauthorized");
  }

  @Test
  void a_page_of_another_site_signs_nobody_in() {
    String body = json("{'token':'%s'}", String.valueOf(http.token()));

    Http.Answer answer =
        http.as(null)
            .send(
                "POST",
                Browser.SESSIONS,
                body,
                request -> request.header("Origin", "http://evil.example"));

    refused(answer, 403, "auth", "foreign_origin");
    assertThat(answer.header("Set-Cookie")).isEmpty();
  }
}
