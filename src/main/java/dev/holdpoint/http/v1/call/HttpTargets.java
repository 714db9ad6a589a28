package dev.holdpoint.http.v1.call;

import dev.holdpoint.engine.port.HostNames;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which web addresses outputs may be sent to. Names are looked up when something is sent, and what
 * they stand for is checked then; here is what can be told without.
 */
public final class HttpTargets {
  private final boolean allowPrivate;

  /**
   * @param allowPrivate whether loopback and private addresses are good too
   */
  public HttpTargets(boolean allowPrivate) {
    this.allowPrivate = allowPrivate;
  }

  /** What is wrong with the URL, or null. */
  @Nullable String fault(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      return "must be a URL";
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return "must begin with http:// or https://";
    }
    if (uri.getRawUserInfo() != null) {
      return "must not contain a user or password";
    }
    String host = uri.getHost();
    if (host == null || host.isEmpty() || uri.getPort() == 0 || uri.getPort() > 65_535) {
      return "must have a host";
    }
    // A zone only means something inside a network, and keeps the address from being read.
    if (host.startsWith("[") && (host.indexOf('%') >= 0 || HostNames.literal(host) == null)) {
      return "must have a host; an address with a zone is not allowed";
    }
    if (!allowPrivate && HostNames.isPrivate(host)) {
      return "must not point to a private, loopback or link-local address "
          + "(outbound.allow_private_addresses)";
    }
    return null;
  }
}
