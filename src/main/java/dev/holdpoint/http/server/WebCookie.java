package dev.holdpoint.http.server;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * The cookie of a browser that has signed in. No script reads it, no other site makes a browser
 * send it, and it is named after the port: browsers give all ports of a host the same cookies, and
 * two daemons on one machine are two.
 */
public final class WebCookie {
  private static final String NAME = "holdpoint-";

  /**
   * Browsers take such a name only from an encrypted connection, for one host and all its paths.
   */
  private static final String HOST_ONLY = "__Host-";

  private static final String RULES = "; Path=/; HttpOnly; SameSite=Strict";

  private WebCookie() {}

  /**
   * What {@code Set-Cookie} says.
   *
   * @param origin how the caller reached this server
   */
  public static String set(String origin, String secret, long seconds) {
    return name(origin) + "=" + secret + "; Max-Age=" + seconds + RULES + secure(origin);
  }

  /** What {@code Set-Cookie} says to make the browser forget it. */
  public static String cleared(String origin) {
    return set(origin, "", 0);
  }

  /**
   * The same for what a browser keeps while it is at another site, whose link leads it back here:
   * it is sent then, too.
   */
  public static String setForReturn(String origin, String value, long seconds) {
    return returnName(origin)
        + "="
        + value
        + "; Max-Age="
        + seconds
        + "; Path=/; HttpOnly; SameSite=Lax"
        + secure(origin);
  }

  /** What all cookies of that name hold. */
  public static List<String> forReturn(List<String> headers, String origin) {
    return values(headers, returnName(origin));
  }

  private static String returnName(String origin) {
    return name(origin) + "-return";
  }

  static String name(String origin) {
    String name = NAME + port(origin);
    return isSecure(origin) ? HOST_ONLY + name : name;
  }

  /** What all cookies of this name hold; whoever sends two is nobody in particular. */
  static List<String> values(HttpFields headers, String origin) {
    return values(headers.getValuesList(HttpHeader.COOKIE), name(origin));
  }

  private static List<String> values(List<String> headers, String name) {
    String start = name + "=";
    List<String> values = new ArrayList<>(1);
    for (String field : headers) {
      for (String pair : field.split(";", -1)) {
        String cookie = pair.strip();
        if (cookie.startsWith(start)) {
          values.add(cookie.substring(start.length()));
        }
      }
    }
    return values;
  }

  private static String port(String origin) {
    int colon = origin.lastIndexOf(':');
    // The colons of an IPv6 address stand in brackets, and the first one is the scheme's.
    if (colon > origin.lastIndexOf(']') && colon > origin.lastIndexOf('/')) {
      return origin.substring(colon + 1);
    }
    return isSecure(origin) ? "443" : "80";
  }

  private static String secure(String origin) {
    return isSecure(origin) ? "; Secure" : "";
  }

  private static boolean isSecure(String origin) {
    return origin.startsWith("https://");
  }
}
