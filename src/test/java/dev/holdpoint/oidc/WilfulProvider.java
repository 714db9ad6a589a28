package dev.holdpoint.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** An OpenID provider over real HTTP with real keys, which lies where a test wants it to. */
public final class WilfulProvider implements AutoCloseable {
  public static final String CLIENT = "holdpoint";
  public static final String SECRET = "a-secret-of-the-client";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpServer server;
  private final Map<String, Issued> codes = new ConcurrentHashMap<>();
  private volatile ECKey key;
  public volatile boolean away;
  public volatile Map<String, Object> userInfo = Map.of();

  /** What it says of itself beside what all of them say. */
  volatile Map<String, Object> more = Map.of();

  /** Of the person who signs in at its page. */
  public volatile Change visitor = claims -> claims;

  /** Opens what {@link #userInfo} says. */
  public final String accessToken = "at-" + UUID.randomUUID();

  /** What its token endpoint answers whatever is asked; null for what it must. */
  volatile @Nullable String tells;

  /** What a code is good for. */
  private record Issued(String challenge, String idToken) {}

  public WilfulProvider() throws IOException, JOSEException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    key = newKey();
  }

  private static ECKey newKey() throws JOSEException {
    return new ECKeyGenerator(Curve.P_256)
        .keyID(UUID.randomUUID().toString())
        .keyUse(KeyUse.SIGNATURE)
        .algorithm(JWSAlgorithm.ES256)
        .generate();
  }

  public String issuer() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  void rotate() throws JOSEException {
    key = newKey();
  }

  /** The claims of somebody who signs in now. */
  public JWTClaimsSet.Builder claims(String nonce) {
    return new JWTClaimsSet.Builder()
        .issuer(issuer())
        .audience(CLIENT)
        .subject("sub-ada")
        .issueTime(Date.from(Instant.now()))
        .expirationTime(Date.from(Instant.now().plusSeconds(300)))
        .claim("nonce", nonce)
        .claim("email", "ada@example.com")
        .claim("email_verified", true)
        .claim("groups", List.of("ops", "releasers"));
  }

  public String signed(JWTClaimsSet claims) throws JOSEException {
    return signed(claims, JOSEObjectType.JWT);
  }

  String signed(JWTClaimsSet claims, JOSEObjectType type) throws JOSEException {
    ECKey with = key;
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(with.getKeyID()).type(type).build(),
            claims);
    token.sign(new ECDSASigner(with));
    return token.serialize();
  }

  static String unsigned(JWTClaimsSet claims) {
    return new PlainJWT(claims).serialize();
  }

  /** Signed with what the client and the provider both know. */
  static String byClientSecret(JWTClaimsSet claims) throws JOSEException {
    JWSSigner signer = new MACSigner((SECRET + SECRET).getBytes(UTF_8));
    SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
    token.sign(signer);
    return token.serialize();
  }

  /** A code that is exchanged for this token once, for whoever knows the verifier. */
  public String code(String challenge, String idToken) {
    String code = UUID.randomUUID().toString();
    codes.put(code, new Issued(challenge, idToken));
    return code;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (away) {
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/.well-known/openid-configuration" -> send(exchange, 200, document());
        case "/jwks" -> {
          send(exchange, 200, new JWKSet(key.toPublicJWK()).toJSONObject());
        }
        case "/token" -> token(exchange);
        case "/me" -> send(exchange, 200, userInfo);
        case "/auth" -> page(exchange);
        case "/end" -> {
          exchange
              .getResponseHeaders()
              .add("Location", asked(exchange).getOrDefault("post_logout_redirect_uri", ""));
          exchange.sendResponseHeaders(302, -1);
        }
        default -> send(exchange, 404, Map.of());
      }
    }
  }

  private Map<String, Object> document() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("issuer", issuer());
    document.put("authorization_endpoint", issuer() + "/auth?tenant=1");
    document.put("token_endpoint", issuer() + "/token");
    document.put("userinfo_endpoint", issuer() + "/me");
    document.put("jwks_uri", issuer() + "/jwks");
    document.put("end_session_endpoint", issuer() + "/end");
    document.put("id_token_signing_alg_values_supported", List.of("none", "HS256", "ES256"));
    document.putAll(more);
    return document;
  }

  private static Map<String, String> asked(HttpExchange exchange) {
    return form(String.valueOf(exchange.getRequestURI().getRawQuery()));
  }

  /** A page with one link, which leads back as the visitor. */
  private void page(HttpExchange exchange) throws IOException {
    Map<String, String> asked = asked(exchange);
    String token;
    try {
      token = signed(visitor.apply(claims(asked.getOrDefault("nonce", ""))).build());
    } catch (JOSEException e) {
      throw new IOException(e);
    }
    String back =
        "%s?code=%s&state=%s"
            .formatted(
                asked.get("redirect_uri"),
                code(asked.getOrDefault("code_challenge", ""), token),
                asked.get("state"));
    byte[] page =
        ("<!doctype html><title>Provider</title><a href=\"" + back + "\">I am who I say</a>")
            .getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(200, page.length);
    exchange.getResponseBody().write(page);
  }

  private void token(HttpExchange exchange) throws IOException {
    String told = tells;
    if (told != null) {
      byte[] body = told.getBytes(UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      return;
    }
    Map<String, String> form = form(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    Issued issued = codes.remove(form.getOrDefault("code", ""));
    String said = exchange.getRequestHeaders().getFirst("Authorization");
    if (issued == null
        || said == null
        || !challenge(form.get("code_verifier")).equals(issued.challenge)) {
      send(exchange, 400, Map.of("error", "invalid_grant"));
    } else {
      send(
          exchange,
          200,
          Map.of("token_type", "Bearer", "access_token", accessToken, "id_token", issued.idToken));
    }
  }

  public static Map<String, String> form(String text) {
    Map<String, String> form = new HashMap<>();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        form.put(
            URLDecoder.decode(pair.substring(0, equals), UTF_8),
            URLDecoder.decode(pair.substring(equals + 1), UTF_8));
      }
    }
    return form;
  }

  private static String challenge(@Nullable String verifier) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(String.valueOf(verifier).getBytes(UTF_8));
      return Base64URL.encode(hash).toString();
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void send(HttpExchange exchange, int status, Map<String, Object> json)
      throws IOException {
    byte[] body = JSON.writeValueAsBytes(json);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  /** What a test changes of the claims. */
  public interface Change extends UnaryOperator<JWTClaimsSet.Builder> {}

  @Override
  public void close() {
    server.stop(0);
  }
}
