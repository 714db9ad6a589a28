package dev.holdpoint.engine;

import dev.holdpoint.engine.port.StoreFailure;

/** No work is at fault: to try each of them alone would only wait as often. */
final class NotBegun extends StoreFailure {
  NotBegun(StoreFailure cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
