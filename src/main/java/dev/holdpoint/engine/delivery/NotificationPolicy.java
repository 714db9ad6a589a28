package dev.holdpoint.engine.delivery;

import java.util.function.Supplier;

/**
 * How people are told of what waits.
 *
 * @param expiringSoonMs how long before its end a gate is about to expire
 * @param publicUrl what links begin with, without a slash at the end; asked when it is needed,
 *     since the port may be found late
 */
public record NotificationPolicy(long expiringSoonMs, Supplier<String> publicUrl) {
  public static final NotificationPolicy USUAL =
      new NotificationPolicy(600_000, () -> "http://127.0.0.1:4747");
}
