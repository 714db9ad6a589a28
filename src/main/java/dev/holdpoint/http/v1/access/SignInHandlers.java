package dev.holdpoint.http.v1.access;

import dev.holdpoint.api.access.PasskeyBodies.PasskeyAnswer;
import dev.holdpoint.api.access.PasskeyBodies.PasskeySupport;
import dev.holdpoint.api.access.TokenBodies.CallerView;
import dev.holdpoint.api.access.TokenBodies.SignInLink;
import dev.holdpoint.api.access.TokenBodies.SignInRequest;
import dev.holdpoint.api.access.TokenBodies.WebSessionRow;
import dev.holdpoint.api.access.TokenBodies.WebSessionState;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.access.Enrollments;
import dev.holdpoint.engine.access.Passkeys;
import dev.holdpoint.engine.access.SingleSignOn;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.access.WebSessions;
import dev.holdpoint.engine.port.IdentityProvider;
import dev.holdpoint.engine.port.PasskeyVerifier;
import dev.holdpoint.http.server.Authenticator;
import dev.holdpoint.http.server.BrowserSession;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.FailedCredentials;
import dev.holdpoint.http.server.FailedCredentials.CredentialKind;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.server.WebCookie;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.view.ViewContext;
import java.net.URI;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Signing in with a browser: a link or a token becomes a cookie, and the cookie ends. */
public final class SignInHandlers {
  private static final int SECRET_BYTES = 32;
  private static final String PAGE = "/ui/sign-in#";

  private final ViewContext sight;
  private final Bodies bodies;
  private final Tokens tokens;
  private final Authenticator authenticator;
  private final FailedCredentials failures;
  private final WebSessions webSessions;
  private final Passkeys passkeys;
  private final PasskeyPlaces places;
  private final @Nullable String publicUrl;
  private final @Nullable Provider provider;
  private final long undoMs;
  private final SecureRandom random = new SecureRandom();

  /**
   * How browsers come in.
   *
   * @param publicUrl where people reach this daemon, without a slash; null for wherever they do
   * @param provider null where nobody signs in with one
   * @param undoMs how long people's programs hold decisions, so that they can be undone
   */
  public record Entrance(
      Authenticator authenticator,
      FailedCredentials failures,
      WebSessions webSessions,
      Passkeys passkeys,
      Enrollments enrollments,
      @Nullable String publicUrl,
      @Nullable Provider provider,
      long undoMs) {}

  /** An identity provider, and how those whom it names come in. */
  public record Provider(IdentityProvider port, SingleSignOn signOn) {}

