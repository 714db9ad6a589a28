package dev.holdpoint.engine.commit;

import dev.holdpoint.engine.port.failure.StoreFailure;

/** No work is at fault: to try each of them alone would only wait as often. */
final class NotBegun extends StoreFailure {
  NotBegun(StoreFailure cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
