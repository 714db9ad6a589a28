package dev.holdpoint.client.proof;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that is wrong, counted; the first of it, kept. */
final class Findings {
  private static final int KEPT = 1_000;

  private final List<Finding> kept = new ArrayList<>();
  private long count;

  void add(Flaw flaw, String place, @Nullable String recordId, String detail) {
    count++;
    if (kept.size() < KEPT) {
      kept.add(new Finding(flaw, place, recordId, detail));
    }
  }

  void add(Flaw flaw, String place, String detail) {
    add(flaw, place, null, detail);
  }

  long count() {
    return count;
  }

  List<Finding> kept() {
    return List.copyOf(kept);
  }
}
