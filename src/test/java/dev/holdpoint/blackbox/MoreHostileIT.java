package dev.holdpoint.blackbox;

import org.junit.jupiter.api.Tag;

/** All that is wrong, for each endpoint. */
@Tag("long")
final class MoreHostileIT extends HostileIT {
  @Override
  int few() {
    return Integer.MAX_VALUE;
  }
}
