package dev.holdpoint.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.oidc.WilfulProvider.Change;
import java.net.URI;
import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Signing in by OpenID Connect, in one daemon. */
final class SingleSignOnTest extends SignOn {
  @Test
  void a_person_signs_in_is_who_the_provider_says_and_signs_out() throws Exception {
    admin.post("/v1/groups", "{\"name\":\"releasers\",\"members\":[\"bob\"]}").expect(201);
    Http.Answer entered = signIn(claims -> claims);
    assertThat(entered.header("Location")).isEqualTo("/ui");
    String cookie = cookie(entered);
    var who = me(cookie).expect(200).json();
    assertThat(who.path("name").asString()).isEqualTo("ada@example.com");
    assertThat(who.path("role").asString()).isEqualTo("operator");
    assertThat(who.path("sign_out_url").asString())
        .startsWith(provider.issuer() + "/end?")
        .contains("post_logout_redirect_uri=");
    assertThat(who.path("expires_at_ms").asLong())
        .isLessThanOrEqualTo(System.currentTimeMillis() + 43_200_000);

    assertThat(people()).contains("ada@example.com");
    assertThat(fitsReleasers()).as("a member for as long as the sign-in lasts").isTrue();
    nobody
        .send(
            "DELETE",
            "/v1/web-sessions/current",
            null,
            request ->
                request
                    .header("Cookie", String.valueOf(cookie))
                    .header("X-Holdpoint-CSRF", who.path("csrf_token").asString()))
        .expect(204);
    me(cookie).expect(401);
    assertThat(fitsReleasers()).isFalse();
  }

  private String people() {
    return admin.get("/v1/people").expect(200).text();
  }

  /** Whether a policy that asks the group would count Ada. */
  private boolean fitsReleasers() {
    return admin
        .get("/v1/people")
        .expect(200)
        .json()
        .valueStream()
        .filter(person -> person.path("name").asString().equals("ada@example.com"))
        .anyMatch(
            person ->
                person
                    .path("groups")
                    .valueStream()
                    .anyMatch(group -> group.asString().equals("releasers")));
  }

  @Test
  void a_list_for_a_group_has_what_those_decide_whom_the_provider_calls_its_members()
      throws Exception {
    admin.post("/v1/groups", "{\"name\":\"cooks\"}").expect(201);
    admin
        .post(
            "/v1/approval-policies",
            "{\"name\":\"kitchen\",\"needs\":\"group:cooks\",\"match\":{\"tools\":[\"cook\"]}}")
        .expect(201);
    admin.post("/v1/sessions", "{\"session_id\":\"kitchen\"}").expect(201);
    String id =
        admin
            .post(
                "/v1/sessions/kitchen/approval-requests",
                "{\"tool_name\":\"cook\",\"input\":{},\"reason\":\"lunch\"}")
            .expect(201)
            .json()
            .at("/request/id")
            .asString();
    assertThat(waitsForCooks()).doesNotContain(id);

    signIn(
        claims ->
            claims
                .subject("sub-julia")
                .claim("email", "julia@example.com")
                .claim("groups", List.of("ops", "cooks")));

    assertThat(waitsForCooks()).contains(id);
  }

  private String waitsForCooks() {
    return admin.get("/v1/approvals?for=group:Cooks").expect(200).text();
  }

  @Test
  void one_person_is_one_token_whose_role_and_name_follow_the_provider() throws Exception {
    Change grace =
        claims ->
            claims
                .subject("sub-grace")
                .claim("email", "grace@example.com")
                .claim("groups", List.of("audit"));
    String first = cookie(signIn(grace));
    assertThat(me(first).expect(200).json().path("role").asString()).isEqualTo("viewer");
    String id = me(first).json().path("principal_id").asString();

    String second =
        cookie(
            signIn(
                claims ->
                    grace
                        .apply(claims)
                        .claim("email", "grace.h@example.com")
                        .claim("groups", List.of("audit", "root"))));
    var after = me(second).expect(200).json();
    assertThat(after.path("principal_id").asString()).isEqualTo(id);
    assertThat(after.path("name").asString())
        .as("who votes under a new name votes once")
        .isEqualTo("grace@example.com");
    assertThat(after.path("role").asString()).isEqualTo("admin");

    admin.send("DELETE", "/v1/tokens/" + id, null, _ -> {}).expect(204);
    me(first).expect(401);
    me(second).expect(401);
  }

  /** Issue 31, single sign-on: a person whose claims give no role gets in nowhere. */
  @Test
  void who_has_lost_their_role_is_out_of_the_browsers_that_are_open() throws Exception {
    Change kim = c -> c.subject("sub-kim").claim("email", "kim@example.com");
    String first = cookie(signIn(kim));
    String other = cookie(signIn(c -> c.subject("sub-lea").claim("email", "lea@example.com")));
    me(first).expect(200);
    Http.Answer now = signIn(c -> kim.apply(c).claim("groups", List.of("staff")));
    assertThat(now.header("Location")).endsWith("problem=no_role");
    me(first).expect(401);
    me(other).expect(200);
    // With a role they are who they were before.
    me(cookie(signIn(kim))).expect(200);
  }

