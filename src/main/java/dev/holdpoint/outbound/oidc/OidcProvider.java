package dev.holdpoint.outbound.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.holdpoint.engine.port.IdentityProvider;
import dev.holdpoint.engine.port.Web;
import java.net.URI;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Signs people in with OpenID Connect: the authorization code flow with PKCE. JOSE is the
 * library's; the four calls around it are ours.
 */
public final class OidcProvider implements IdentityProvider {
  private static final int MOST_BYTES = 1 << 20;
  private static final int LONGEST_TOKEN = 64 << 10;
  private static final long FRESH_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final String WELL_KNOWN = "/.well-known/openid-configuration";
  private static final String FORM = "application/x-www-form-urlencoded";

  private final OidcClient client;
  private final Web web;
  private final InstantSource clock;
  private final ProviderKeys keys = new ProviderKeys(this::readKeys);
  private @Nullable ProviderDocument document;
  private long readAt;

  public OidcProvider(OidcClient client, Web web, InstantSource clock) {
    this.client = client;
    this.web = web;
    this.clock = clock;
  }

  /** Whether people's tokens may come from there: encrypted, or from this machine. */
  public static boolean isSafe(URI issuer) {
    return ProviderDocument.isSafe(issuer)
        && issuer.getRawQuery() == null
        && issuer.getRawFragment() == null;
  }

  @Override
  public String name() {
    int port = client.issuer().getPort();
    return client.issuer().getHost() + (port < 0 ? "" : ":" + port);
  }

  @Override
  public String issuer() {
    return client.issuer().toString();
  }

  @Override
  public URI signIn(Attempt attempt) throws Away, InterruptedException {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", client.id());
    query.put("redirect_uri", attempt.returnTo().toString());
    query.put("scope", String.join(" ", client.scopes()));
    query.put("state", attempt.state());
    query.put("nonce", attempt.nonce());
    query.put("code_challenge", challenge(attempt.verifier()));
    query.put("code_challenge_method", "S256");
    return with(document().authorization(), query);
  }

  @Override
  public Identity redeem(String code, @Nullable String from, Attempt attempt)
      throws Away, NotGood, InterruptedException {
    ProviderDocument provider = document();
    // RFC 9207: the code of another provider must not be shown to this one.
    if (from == null ? provider.namesItself() : !from.equals(issuer())) {
      throw new NotGood("the answer is of another issuer");
    }
    Map<String, Object> tokens = exchange(provider, code, attempt);
    JWTClaimsSet claims = keys.verified(signed(text(tokens, "id_token"), provider));
    TokenClaims.checkIdToken(claims, client, attempt.nonce(), clock.instant());
    return PersonClaims.read(client, claims, userInfo(provider, tokens, claims));
  }

  private Map<String, Object> exchange(ProviderDocument provider, String code, Attempt attempt)
      throws Away, NotGood, InterruptedException {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "authorization_code");
    form.put("code", code);
    form.put("redirect_uri", attempt.returnTo().toString());
    form.put("code_verifier", attempt.verifier());
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", FORM);
    headers.put("Accept", "application/json");
    String secret = client.secret();
    if (secret == null || provider.secretInBody()) {
      form.put("client_id", client.id());
    }
    if (secret != null && provider.secretInBody()) {
      form.put("client_secret", secret);
    } else if (secret != null) {
      String pair = encoded(client.id()) + ":" + encoded(secret);
      headers.put(
          "Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8)));
    }
    Web.Answer.Told told =
        call(new Web.Call("POST", provider.token(), headers, query(form).getBytes(UTF_8)));
    if (told.status() == 400) {
      throw new NotGood("the provider did not take the code");
    }
    return json(told, "token endpoint");
  }

