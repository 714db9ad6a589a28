package dev.holdpoint.engine.delivery;

import java.util.function.Supplier;

/**
 * How people are told of what waits.
 *
 * @param expiringSoonMs how long before its end a gate is about to expire
 * @param unseenAfterMs how long a gate may wait without a look before people are told of it, and
 *     how long until they are told again; 0 for never
 * @param publicUrl what links begin with, without a slash at the end; asked when it is needed,
 *     since the port may be found late
 */
public record NotificationPolicy(
    long expiringSoonMs, long unseenAfterMs, Supplier<String> publicUrl) {
  public static final NotificationPolicy USUAL =
      new NotificationPolicy(600_000, 0, () -> "http://127.0.0.1:4747");
}
