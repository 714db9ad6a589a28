package dev.holdpoint.http.proxy;

import dev.holdpoint.core.problem.Problem;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which names this server answers to. A page on another site can make a browser reach a daemon on
 * loopback, by a name of its own that resolves to 127.0.0.1; its Host header gives it away.
 */
public final class Hosts {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|\\[::1]|127(?:\\.[0-9]{1,3}){3}");

  private final Set<String> allowed;
  private final Set<String> origins;

  public Hosts(Collection<String> allowedHosts, Collection<String> allowedOrigins) {
    this.allowed = allowedHosts.stream().map(Hosts::withoutPort).collect(Collectors.toSet());
    this.origins = Set.copyOf(allowedOrigins);
  }

  /**
   * @param authority what the client calls this server, from the Host header or the request's
   *     target
   * @param localAddress gives the address that the client really reached
   */
  public void checkHost(@Nullable String authority, Supplier<String> localAddress) {
    if (authority == null || authority.isEmpty()) {
      throw Problem.FOREIGN_HOST.because("Send a Host header.").asException();
    }
    String host = withoutPort(authority);
    if (!LOOPBACK.matcher(host).matches()
        && !allowed.contains(host)
        && !host.equals(localAddress.get())) {
      throw Problem.FOREIGN_HOST
          .because("Use the address that the daemon listens on, or add this host to allowed_hosts.")
          .asException();
    }
  }

  /** A browser sends Origin with every request that may change something; programs send none. */
  public void checkOrigin(@Nullable String origin, ClientConnection reached) {
    if (origin == null || origins.contains(origin)) {
      return;
    }
    int scheme = origin.indexOf("://");
    String authority = reached.authority();
    // Somebody before us may have taken the encryption off without a word; nobody puts it on.
    boolean downgraded = reached.secure() && origin.startsWith("http://");
    boolean same =
        scheme > 0
            && !downgraded
            && authority != null
            && withoutDefaultPort(origin.substring(scheme + 3))
                .equals(withoutDefaultPort(authority));
    if (!same) {
      throw Problem.FOREIGN_ORIGIN
          .because("Send the request from a page of this daemon, or without an Origin header.")
          .asException();
    }
  }

  private static String withoutPort(String authority) {
    String host = authority.toLowerCase(Locale.ROOT);
    int colon = host.lastIndexOf(':');
    if (colon > host.lastIndexOf(']') && colon == host.indexOf(':', host.lastIndexOf(']') + 1)) {
      host = host.substring(0, colon);
    }
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  private static String withoutDefaultPort(String authority) {
    String lower = authority.toLowerCase(Locale.ROOT);
    if (lower.endsWith(":80")) {
      return lower.substring(0, lower.length() - 3);
    }
    return lower.endsWith(":443") ? lower.substring(0, lower.length() - 4) : lower;
  }
}
