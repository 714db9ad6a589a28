package dev.holdpoint.api.json;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Faults as they are found. A hostile body may hold millions, so they are bounded. */
final class Faults {
  private final List<Fault> faults = new ArrayList<>(0);
  private @Nullable String problem;

  void add(BodyPath place, String message, @Nullable String code) {
    if (faults.isEmpty()) {
      problem = code;
    }
    if (faults.size() < Limits.FAULTS) {
      faults.add(new Fault(place.pointer(), message));
    }
  }

  /** Those that were found before others. */
  InvalidBody before(List<Fault> others, @Nullable String code) {
    List<Fault> all = new ArrayList<>(faults);
    all.addAll(others);
    return InvalidBody.invalid(
        all.subList(0, Math.min(all.size(), Limits.FAULTS)), faults.isEmpty() ? code : problem);
  }

  List<Fault> all() {
    return List.copyOf(faults);
  }

  void throwIfAny() {
    if (!faults.isEmpty()) {
      throw InvalidBody.invalid(faults, problem);
    }
  }
}
