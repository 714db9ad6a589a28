package dev.holdpoint.http.v1;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which web addresses outputs may be sent to. Names are looked up when something is sent, and what
 * they stand for is checked then; here is what can be told without.
 */
public final class HttpTargets {
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}");
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

  /** Those that belong to the connection, that carry credentials, and that deliveries set. */
  private static final Set<String> REFUSED_HEADERS =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "host",
          "content-length",
          "content-type",
          "expect",
          "authorization",
          "cookie",
          "set-cookie",
          "x-api-key",
          "idempotency-key",
          "webhook-id",
          "webhook-timestamp",
          "webhook-signature");

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
      return "must not carry a user or password";
    }
    String host = uri.getHost();
    if (host == null || host.isEmpty() || uri.getPort() == 0 || uri.getPort() > 65_535) {
      return "must name a host";
    }
    // A zone only means something inside a network, and keeps the address from being read.
    if (host.startsWith("[") && (host.indexOf('%') >= 0 || literal(host) == null)) {
      return "must name a host; an address has no zone";
    }
    if (!allowPrivate && isPrivate(host)) {
      return "must not lead to a private, loopback or link-local address"
          + " (outbound.allow_private_addresses)";
    }
    return null;
  }

  private static boolean isPrivate(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    if (bare.equals("localhost") || bare.endsWith(".localhost")) {
      return true;
    }
    InetAddress literal = literal(bare);
    return literal != null && isPrivate(literal);
  }

  /** An address written out, in any of the spellings that resolvers take; null for a name. */
  private static @Nullable InetAddress literal(String host) {
    try {
      return host.startsWith("[")
          ? Inet6Address.ofLiteral(host.substring(1, host.length() - 1))
          : Inet4Address.ofPosixLiteral(host);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  static boolean isPrivate(InetAddress address) {
    if (address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return true;
    }
    byte[] bytes = address.getAddress();
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    if (address instanceof Inet6Address) {
      // Unique local (fc00::/7). The others could hide any IPv4 address: 6to4, Teredo, and in ::/8,
      // where no public address lies, the compatible, the translated and those of NAT64.
      return (first & 0xfe) == 0xfc
          || (first == 0x20 && second == 0x02)
          || (first == 0x20 && second == 0x01 && bytes[2] == 0 && bytes[3] == 0)
          || first == 0;
    }
    // This network, shared address space, protocols, benchmarks, and everything from 240 on.
    return first == 0
        || (first == 100 && (second & 0xc0) == 64)
        || (first == 192 && second == 0 && bytes[2] == 0)
        || (first == 198 && (second & 0xfe) == 18)
        || first >= 240;
  }

  /** What is wrong with the header, or null. */
  static @Nullable String headerFault(String name, String value) {
    if (!HEADER_NAME.matcher(name).matches()) {
      return "is not a header name";
    }
    if (REFUSED_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
      return "may not be set: it belongs to the connection, to the delivery, or carries credentials";
    }
    return HEADER_VALUE.matcher(value).matches() ? null : "has a value that no header can carry";
  }
}
