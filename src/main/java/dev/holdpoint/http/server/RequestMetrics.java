package dev.holdpoint.http.server;

import dev.holdpoint.api.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;

/** Somebody who counts requests. Called by whoever answers, so it must return at once. */
@FunctionalInterface
public interface RequestMetrics {
  RequestMetrics NONE = (_, _, _) -> {};

  /**
   * An answer was sent, or begun if it is a stream.
   *
   * @param endpoint null when the request was for none
   * @param nanos since its headers were read
   */
  void answered(@Nullable Endpoint endpoint, int status, long nanos);
}
