package dev.holdpoint.engine.port;

import dev.holdpoint.core.net.Addresses;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What can be said of a host as it is written. No name is looked up. */
public final class HostNames {
  private HostNames() {}

  /** Whether it leads back to this machine, into its network, or to nobody in particular. */
  public static boolean isPrivate(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    if (bare.equals("localhost") || bare.endsWith(".localhost")) {
      return true;
    }
    InetAddress literal = literal(bare);
    return literal != null && Addresses.isPrivate(literal.getAddress());
  }

  /** An address written out, in any of the spellings that resolvers take; null for a name. */
  public static @Nullable InetAddress literal(String host) {
    try {
      return host.startsWith("[")
          ? Inet6Address.ofLiteral(host.substring(1, host.length() - 1))
          : Inet4Address.ofPosixLiteral(host);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
