package dev.holdpoint.core.permission;

import dev.holdpoint.core.permission.Target.Origin;
import dev.holdpoint.core.permission.Target.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads web addresses into the one form in which they are compared. It refuses whatever two readers
 * could take for different places: user names, dots and slashes behind percent signs, backslashes,
 * semicolons, names that are not ASCII (what they are in ASCII depends on who asks), numbers that
 * are addresses in disguise, and dots at the end of a host.
 */
final class WebAddress {
  static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private static final int MAX_URL = 8_192;
  private static final int MAX_HOST = 253;
  private static final int MAX_LABEL = 63;
  private static final String UNRESERVED = "-._~";

  /** All that may stand bare in a path but a semicolon, behind which servers look or do not. */
  private static final String IN_PATH = UNRESERVED + "!$&'()*+,=:@";

  private WebAddress() {}

  /**
   * What two readers take for different things in a segment that is decoded as far as it goes: a
   * percent sign before what a second decoding would take with it, a semicolon, and octets that no
   * UTF-8 has, or that hide a shorter character.
   */
  private static final Pattern UNSURE =
      Pattern.compile("%(?:25[0-9A-Fa-f]{2}|3B|C[01]|F[5-9A-F]|E0%[89]|F0%8)");

  /** Null for what cannot be read, and where the normal form would be read as something else. */
  static @Nullable Request read(String method, String url) {
    Request read = once(method, url);
    return read != null && read.equals(once(method, read.url())) ? read : null;
  }

  private static @Nullable Request once(String method, String url) {
    int colon = url.indexOf("://");
    if (colon < 0 || url.length() > MAX_URL) {
      return null;
    }
    int end = endOfAuthority(url, colon + 3);
    Origin origin = origin(url.substring(0, colon), url.substring(colon + 3, end));
    int hash = url.indexOf('#', end);
    String rest = hash < 0 ? url.substring(end) : url.substring(end, hash);
    int mark = rest.indexOf('?');
    String path = path(mark < 0 ? rest : rest.substring(0, mark), true);
    String query = mark < 0 ? null : query(rest.substring(mark + 1));
    boolean fragment = hash < 0 || isPrintable(url.substring(hash));
    return origin == null || path == null || (mark >= 0 && query == null) || !fragment
        ? null
        : new Request(method, origin, path, query);
  }

