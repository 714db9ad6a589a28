package dev.holdpoint.chaos;

import dev.holdpoint.chaos.fault.Damage;
import dev.holdpoint.chaos.fault.Disk;
import dev.holdpoint.chaos.fault.FewDescriptors;
import dev.holdpoint.chaos.fault.SmallHeap;
import java.util.ArrayList;
import java.util.List;

/**
 * All faults that the driver draws from. Those of PostgreSQL and of the power need a database or a
 * disk of their own, and have tests of their own: PostgresFaultsIT, PowerCutIT.
 */
final class Faults {
  private Faults() {}

  static List<Fault> all(boolean postgres) {
    List<Fault> all = new ArrayList<>(ProcessFaults.all());
    all.add(new FewDescriptors());
    all.add(new SmallHeap());
    if (!postgres) {
      all.addAll(Disk.all());
      all.addAll(Damage.all());
    }
    return all;
  }
}