  @Test
  void nobody_takes_the_name_of_another_person_of_the_provider() throws Exception {
    signIn(c -> c.subject("sub-one").claim("email", "same@example.com"));
    assertThat(
            signIn(c -> c.subject("sub-two").claim("email", "same@example.com")).header("Location"))
        .endsWith("problem=name_not_usable");
  }

  @Test
  void claims_that_the_token_leaves_out_are_asked_for() throws Exception {
    provider.userInfo =
        Map.of(
            "sub",
            "sub-lin",
            "email",
            "lin@example.com",
            "email_verified",
            true,
            "groups",
            List.of("ops"));
    Change bare = claims -> claims.subject("sub-lin").claim("email", null).claim("groups", null);
    assertThat(me(cookie(signIn(bare))).expect(200).json().path("name").asString())
        .isEqualTo("lin@example.com");
    assertThat(signIn(claims -> bare.apply(claims).subject("sub-eve")).header("Location"))
        .as("told of somebody else")
        .endsWith("problem=not_good");
  }

  @TestFactory
  Stream<DynamicTest> tokens_that_let_nobody_in() {
    return Stream.of(
        refused("another nonce", "not_good", c -> c.claim("nonce", "x")),
        refused("no nonce", "not_good", c -> c.claim("nonce", null)),
        refused("another audience", "not_good", c -> c.audience("other")),
        refused(
            "two audiences without a party",
            "not_good",
            c -> c.audience(List.of(WilfulProvider.CLIENT, "other"))),
        refused("another party", "not_good", c -> c.claim("azp", "other")),
        refused("another issuer", "not_good", c -> c.issuer("http://127.0.0.1:1")),
        refused("no subject", "not_good", c -> c.subject(null)),
        refused("no end", "not_good", c -> c.expirationTime(null)),
        refused("expired", "not_good", c -> c.expirationTime(inSeconds(-61))),
        refused("from the future", "not_good", c -> c.issueTime(inSeconds(90))),
        refused("a logout token", "not_good", c -> c.claim("events", Map.of())),
        refused("e-mail not verified", "no_name", c -> c.claim("email_verified", false)),
        refused("e-mail verified in words", "no_name", c -> c.claim("email_verified", "true")),
        refused("no role", "no_role", c -> c.claim("groups", List.of("staff"))),
        refused("a role that only looks like one", "no_role", c -> c.claim("groups", "opsx")),
        refused("the operator's name", "name_not_usable", c -> c.claim("email", "Admin")),
        refused("a rule's name", "name_not_usable", c -> c.claim("email", "rule:x")),
        refused("a hidden letter", "name_not_usable", c -> c.claim("email", "a\u200bda")));
  }

