package dev.holdpoint.engine.policy;

import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.StoredPolicy;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Policies that were read once. A list of gates asks for the same ones hundreds of times, and
 * reading an expression costs more than judging a gate by it.
 */
final class ParsedPolicies {
  /** There are at most 200; those of other ledgers in this process and removed ones are let go. */
  private static final int MOST = 1_000;

  private static final Map<String, Parsed> KNOWN = new ConcurrentHashMap<>();

  private record Parsed(StoredPolicy source, NamedPolicy policy) {
    /** A version that was never committed may have had other words than the one that was. */
    boolean isOf(StoredPolicy stored) {
      return source.version() == stored.version()
          && source.enabled() == stored.enabled()
          && source.title().equals(stored.title())
          && source.draft().equals(stored.draft());
    }
  }

  private static volatile InHand last = new InHand(List.of(), new PolicyOrder(List.of()));

  private record InHand(List<StoredPolicy> stored, PolicyOrder order) {
    /**
     * The very same records: to compare their words each time would cost more than to match them.
     */
    @SuppressWarnings("ReferenceEquality") // the very records
    boolean isOf(List<StoredPolicy> now) {
      if (stored.size() != now.size()) {
        return false;
      }
      for (int i = 0; i < now.size(); i++) {
        if (stored.get(i) != now.get(i)) {
          return false;
        }
      }
      return true;
    }
  }

  private ParsedPolicies() {}

  static PolicyOrder order(List<StoredPolicy> stored) {
    return new PolicyOrder(
        stored.stream()
            .sorted(Comparator.comparingInt(StoredPolicy::position))
            .map(ParsedPolicies::of)
            .toList());
  }

  /** The same of records that the writer has in hand: every decision asks for these. */
  static PolicyOrder orderInHand(List<StoredPolicy> stored) {
    InHand known = last;
    if (!known.isOf(stored)) {
      known = new InHand(List.copyOf(stored), order(stored));
      last = known;
    }
    return known.order;
  }

  static NamedPolicy of(StoredPolicy stored) {
    Parsed known = KNOWN.get(stored.id());
    if (known != null && known.isOf(stored)) {
      return known.policy;
    }
    NamedPolicy policy = stored.named();
    if (KNOWN.size() >= MOST) {
      KNOWN.clear();
    }
    KNOWN.put(stored.id(), new Parsed(stored, policy));
    return policy;
  }
}
