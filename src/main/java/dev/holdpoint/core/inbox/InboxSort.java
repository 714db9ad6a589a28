package dev.holdpoint.core.inbox;

import dev.holdpoint.core.description.RiskLevel;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The orders of the inbox. The key of a gate, which rises with its age, decides between equals. */
public enum InboxSort {
  /** Raised first. */
  OLDEST,
  /** Raised last; in a list of settled gates, settled last. */
  NEWEST,
  /** The soonest deadline; gates without one come last. */
  DEADLINE,
  /** The highest risk, then raised first; questions, which have none, come last. */
  RISK;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @param settledIn the journal row that settled the gate; 0 where the list is not sorted by it
   * @param expiresAtMs null without a deadline
   * @param risk null without one, or where the list is not sorted by it
   */
  public InboxPlace place(
      long key, long settledIn, @Nullable Long expiresAtMs, @Nullable RiskLevel risk) {
    long rank =
        switch (this) {
          case OLDEST -> 0;
          case NEWEST -> settledIn;
          case DEADLINE -> expiresAtMs == null ? Long.MAX_VALUE : expiresAtMs;
          case RISK ->
              switch (risk) {
                case HIGH -> 0;
                case NORMAL -> 1;
                case LOW -> 2;
                case null -> 3;
              };
        };
    return new InboxPlace(rank, key);
  }

  public Comparator<InboxPlace> order() {
    Comparator<InboxPlace> rising =
        Comparator.comparingLong(InboxPlace::rank).thenComparingLong(InboxPlace::key);
    return this == NEWEST ? rising.reversed() : rising;
  }
}
