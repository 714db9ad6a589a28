package dev.holdpoint.http.v1.access;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.port.PasskeyVerifier;
import dev.holdpoint.http.server.Call;
import java.net.URI;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * At which addresses browsers let passkeys be used: those of the name that they are bound to. An IP
 * address is no name.
 */
public final class PasskeyPlaces {
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*]");

  private final Supplier<PasskeyVerifier.Site> site;

  public PasskeyPlaces(Supplier<PasskeyVerifier.Site> site) {
    this.site = site;
  }

  /** Why they cannot be used where this call was made, and what to open; null when they can. */
  public @Nullable String unavailable(Call call) {
    PasskeyVerifier.Site now = site.get();
    String rpId = now.rpId();
    if (ADDRESS.matcher(rpId).matches()) {
      return "Passkeys need a host name, and "
          + rpId
          + " is an IP address. Set public_url or passkeys.rp_id to a name.";
    }
    String host = host(call.origin());
    if (host.equals(rpId) || host.endsWith("." + rpId)) {
      return null;
    }
    return "Passkeys need the host name " + rpId + ". Open " + page(now) + " instead.";
  }

  private static String page(PasskeyVerifier.Site site) {
    return site.origins().stream()
        .filter(it -> host(it).equals(site.rpId()) || host(it).endsWith("." + site.rpId()))
        .sorted()
        .findFirst()
        .orElse("a page at " + site.rpId());
  }

  private static String host(String origin) {
    try {
      String host = URI.create(origin).getHost();
      return host == null ? "" : host;
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  void check(Call call) {
    String reason = unavailable(call);
    if (reason != null) {
      throw Problem.PASSKEY_UNAVAILABLE.because(reason + " Nothing was changed.").asException();
    }
  }
}
