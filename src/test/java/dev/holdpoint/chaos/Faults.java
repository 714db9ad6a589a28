package dev.holdpoint.chaos;

import java.util.List;

/** All faults that the driver draws from. */
final class Faults {
  private Faults() {}

  static List<Fault> all() {
    return ProcessFaults.all();
  }
}
