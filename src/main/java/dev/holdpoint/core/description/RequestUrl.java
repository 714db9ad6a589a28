package dev.holdpoint.core.description;

import dev.holdpoint.core.net.Addresses;
import java.net.IDN;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a URL as people are shown them. It is read by hand: a host's name is not looked up,
 * and what is no URL has no host.
 *
 * @param from where it begins: blanks in front are passed over, as the sender does
 * @param host with its port, unless that is the usual one; other letters than ASCII are encoded
 * @param name of the host as it is looked up
 * @param start of the host in the URL
 * @param query with its question mark; empty where there is none
 */
record RequestUrl(
    int from,
    String scheme,
    String host,
    String name,
    String path,
    String query,
    int start,
    int end) {
  private static final int LONGEST = 16_384;
  private static final int LONGEST_HOST = 253;

  /** Marks the labels of a name that are written in other letters than those of ASCII. */
  private static final String ENCODED = "xn--";

  /** Letters that the older rules of names change and browsers keep. */
  private static final String KEPT = "\u00df\u03c2";

  static @Nullable RequestUrl of(String text) {
    int begin = 0;
    while (begin < text.length() && isBlank(text.charAt(begin))) {
      begin++;
    }
    // No server takes a longer one, and its host stands at the beginning.
    String url = text.substring(begin, Math.min(text.length(), begin + LONGEST)).stripTrailing();
    int sign = url.indexOf("://");
    if (sign <= 0 || sign > 16) {
      return null;
    }
    String scheme = url.substring(0, sign).strip().toLowerCase(Locale.ROOT);
    int from = sign + 3;
    int end = from;
    while (end < url.length() && "/?#\\".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    // What stands before the last sign is a user, not the host.
    int start = Math.max(from, url.lastIndexOf('@', end - 1) + 1);
    String authority = url.substring(start, end);
    int colon = authority.endsWith("]") ? -1 : authority.lastIndexOf(':');
    String given = (colon < 0 ? authority : authority.substring(0, colon)).toLowerCase(Locale.ROOT);
    String name = ascii(given);
    String shown = name.contains(ENCODED) ? name : given;
    String port = colon < 0 ? "" : authority.substring(colon + 1);
    boolean usual =
        port.isEmpty()
            || (scheme.equals("https") && port.equals("443"))
            || (scheme.equals("http") && port.equals("80"));
    int mark = url.indexOf('?', end);
    int hash = url.indexOf('#', end);
    int cut = hash < 0 ? url.length() : hash;
    int pathEnd = mark < 0 || mark > cut ? cut : mark;
    return new RequestUrl(
        begin,
        scheme,
        usual ? shown : shown + ":" + port,
        name,
        url.substring(end, pathEnd),
        mark < 0 || mark > cut ? "" : url.substring(mark, cut),
        begin + start,
        begin + end);
  }

  /** As it is looked up; what is no name, or is one already, stays as it is. */
  private static String ascii(String host) {
    boolean plain =
        host.startsWith("[")
            || host.length() > LONGEST_HOST
            || host.chars().allMatch(c -> c < 0x80 || KEPT.indexOf(c) >= 0);
    try {
      return plain ? host : IDN.toASCII(host, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException _) {
      return host;
    }
  }

  private static boolean isBlank(char c) {
    return c <= ' ' || Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  /** Whether a request can go there. */
  boolean isWeb() {
    return (scheme.equals("http") || scheme.equals("https")) && !name.isEmpty();
  }

  /** Whether the host is written as an address that leads to this machine or into its network. */
  boolean isPrivate() {
    String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    if (bare.equals("localhost") || bare.endsWith(".localhost") || bare.endsWith(".internal")) {
      return true;
    }
    byte[] address = bare.startsWith("[") ? v6(bare) : v4(bare);
    return address != null && Addresses.isPrivate(address);
  }

  /** One to four numbers, also octal and hexadecimal, as browsers read them. */
  private static byte @Nullable [] v4(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length > 4) {
      return null;
    }
    long value = 0;
    for (int i = 0; i < parts.length; i++) {
      long part = number(parts[i]);
      boolean last = i == parts.length - 1;
      int bytes = last ? 5 - parts.length : 1;
      if (part < 0 || part >= 1L << (8 * bytes)) {
        return null;
      }
      value = (value << (8 * bytes)) | part;
    }
    return new byte[] {
      (byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value
    };
  }

  private static long number(String text) {
    try {
      if (text.isEmpty() || text.length() > 14 || !Character.isDigit(text.charAt(0))) {
        return -1;
      }
      return text.startsWith("0x")
          ? Long.parseLong(text.substring(2), 16)
          : text.length() > 1 && text.startsWith("0")
              ? Long.parseLong(text, 8)
              : Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** The first two of its eight numbers are enough to tell; the others may be left out. */
  private static byte @Nullable [] v6(String host) {
    String inside = host.substring(1, host.endsWith("]") ? host.length() - 1 : host.length());
    String[] groups = inside.split(":", -1);
    byte[] address = new byte[16];
    if (groups.length < 3) {
      return null;
    }
    for (int i = 0; i < Math.min(2, groups.length) && !groups[i].isEmpty(); i++) {
      try {
        int group = Integer.parseInt(groups[i], 16);
        address[2 * i] = (byte) (group >> 8);
        address[2 * i + 1] = (byte) group;
      } catch (NumberFormatException e) {
        return null;
      }
    }
    return address;
  }
}