  public SignInHandlers(ViewContext sight, Bodies bodies, Entrance entrance, Tokens tokens) {
    this.sight = sight;
    this.bodies = bodies;
    this.tokens = tokens;
    this.authenticator = entrance.authenticator();
    this.failures = entrance.failures();
    this.webSessions = entrance.webSessions();
    this.passkeys = entrance.passkeys();
    this.places = new PasskeyPlaces(entrance.passkeys()::site);
    this.publicUrl = entrance.publicUrl();
    this.provider = entrance.provider();
    this.undoMs = entrance.undoMs();
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createSignInLink", this::offer,
        "signIn", this::signIn,
        "getCaller", call -> Reply.json(200, view(call, call.caller())),
        "signOut", this::signOut,
        "listWebSessions", this::list,
        "endWebSession", this::end);
  }

  /** The code is behind the #, which no browser sends to anybody: it is in no log on the way. */
  private Reply offer(Call call) {
    bodies.checkUnused(call);
    String code = secret();
    WebSession offered =
        webSessions.offer(
            call.caller().principalId(),
            TokenHandlers.sha256(code),
            bodies.idempotency(call, null));
    String base = publicUrl == null ? call.origin() : publicUrl;
    return Reply.json(201, new SignInLink(base + PAGE + code, code, offered.untilMs()));
  }

  private Reply signIn(Call call) {
    SignInRequest body = bodies.read(call, SignInRequest.class);
    String secret = secret();
    String hash = TokenHandlers.sha256(secret);
    WebSession session;
    checkOne(body);
    if (body.code() != null) {
      String code = body.code();
      session =
          Objects.requireNonNull(
              failures.tried(
                  CredentialKind.LINK_CODE,
                  code,
                  call.from(),
                  () -> webSessions.redeem(TokenHandlers.sha256(code), hash)));
    } else if (body.token() != null) {
      session = webSessions.open(owner(body.token(), call.from()), hash);
    } else {
      places.check(call);
      session = webSessions.open(owner(Objects.requireNonNull(body.passkey()), call), hash);
    }
    Caller caller = authenticator.recognize(secret);
    if (caller == null) {
      throw unknownToken();
    }
    failures.made(CredentialKind.COOKIE, secret, call.from(), caller);
    long seconds = (session.untilMs() - Objects.requireNonNull(session.openedAtMs())) / 1000;
    return Reply.json(201, view(call, caller))
        .with("Set-Cookie", WebCookie.set(call.origin(), secret, seconds));
  }

  private static void checkOne(SignInRequest body) {
    if (Stream.of(body.code(), body.token(), body.passkey()).filter(Objects::nonNull).count()
        != 1) {
      throw Problem.INVALID_REQUEST
          .because("Send one of code, from a link of `holdpoint open`, token and passkey.")
          .at("", "requires one of code, token and passkey")
          .asException();
    }
  }

  private String owner(PasskeyAnswer sent, Call call) {
    PasskeyVerifier.Answer answer =
        new PasskeyVerifier.Answer(
            PasskeyHandlers.bytes(sent.clientData(), "/passkey/client_data"),
            PasskeyHandlers.bytes(sent.authenticatorData(), "/passkey/authenticator_data"),
            PasskeyHandlers.bytes(sent.signature(), "/passkey/signature"));
    return Objects.requireNonNull(
        failures.tried(
            CredentialKind.PASSKEY,
            sent.credentialId(),
            call.from(),
            () -> passkeys.signIn(sent.challenge(), sent.credentialId(), answer)));
  }

  private String owner(String token, FailedCredentials.From from) {
    Caller caller =
        failures.tried(
            CredentialKind.ofBearer(token), token, from, () -> authenticator.authenticate(token));
    if (caller == null) {
      throw unknownToken();
    }
    if (caller.role() == null) {
      throw Problem.FORBIDDEN
          .because(
              "A service key or platform token is for a host application and cannot "
                  + "sign in a browser. Use a token from POST /v1/tokens.")
          .asException();
    }
    return caller.principalId();
  }

  private static Refused unknownToken() {
    return Problem.UNAUTHORIZED
        .because(
            "The token is unknown, expired or revoked. Run `holdpoint open` for a "
                + "sign-in link.")
        .asException();
  }

  private Reply signOut(Call call) {
    bodies.checkUnused(call);
    BrowserSession visit = call.caller().visit();
    if (visit == null) {
      throw Problem.WEB_SESSION_NOT_FOUND
          .because(
              "The request has a token instead of a browser's cookie. GET "
                  + "/v1/web-sessions lists the browsers.")
          .asException();
    }
    webSessions.end(visit.webSessionId());
    return Reply.empty(204).with("Set-Cookie", WebCookie.cleared(call.origin()));
  }

  private Reply list(Call call) {
    ListPages.Request wish = ListPages.of(call, call.endpoint().id());
    return sight.engine.read(
        queries -> ListPages.shelf(queries, wish, WebSession.KIND, null, this::row));
  }

  private WebSessionRow row(WebSession session) {
    Token token = tokens.withId(session.ownerId());
    boolean admins = session.ownerId().equals(WebSession.ADMIN);
    return new WebSessionRow(
        session.id(),
        session.isOpen() ? WebSessionState.OPEN : WebSessionState.OFFERED,
        session.ownerId(),
        token == null ? session.ownerId() : token.name(),
        token == null ? (admins ? Role.ADMIN : null) : TokenHandlers.role(token),
        token == null ? Tenants.ROOT : token.tenantId(),
        session.createdAtMs(),
        session.openedAtMs(),
        session.untilMs());
  }

  private Reply end(Call call) {
    bodies.checkUnused(call);
    webSessions.end(call.path("web_session_id"));
    return Reply.empty(204);
  }

  /** Where somebody who came in by an identity provider signs out there, too. */
  private @Nullable String signOutUrl(Call call, Caller caller) {
    Token token = tokens.withId(caller.principalId());
    if (provider == null || token == null || token.signedIn() == null) {
      return null;
    }
    URI out =
        provider.port.signOut(
            URI.create((publicUrl == null ? call.origin() : publicUrl) + "/ui/sign-in"));
    return out == null ? null : out.toString();
  }

  private CallerView view(Call call, Caller caller) {
    BrowserSession visit = caller.visit();
    String reason = places.unavailable(call);
    return new CallerView(
        caller.principalId(),
        caller.name(),
        Objects.requireNonNull(caller.role()),
        caller.tenantId(),
        visit == null ? null : visit.webSessionId(),
        visit == null ? null : visit.expiresAtMs(),
        visit == null ? null : visit.csrfToken(),
        visit == null ? null : signOutUrl(call, caller),
        new PasskeySupport(reason == null, passkeys.site().rpId(), reason),
        undoMs);
  }

  private String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
