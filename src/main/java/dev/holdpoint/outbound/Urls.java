package dev.holdpoint.outbound;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Web addresses: those that callers write, and those that are made of a base and a path. */
final class Urls {
  private Urls() {}

  /** Null for what cannot be called. */
  static @Nullable URI read(String text) {
    URI url;
    try {
      url = new URI(text.strip());
    } catch (URISyntaxException _) {
      return null;
    }
    String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    boolean callable =
        (scheme.equals("http") || scheme.equals("https"))
            && url.getHost() != null
            && url.getRawUserInfo() == null
            && url.getPort() != 0
            && url.getPort() <= 65_535;
    return callable ? url : null;
  }

  /**
   * The base with a path below it, each of its segments encoded; null for a path that has an empty
   * segment, or one of dots, which could lead out of the base.
   */
  static @Nullable URI below(URI base, String path) {
    StringJoiner encoded = new StringJoiner("/", withoutSlash(base.toString()) + "/", "");
    for (String segment : (path.startsWith("/") ? path.substring(1) : path).split("/", -1)) {
      if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
        return null;
      }
      encoded.add(encode(segment));
    }
    return URI.create(encoded.toString());
  }

  private static String encode(String segment) {
    StringBuilder out = new StringBuilder();
    for (byte b : segment.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if ((c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || "-._~".indexOf(c) >= 0) {
        out.append(c);
      } else {
        out.append(String.format(Locale.ROOT, "%%%02X", (int) c));
      }
    }
    return out.toString();
  }

  /** Whether the URL is the base or lies below it, however a server may read its path. */
  static boolean isBelow(URI base, URI url) {
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    String top = withoutSlash(base.getRawPath() == null ? "" : base.getRawPath());
    boolean climbs =
        path.contains("..") || path.contains("\\") || path.toLowerCase(Locale.ROOT).contains("%2e");
    return base.getScheme().equalsIgnoreCase(url.getScheme())
        && base.getHost().equalsIgnoreCase(url.getHost())
        && port(base) == port(url)
        && !climbs
        && (path.equals(top) || path.startsWith(top + "/"));
  }

  private static int port(URI url) {
    return url.getPort() >= 0
        ? url.getPort()
        : "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
  }

  private static String withoutSlash(String text) {
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }
}
