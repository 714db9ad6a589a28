package dev.holdpoint.http.server;

import org.jspecify.annotations.Nullable;

/**
 * How a caller reached this server.
 *
 * @param secure whether the caller's own connection is encrypted
 * @param authority what the caller calls this server, as a Host header has it
 * @param local whether the caller is on this very machine
 */
record Reached(boolean secure, @Nullable String authority, boolean local) {
  String origin() {
    return (secure ? "https://" : "http://") + authority;
  }
}
