package dev.holdpoint.http.proxy;

import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a proxy tells of one that called it.
 *
 * @param from null where the proxy does not know it, or keeps it to itself
 * @param scheme {@code http} or {@code https}; null where nothing is said
 * @param host what was called, with or without a port; null where nothing is said
 */
record ProxyHop(@Nullable InetAddress from, @Nullable String scheme, @Nullable String host) {
  private static final Pattern HOST =
      Pattern.compile("(?:[A-Za-z0-9._-]{1,255}|\\[[0-9A-Fa-f:.]{2,45}])(?::[0-9]{1,5})?");

  /** In brackets, and perhaps with a port; or an address of the old kind, and perhaps a port. */
  private static final Pattern WITH_PORT =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([0-9.]+))(?::(?:[0-9]{1,5}|_[A-Za-z0-9._-]+))?");

  private static final Pattern HIDDEN =
      Pattern.compile("(?:unknown|_[A-Za-z0-9._-]+)(?::.{1,100})?", Pattern.CASE_INSENSITIVE);

  /** A word of a proxy that makes no sense. */
  static final class Garbled extends Exception {
    Garbled(String message) {
      super(message);
    }
  }

  static @Nullable InetAddress node(String text) throws Garbled {
    if (HIDDEN.matcher(text).matches()) {
      return null;
    }
    Matcher framed = WITH_PORT.matcher(text);
    String bare = text;
    if (framed.matches()) {
      bare = framed.group(1) == null ? framed.group(2) : framed.group(1);
    }
    InetAddress address = AddressBlock.literal(bare);
    if (address == null) {
      throw new Garbled("the address of a caller is not valid");
    }
    return address;
  }

  static String checkedScheme(String text) throws Garbled {
    String scheme = text.toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new Garbled("the protocol must be http or https");
    }
    return scheme;
  }

  static String checkedHost(String text) throws Garbled {
    if (!HOST.matcher(text).matches()) {
      throw new Garbled("the host is not valid");
    }
    return text;
  }
}