  /** Claims that the ID token leaves out; none where it has all of them. */
  private Map<String, Object> userInfo(
      ProviderDocument provider, Map<String, Object> tokens, JWTClaimsSet claims)
      throws Away, NotGood, InterruptedException {
    URI place = provider.userInfo();
    String token = tokens.get("access_token") instanceof String text ? text : null;
    if (place == null || token == null || PersonClaims.hasAll(client, claims)) {
      return Map.of();
    }
    Map<String, String> headers =
        Map.of("Authorization", "Bearer " + token, "Accept", "application/json");
    Map<String, Object> info =
        json(call(new Web.Call("GET", place, headers, null)), "userinfo endpoint");
    if (!claims.getSubject().equals(info.get("sub"))) {
      throw new NotGood("userinfo is about another person than the ID token");
    }
    return info;
  }

  @Override
  public @Nullable URI signOut(URI returnTo) {
    ProviderDocument provider;
    synchronized (this) {
      provider = document;
    }
    URI place = provider == null ? null : provider.endSession();
    return place == null
        ? null
        : with(
            place,
            Map.of("client_id", client.id(), "post_logout_redirect_uri", returnTo.toString()));
  }

  @Override
  public LoggedOut loggedOut(String token) throws Away, NotGood, InterruptedException {
    ProviderDocument provider = document();
    JWTClaimsSet claims = keys.verified(signed(token, provider));
    return TokenClaims.loggedOut(claims, client, clock.instant());
  }

  private static SignedJWT signed(String text, ProviderDocument provider) throws NotGood {
    try {
      if (text.length() > LONGEST_TOKEN) {
        throw new NotGood("the token is too long");
      }
      SignedJWT token = SignedJWT.parse(text);
      if (!provider.algorithms().contains(token.getHeader().getAlgorithm())) {
        throw new NotGood("the token is signed with an algorithm that is not taken");
      }
      return token;
    } catch (ParseException e) {
      throw new NotGood("the token is not a signed JWT");
    }
  }

  private synchronized ProviderDocument document() throws Away, InterruptedException {
    ProviderDocument known = document;
    if (known == null || System.nanoTime() - readAt > FRESH_NANOS) {
      String base = client.issuer().toString().replaceAll("/$", "");
      Web.Answer.Told told = get(URI.create(base + WELL_KNOWN));
      known = ProviderDocument.of(client.issuer(), json(told, "discovery document"));
      document = known;
      readAt = System.nanoTime();
    }
    return known;
  }

  private JWKSet readKeys() throws Away, InterruptedException {
    Map<String, Object> json = json(get(document().keys()), "key set");
    try {
      return JWKSet.parse(json).toPublicJWKSet();
    } catch (ParseException e) {
      throw new Away("its key set cannot be read");
    }
  }

  private Web.Answer.Told get(URI place) throws Away, InterruptedException {
    return call(new Web.Call("GET", place, Map.of("Accept", "application/json"), null));
  }

  private Web.Answer.Told call(Web.Call call) throws Away, InterruptedException {
    return switch (web.call(call, MOST_BYTES)) {
      case Web.Answer.Told told -> told;
      case Web.Answer.TimedOut _ -> throw new Away("it did not answer in time");
      case Web.Answer.Unreachable _, Web.Answer.Blocked _ -> throw new Away("it does not answer");
    };
  }

  private static Map<String, Object> json(Web.Answer.Told told, String what) throws Away {
    if (told.status() != 200 || told.cut()) {
      throw new Away("its %s answers with status %d".formatted(what, told.status()));
    }
    Map<String, Object> object;
    try {
      object = JSONObjectUtils.parse(new String(told.body(), UTF_8), MOST_BYTES);
    } catch (ParseException e) {
      throw new Away("its %s is not JSON".formatted(what));
    }
    // The library gives null for the JSON text null.
    if (object == null) {
      throw new Away("its %s is not a JSON object".formatted(what));
    }
    return object;
  }

  private static String text(Map<String, Object> json, String member) throws Away {
    if (json.get(member) instanceof String text) {
      return text;
    }
    throw new Away("its answer has no " + member);
  }

  private static String challenge(String verifier) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static URI with(URI place, Map<String, String> query) {
    String text = place.toString();
    return URI.create(text + (place.getRawQuery() == null ? "?" : "&") + query(query));
  }

  private static String query(Map<String, String> values) {
    return values.entrySet().stream()
        .map(value -> encoded(value.getKey()) + "=" + encoded(value.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
