package dev.holdpoint.http.server;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.http.server.FailedCredentials.CredentialKind;
import dev.holdpoint.http.server.FailedCredentials.From;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * Turns the Authorization header, or a browser's cookie, into a caller who may call this endpoint.
 */
final class TokenCheck {
  /**
   * Whatever the configuration takes as an admin token must be taken here too, and a platform token
   * with a long signature.
   */
  private static final Pattern BEARER =
      Pattern.compile("[Bb][Ee][Aa][Rr][Ee][Rr] +([!-~]{1,8192})");

  private final Authenticator authenticator;
  private final FailedCredentials failures;

  TokenCheck(Authenticator authenticator, FailedCredentials failures) {
    this.authenticator = authenticator;
    this.failures = failures;
  }

  /**
   * Null for an endpoint that is open to all.
   *
   * @param origin how the caller reached this server
   * @param changes whether something may be different afterwards
   */
  @Nullable Caller check(
      Endpoint endpoint, HttpFields headers, String origin, From from, boolean changes) {
    if (endpoint.access() == Access.OPEN || isInvited(endpoint, headers, origin)) {
      return null;
    }
    Caller caller =
        headers.contains(HttpHeader.AUTHORIZATION)
            ? sender(headers, from)
            : browser(headers, origin, from, changes);
    if (!caller.may(endpoint.access())) {
      throw Problem.FORBIDDEN.because(barred(caller.role(), endpoint)).asException();
    }
    return caller;
  }

  /** Whether somebody comes without any credential to where an invitation is enough. */
  private static boolean isInvited(Endpoint endpoint, HttpFields headers, String origin) {
    return endpoint.access() == Access.INVITED
        && !headers.contains(HttpHeader.AUTHORIZATION)
        && WebCookie.values(headers, origin).isEmpty();
  }

  private Caller sender(HttpFields headers, From from) {
    String token = bearer(headers);
    Caller caller =
        failures.tried(
            CredentialKind.ofBearer(token), token, from, () -> authenticator.authenticate(token));
    if (caller == null) {
      throw unauthorized("The token is unknown, expired or revoked.");
    }
    return caller;
  }

  private Caller browser(HttpFields headers, String origin, From from, boolean changes) {
    String secret = secret(headers, origin);
    Caller caller =
        failures.tried(CredentialKind.COOKIE, secret, from, () -> authenticator.recognize(secret));
    if (caller == null) {
      throw unauthorized(
          "This browser is no longer signed in. Run `holdpoint open` for a sign-in link.");
    }
    checkMeant(caller, headers, changes);
    return caller;
  }

  /**
   * A browser sends its cookie along whoever wrote the page. That the page is ours shows in what
   * only a page of ours can read.
   */
  private static void checkMeant(Caller caller, HttpFields headers, boolean changes) {
    if ("cross-site".equals(headers.get("Sec-Fetch-Site"))) {
      throw Problem.FOREIGN_ORIGIN
          .because(
              "Send the request from a page of this daemon, or with a token instead of "
                  + "the cookie.")
          .asException();
    }
    BrowserSession visit = caller.visit();
    List<String> sent = headers.getValuesList(BrowserSession.CSRF_HEADER);
    if (changes && (visit == null || sent.size() != 1 || !visit.isToldBy(sent.getFirst()))) {
      throw Problem.CSRF_REQUIRED
          .because(
              "Send the csrf_token of GET /v1/me in the header "
                  + BrowserSession.CSRF_HEADER
                  + ", or a token instead of the cookie.")
          .asException();
    }
  }

  private static String barred(@Nullable Role role, Endpoint endpoint) {
    if (role == null) {
      return "A service key or platform token has access only to /approvals, "
          + "/conversations and /integration. Use a token from POST /v1/tokens here.";
    }
    if (endpoint.access() == Access.INTEGRATION) {
      return "A token of role %s opens nothing here; use a service key (sk_int_…) or an admin token."
          .formatted(Wire.name(role));
    }
    return "A token of role %s may not %s %s; use one of role %s."
        .formatted(
            Wire.name(role),
            endpoint.method(),
            endpoint.path(),
            Arrays.stream(Role.values())
                .filter(other -> other.may(endpoint.access()))
                .map(Wire::name)
                .collect(Collectors.joining(" or ")));
  }

  /**
   * Whether the caller of this request, who has passed {@link #check}, would pass it again, and
   * reaches as much as then.
   */
  BooleanSupplier again(
      Endpoint endpoint, HttpFields headers, String origin, @Nullable Caller then) {
    if (endpoint.access() == Access.OPEN || isInvited(endpoint, headers, origin)) {
      return () -> true;
    }
    boolean amongOwn = then != null && then.ownOnly();
    if (headers.contains(HttpHeader.AUTHORIZATION)) {
      String token = bearer(headers);
      return () -> may(authenticator.authenticate(token), endpoint, amongOwn);
    }
    String secret = secret(headers, origin);
    return () -> may(authenticator.recognize(secret), endpoint, amongOwn);
  }

  private static boolean may(@Nullable Caller caller, Endpoint endpoint, boolean amongOwn) {
    return caller != null && caller.may(endpoint.access()) && (amongOwn || !caller.ownOnly());
  }

  private static String secret(HttpFields headers, String origin) {
    List<String> sent = WebCookie.values(headers, origin);
    if (sent.isEmpty()) {
      throw unauthorized("Send Authorization: Bearer with a token.");
    }
    if (sent.size() > 1) {
      throw unauthorized(
          "The cookie %s was sent more than once: remove this host's cookies in the browser and sign in again."
              .formatted(WebCookie.name(origin)));
    }
    return sent.getFirst();
  }

  private static String bearer(HttpFields headers) {
    List<String> sent = headers.getValuesList(HttpHeader.AUTHORIZATION);
    String value = sent.getFirst();
    if (sent.size() > 1) {
      throw unauthorized("Send one Authorization header.");
    }
    var matcher = BEARER.matcher(value);
    if (!matcher.matches()) {
      throw unauthorized("Send Authorization: Bearer with a token.");
    }
    return matcher.group(1);
  }

  private static Refused unauthorized(String detail) {
    return Problem.UNAUTHORIZED.because(detail).asException();
  }
}
