package dev.holdpoint.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.oidc.WilfulProvider.Change;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Browsers that sign in by OpenID Connect, with one daemon and one provider for each class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SignOn {
  private static final String LOGOUT = "http://schemas.openid.net/event/backchannel-logout";

  WilfulProvider provider;
  TestDaemon daemon;
  Http admin;
  Http nobody;

  /** Settings beside those of the provider. */
  Map<String, String> more() {
    return Map.of();
  }

  InstantSource clock() {
    return InstantSource.system();
  }

  /** What the provider is before the daemon asks it. */
  void prepare() {}

  @BeforeAll
  void start(@TempDir Path folder) throws IOException, JOSEException {
    provider = new WilfulProvider();
    prepare();
    Map<String, String> settings = new HashMap<>(more());
    settings.putAll(
        Map.of(
            "HOLDPOINT_OIDC_ISSUER",
            provider.issuer(),
            "HOLDPOINT_OIDC_CLIENT_ID",
            WilfulProvider.CLIENT,
            "HOLDPOINT_OIDC_CLIENT_SECRET",
            WilfulProvider.SECRET,
            "HOLDPOINT_OIDC_ROLES_ADMIN",
            "root",
            "HOLDPOINT_OIDC_ROLES_OPERATOR",
            "ops",
            "HOLDPOINT_OIDC_ROLES_VIEWER",
            "audit"));
    daemon = TestDaemon.start(folder, settings, clock());
    admin = daemon.http();
    nobody = daemon.http().as(null);
  }

  @AfterAll
  void stop() {
    daemon.close();
    provider.close();
  }

  /** What a browser has when the provider has led it back. */
  record Way(String cookie, Map<String, String> asked) {
    String nonce() {
      return asked.getOrDefault("nonce", "");
    }

    String state() {
      return asked.getOrDefault("state", "");
    }
  }

  Way begin() {
    Http.Answer start = nobody.get("/ui/oidc/start").expect(302);
    URI there = URI.create(start.header("Location"));
    assertThat(there.toString()).startsWith(provider.issuer() + "/auth?tenant=1&");
    String cookie = start.header("Set-Cookie");
    assertThat(cookie).contains("HttpOnly").contains("SameSite=Lax");
    Map<String, String> asked = WilfulProvider.form(there.getRawQuery());
    assertThat(asked)
        .containsEntry("response_type", "code")
        .containsEntry("scope", "openid profile email groups")
        .containsEntry("code_challenge_method", "S256")
        .containsEntry("redirect_uri", daemon.address() + "/ui/oidc/callback");
    return new Way(cookie.substring(0, cookie.indexOf(';')), asked);
  }

  Http.Answer comeBack(Way way, String code, String state) {
    return nobody.send(
        "GET",
        "/ui/oidc/callback?code=" + code + "&state=" + URLEncoder.encode(state, UTF_8),
        null,
        request -> request.header("Cookie", way.cookie));
  }

  Http.Answer withToken(Way way, String idToken) {
    String code = provider.code(way.asked.getOrDefault("code_challenge", ""), idToken);
    String from =
        provider.more.isEmpty() ? "" : "&iss=" + URLEncoder.encode(provider.issuer(), UTF_8);
    return comeBack(way, code + from, way.asked.getOrDefault("state", ""));
  }

  Http.Answer signIn(Change change) throws JOSEException {
    Way way = begin();
    return withToken(way, provider.signed(change.apply(provider.claims(way.nonce())).build()));
  }

  /** The cookie that this answer signs a browser in with; null if it does not. */
  static @Nullable String cookie(Http.Answer answer) {
    return answer.response().headers().allValues("Set-Cookie").stream()
        .map(set -> set.substring(0, set.indexOf(';')))
        .filter(pair -> !pair.contains("-return=") && !pair.endsWith("="))
        .findFirst()
        .orElse(null);
  }

  Http.Answer me(@Nullable String cookie) {
    return nobody.send(
        "GET", "/v1/me", null, request -> request.header("Cookie", String.valueOf(cookie)));
  }

  void logout(Change change, int status) throws JOSEException {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(provider.issuer())
            .audience(WilfulProvider.CLIENT)
            .issueTime(inSeconds(0))
            .jwtID("j")
            .claim("events", Map.of(LOGOUT, Map.of()));
    String token = provider.signed(change.apply(claims).build(), new JOSEObjectType("logout+jwt"));
    form("logout_token=" + token).expect(status);
  }

  Http.Answer form(String body) {
    return nobody.send(
        "POST",
        "/ui/oidc/logout",
        body,
        request -> request.setHeader("Content-Type", "application/x-www-form-urlencoded"));
  }

  static Date inSeconds(long seconds) {
    return Date.from(Instant.now().plusSeconds(seconds));
  }
}
