package dev.holdpoint.http.server;

import dev.holdpoint.api.Endpoint;
import dev.holdpoint.api.Endpoint.Access;
import dev.holdpoint.api.Role;
import dev.holdpoint.api.Wire;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/** Turns the Authorization header into a caller who may call this endpoint. */
final class Tokens {
  /**
   * Whatever the configuration takes as an admin token must be taken here too, and a platform token
   * with a long signature.
   */
  private static final Pattern BEARER =
      Pattern.compile("[Bb][Ee][Aa][Rr][Ee][Rr] +([!-~]{1,8192})");

  private final Authenticator authenticator;

  Tokens(Authenticator authenticator) {
    this.authenticator = authenticator;
  }

  /** Null for an endpoint that is open to all. */
  @Nullable Caller check(Endpoint endpoint, HttpFields headers) {
    if (endpoint.access() == Access.OPEN) {
      return null;
    }
    var caller = authenticator.authenticate(bearer(headers));
    if (caller == null) {
      throw unauthorized("The token is unknown, expired or revoked.");
    }
    if (!caller.may(endpoint.access())) {
      throw Problem.FORBIDDEN.because(barred(caller.role(), endpoint)).asException();
    }
    return caller;
  }

  private static String barred(@Nullable Role role, Endpoint endpoint) {
    if (role == null) {
      return "A service key or platform token opens /approvals, /conversations and /integration"
          + " alone; use a token from POST /v1/tokens here.";
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

  /** Whether the caller of this request, who has passed {@link #check}, would pass it again. */
  BooleanSupplier again(Endpoint endpoint, HttpFields headers) {
    if (endpoint.access() == Access.OPEN) {
      return () -> true;
    }
    String token = bearer(headers);
    return () -> {
      var caller = authenticator.authenticate(token);
      return caller != null && caller.may(endpoint.access());
    };
  }

  private static String bearer(HttpFields headers) {
    List<String> sent = headers.getValuesList(HttpHeader.AUTHORIZATION);
    if (sent.isEmpty()) {
      throw unauthorized("Send Authorization: Bearer with a token.");
    }
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