  static int endOfAuthority(String url, int from) {
    int at = from;
    while (at < url.length() && "/?#".indexOf(url.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  /** Null for any other scheme, and for an authority that is more than a host and a port. */
  static @Nullable Origin origin(String schemeText, String authority) {
    String scheme = lower(schemeText);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return null;
    }
    int colon = authority.endsWith("]") ? -1 : authority.lastIndexOf(':');
    String host = host(colon < 0 ? authority : authority.substring(0, colon));
    int port = colon < 0 ? 0 : port(authority.substring(colon + 1));
    if (host == null || port < 0) {
      return null;
    }
    return new Origin(scheme, host, port == (scheme.equals("http") ? 80 : 443) ? 0 : port);
  }

  private static int port(String digits) {
    if (digits.isEmpty() || digits.length() > 5 || !isAll(digits, "0123456789")) {
      return -1;
    }
    int port = Integer.parseInt(digits);
    return port >= 1 && port <= 65_535 ? port : -1;
  }

  /** A name in lower case, an IPv4 address as everybody writes it, or an IPv6 one in brackets. */
  static @Nullable String host(String text) {
    if (text.startsWith("[")) {
      return text.endsWith("]") ? Ipv6Text.of(text.substring(1, text.length() - 1)) : null;
    }
    String host = lower(text);
    if (host.isEmpty()
        || host.length() > MAX_HOST
        || !isAll(host, "abcdefghijklmnopqrstuvwxyz0123456789-_.")) {
      return null;
    }
    String[] labels = host.split("\\.", -1);
    for (String label : labels) {
      if (label.isEmpty()
          || label.length() > MAX_LABEL
          || label.startsWith("-")
          || label.endsWith("-")) {
        return null;
      }
    }
    String last = labels[labels.length - 1];
    // 127.1, 0x7f.1 and 2130706433 are one address to those who look names up.
    boolean number = isAll(last, "0123456789") || last.startsWith("0x");
    return number && !isPlainIpv4(labels) ? null : host;
  }

  static boolean isIpv4(String host) {
    return isPlainIpv4(host.split("\\.", -1));
  }

  private static boolean isPlainIpv4(String[] labels) {
    if (labels.length != 4) {
      return false;
    }
    for (String label : labels) {
      if (label.length() > 3
          || !isAll(label, "0123456789")
          || (label.length() > 1 && label.startsWith("0"))
          || Integer.parseInt(label) > 255) {
        return false;
      }
    }
    return true;
  }

  /**
   * A path without dot segments and with no more percent signs than it needs; null where a server
   * might see another one.
   *
   * @param dots whether plain dot segments are resolved; otherwise they are refused
   */
  static @Nullable String path(String raw, boolean dots) {
    if (raw.isEmpty()) {
      return "/";
    }
    if (raw.charAt(0) != '/' || lower(raw).contains("%2e%2e")) {
      return null;
    }
    List<String> out = new ArrayList<>();
    String[] segments = raw.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      boolean last = i == segments.length - 1;
      String segment = segments[i];
      if (segment.equals(".") || segment.equals("..")) {
        if (!dots || (segment.equals("..") && out.isEmpty())) {
          return null;
        }
        if (segment.equals("..")) {
          out.removeLast();
        }
        if (last) {
          out.add("");
        }
        continue;
      }
      String read = segment(segment);
      if (read == null || (read.isEmpty() && !last) || read.equals(".") || read.equals("..")) {
        return null;
      }
      out.add(read);
    }
    return "/" + String.join("/", out);
  }

  private static @Nullable String segment(String raw) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c != '%') {
        if (!isAlnum(c) && IN_PATH.indexOf(c) < 0) {
          return null;
        }
        out.append(c);
        continue;
      }
      int value = octet(raw, i);
      if (value < ' ' || value == '/' || value == '\\' || value == 0x7F) {
        return null;
      }
      append(out, value, IN_PATH);
      i += 2;
    }
    return UNSURE.matcher(out).find() ? null : out.toString();
  }

  /**
   * A secret may stand in a query: its value is encoded when it is put in, and stays there. Beside
   * one nothing is decoded, since that might spell another.
   */
  private static @Nullable String query(String raw) {
    if (!isPrintable(raw) || (raw.contains("{{") && raw.indexOf('%') >= 0)) {
      return null;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < raw.length(); i++) {
      int value = raw.charAt(i) == '%' ? octet(raw, i) : -1;
      if (value < 0) {
        if (raw.charAt(i) == '%') {
          return null;
        }
        out.append(raw.charAt(i));
      } else {
        append(out, value, UNRESERVED);
        i += 2;
      }
    }
    return out.toString();
  }

  /**
   * @param bare what needs no percent sign, beside letters and digits
   */
  private static void append(StringBuilder out, int value, String bare) {
    if (isAlnum((char) value) || bare.indexOf(value) >= 0) {
      out.append((char) value);
    } else {
      out.append(String.format(Locale.ROOT, "%%%02X", value));
    }
  }

  /** What the percent sign at this place stands for; -1 where nothing does. */
  private static int octet(String text, int at) {
    return isHex(text, at + 1) ? Integer.parseInt(text, at + 1, at + 3, 16) : -1;
  }

  private static boolean isHex(String text, int at) {
    return at + 2 <= text.length() && isAll(lower(text.substring(at, at + 2)), "0123456789abcdef");
  }

  private static boolean isPrintable(String text) {
    return text.chars().allMatch(c -> c > ' ' && c < 0x7F);
  }

  private static boolean isAlnum(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static boolean isAll(String text, String of) {
    return text.chars().allMatch(c -> of.indexOf(c) >= 0);
  }

  /** ASCII letters alone: that of others may become one. */
  static String lower(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
    }
    return out.toString();
  }
}