  private DynamicTest refused(String name, String word, Change change) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          // A claim of userinfo must not stand in for one that the token has.
          provider.userInfo = Map.of();
          Http.Answer answer =
              signIn(claims -> change.apply(claims.subject("sub-" + name.hashCode())));
          assertThat(answer.header("Location")).isEqualTo("/ui/sign-in?problem=" + word);
          assertThat(cookie(answer)).isNull();
        });
  }

  @Test
  void a_token_without_a_signature_of_the_providers_key_lets_nobody_in() throws Exception {
    for (Callable<String> forged :
        List.<Callable<String>>of(() -> "none", () -> "hmac", () -> "another key", () -> "text")) {
      Way way = begin();
      JWTClaimsSet claims = provider.claims(way.nonce()).build();
      String token =
          switch (forged.call()) {
            case "none" -> WilfulProvider.unsigned(claims);
            case "hmac" -> WilfulProvider.byClientSecret(claims);
            case "another key" -> {
              String signed = provider.signed(claims);
              yield signed.substring(0, signed.length() - 4) + "AAAA";
            }
            default -> "x.y.z";
          };
      assertThat(withToken(way, token).header("Location")).endsWith("problem=not_good");
    }
  }

  @Test
  void a_browser_that_did_not_begin_here_does_not_get_in() throws Exception {
    Way mine = begin();
    Way others = begin();
    String token = provider.signed(provider.claims(others.nonce()).build());
    String code = provider.code(others.asked().getOrDefault("code_challenge", ""), token);
    String state = others.asked().getOrDefault("state", "");
    for (String cookie :
        List.of(
            "", mine.cookie(), others.cookie() + "; " + others.cookie(), others.cookie() + ".x")) {
      Http.Answer answer = comeBack(new Way(cookie, Map.of()), code, state);
      assertThat(answer.header("Location")).as(cookie).endsWith("problem=not_begun");
    }
    assertThat(comeBack(others, code, state).header("Location")).isEqualTo("/ui");
    assertThat(comeBack(others, code, state).header("Location"))
        .as("a code again")
        .endsWith("problem=not_good");
  }

  @Test
  void an_answer_that_names_another_issuer_lets_nobody_in() throws Exception {
    Change iris = c -> c.subject("sub-iris").claim("email", "iris@example.com");
    String mine = "&iss=" + URLEncoder.encode(provider.issuer(), UTF_8);
    for (String from :
        List.of("&iss=https%3A%2F%2Fother.example.com", "&iss=", mine + mine, mine + "%2F")) {
      Way way = begin();
      String token = provider.signed(iris.apply(provider.claims(way.nonce())).build());
      String code = provider.code(way.asked().getOrDefault("code_challenge", ""), token);
      Http.Answer answer = comeBack(way, code + from, way.state());
      assertThat(answer.header("Location")).as(from).endsWith("problem=not_good");
      assertThat(cookie(answer)).isNull();
      // The code was shown to nobody, so it is good.
      assertThat(comeBack(way, code + mine, way.state()).header("Location")).isEqualTo("/ui");
    }
  }

  @Test
  void keys_are_read_again_when_the_provider_has_new_ones() throws Exception {
    assertThat(cookie(signIn(c -> c.subject("sub-k").claim("email", "k@example.com")))).isNotNull();
    provider.rotate();
    // Not more than once a second; the first look may just have been.
    long until = System.nanoTime() + 10_000_000_000L;
    String cookie = null;
    while (cookie == null && System.nanoTime() < until) {
      cookie = cookie(signIn(c -> c.subject("sub-k").claim("email", "k@example.com")));
    }
    assertThat(cookie).isNotNull();
  }

  @Test
  void the_provider_ends_one_session_or_all_of_a_person() throws Exception {
    Change one = c -> c.subject("sub-mo").claim("email", "mo@example.com").claim("sid", "s1");
    Change two = c -> c.subject("sub-mo").claim("email", "mo@example.com").claim("sid", "s2");
    String first = cookie(signIn(one));
    String second = cookie(signIn(two));
    logout(c -> c.claim("sid", "s1").claim("nonce", "x"), 400);
    logout(c -> c.claim("sid", "s1").claim("events", Map.of()), 400);
    logout(c -> c.claim("sid", "s1").issueTime(inSeconds(-400)), 400);
    logout(c -> c.claim("sid", "s1").audience("other"), 400);
    logout(c -> c, 400);
    me(first).expect(200);

    logout(c -> c.claim("sid", "s1"), 200);
    me(first).expect(401);
    me(second).expect(200);
    logout(c -> c.subject("sub-mo"), 200);
    me(second).expect(401);
    form("logout_token=%zz").expect(400);
    form("").expect(400);
  }

  /** Issue 31, single sign-on: a copy of a logout token is taken for five minutes. */
  @Test
  void a_logout_token_ends_no_sign_in_that_came_after_it() throws Exception {
    Change who = c -> c.subject("sub-ida").claim("email", "ida@example.com").claim("sid", "s9");
    String cookie = cookie(signIn(who));
    logout(c -> c.subject("sub-ida").issueTime(inSeconds(-120)), 200);
    logout(c -> c.claim("sid", "s9").issueTime(inSeconds(-120)), 200);
    me(cookie).expect(200);
    // Its clock may be behind.
    logout(c -> c.subject("sub-ida").issueTime(inSeconds(-30)), 200);
    me(cookie).expect(401);
  }

  @Test
  void while_the_provider_is_away_people_who_are_in_stay_and_nobody_else_gets_in()
      throws Exception {
    String cookie = cookie(signIn(c -> c.subject("sub-in").claim("email", "in@example.com")));
    Way way = begin();
    provider.away = true;
    try {
      me(cookie).expect(200);
      assertThat(comeBack(way, "code", way.asked().getOrDefault("state", "")).header("Location"))
          .endsWith("problem=provider_away");
    } finally {
      provider.away = false;
    }
  }

  /** Issue 31, single sign-on: whatever the provider answers, a person reads a clear page. */
  @Test
  void a_provider_that_answers_with_no_object_counts_as_away() throws Exception {
    for (String told : List.of("null", "[]", "5", "\"x\"", "", "<html>", "{\"id_token\":5}")) {
      Way way = begin();
      provider.tells = told;
      try {
        assertThat(withToken(way, "").expect(302).header("Location"))
            .as(told)
            .endsWith("problem=provider_away");
      } finally {
        provider.tells = null;
      }
    }
    refusedSubject("sub\0");
  }

  /** What the store does not give back as it was would be another person's. */
  private void refusedSubject(String subject) throws Exception {
    Http.Answer answer = signIn(c -> c.subject(subject).claim("email", "odd@example.com"));
    assertThat(answer.header("Location")).endsWith("problem=not_good");
  }

  @Test
  void the_page_learns_the_name_of_the_provider() {
    assertThat(nobody.get("/ui/oidc/provider").expect(200).json().path("name").asString())
        .isEqualTo(URI.create(provider.issuer()).getAuthority());
  }
}
