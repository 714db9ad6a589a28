package dev.holdpoint.http.proxy;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * How a caller reached this server.
 *
 * @param secure whether the caller's own connection is encrypted
 * @param authority what the caller calls this server, as a Host header has it
 * @param local whether the caller is on this very machine
 * @param from the caller, or the proxy that does not say who called it
 */
public record ClientConnection(
    boolean secure, @Nullable String authority, boolean local, @Nullable InetAddress from) {
  ClientConnection from(@Nullable InetAddress other) {
    return new ClientConnection(secure, authority, local, other);
  }

  public String origin() {
    return (secure ? "https://" : "http://") + authority;
  }
}
