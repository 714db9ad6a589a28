package dev.holdpoint.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.oidc.WilfulProvider.Change;
import java.net.URLEncoder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How long a sign-in lasts, what may be a name, and what is on record of those who stay out. */
final class SignOnTermsTest extends SignOn {
  private final AtomicLong ahead = new AtomicLong();

  @Override
  Map<String, String> more() {
    return Map.of("HOLDPOINT_OIDC_SESSION_TTL_MS", "30000", "HOLDPOINT_OIDC_NAME_CLAIM", "upn");
  }

  @Override
  InstantSource clock() {
    return () -> Instant.now().plusMillis(ahead.get());
  }

  @Override
  void prepare() {
    provider.more = Map.of("authorization_response_iss_parameter_supported", true);
  }

  @Test
  void a_provider_that_says_it_names_itself_must_do_so() throws Exception {
    Change ivo = claims -> claims.subject("sub-ivo").claim("upn", "ivo");
    Way way = begin();
    String token = provider.signed(ivo.apply(provider.claims(way.nonce())).build());
    String code = provider.code(way.asked().getOrDefault("code_challenge", ""), token);
    for (String from : List.of("", "&iss=" + URLEncoder.encode(provider.issuer(), UTF_8))) {
      assertThat(comeBack(way, code + from, way.state()).header("Location"))
          .isEqualTo(from.isEmpty() ? "/ui/sign-in?problem=not_good" : "/ui");
    }
  }

  @Test
  void each_sign_in_and_its_end_by_the_provider_is_on_record() throws Exception {
    String cookie = cookie(signIn(claims -> claims.subject("sub-rea").claim("upn", "rea")));
    String id = me(cookie).expect(200).json().path("principal_id").asString();
    logout(claims -> claims.subject("sub-rea"), 200);
    me(cookie).expect(401);
    for (String target : List.of("token.create", "sign_in.open", "sign_in.end")) {
      assertThat(
              admin
                  .get("/v1/audit/records?kind=admin&target=" + target)
                  .expect(200)
                  .json()
                  .valueStream()
                  .filter(one -> one.at("/evidence/what/token_id").asString("").equals(id)))
          .as(target)
          .hasSize(1);
    }
  }

  @Test
  void an_address_under_another_name_must_be_verified_too() throws Exception {
    for (boolean verified : new boolean[] {true, false}) {
      assertThat(
              signIn(
                      claims ->
                          claims
                              .subject("sub-vera")
                              .claim("upn", "Vera@example.com")
                              .claim("email", "vera@example.com")
                              .claim("email_verified", verified))
                  .header("Location"))
          .isEqualTo(verified ? "/ui" : "/ui/sign-in?problem=no_name");
    }
    assertThat(
            signIn(
                    claims ->
                        claims
                            .subject("sub-wil")
                            .claim("upn", "wil@staff")
                            .claim("email_verified", false))
                .header("Location"))
        .as("no address that the provider tells")
        .isEqualTo("/ui");
  }

  @Test
  void a_sign_in_ends_after_half_a_minute_and_who_stays_out_is_on_record() throws Exception {
    String cookie = cookie(signIn(claims -> claims.subject("sub-tom").claim("upn", "tom")));
    me(cookie).expect(200);
    Way way = begin();
    comeBack(way, "", way.state());
    comeBack(way, "code", "another");
    signIn(claims -> claims.subject("sub-ned").claim("upn", "ned").claim("nonce", "x"));
    signIn(
        claims -> claims.subject("sub-ned").claim("upn", "ned").claim("groups", List.of("staff")));
    logout(claims -> claims, 400);
    provider.away = true;
    comeBack(way, "code", way.state());
    provider.away = false;

    ahead.addAndGet(30_000);
    me(cookie).expect(401);
    ahead.addAndGet(61_000);
    JsonNode found =
        admin.await(
            "/v1/audit/records?kind=admin&target=sign_in.refused", list -> list.size() >= 4);
    Set<String> told = new TreeSet<>();
    found.forEach(
        one ->
            told.add(
                "%s %s %s"
                    .formatted(
                        one.at("/evidence/what/endpoint").asString(),
                        one.at("/evidence/what/code").asString(),
                        one.at("/record/outcome").asString())));
    assertThat(told)
        .contains(
            "oidcCallback no_role refused",
            "oidcCallback not_begun refused",
            "oidcCallback not_good refused",
            "oidcLogout invalid_request refused");
    assertThat(found.toString()).doesNotContain("sub-ned", WilfulProvider.SECRET);
  }
}
