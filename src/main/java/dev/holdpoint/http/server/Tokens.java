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
  /** Whatever the configuration takes as an admin token must be taken here too. */
  private static final Pattern BEARER = Pattern.compile("[Bb][Ee][Aa][Rr][Ee][Rr] +([!-~]{1,512})");

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
    if (!caller.role().may(endpoint.access())) {
      throw Problem.FORBIDDEN
          .because(
              "A token of role %s may not %s %s; use one of role %s."
                  .formatted(
                      Wire.name(caller.role()),
                      endpoint.method(),
                      endpoint.path(),
                      Arrays.stream(Role.values())
                          .filter(role -> role.may(endpoint.access()))
                          .map(Wire::name)
                          .collect(Collectors.joining(" or "))))
          .asException();
    }
    return caller;
  }

  /** Whether the caller of this request, who has passed {@link #check}, would pass it again. */
  BooleanSupplier again(Endpoint endpoint, HttpFields headers) {
    if (endpoint.access() == Access.OPEN) {
      return () -> true;
    }
    String token = bearer(headers);
    return () -> {
      var caller = authenticator.authenticate(token);
      return caller != null && caller.role().may(endpoint.access());
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
