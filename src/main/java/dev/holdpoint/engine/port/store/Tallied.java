package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.stats.Decided;
import java.util.List;

/**
 * What a transaction writes of decided gates.
 *
 * @param upTo the last row of the journal that is counted with these; 0 to leave that as it is
 * @param late answers that came after the decision
 * @param dropBefore rows decided before this time go, at most {@link #DROPPED} of them; 0 for none
 */
public record Tallied(List<Decided> rows, List<Late> late, long upTo, long dropBefore) {
  public static final Tallied NOTHING = new Tallied(List.of(), List.of(), 0, 0);

  public static final int DROPPED = 1_000;

  /**
   * One more answer to a settled gate.
   *
   * @param settledIn the row of the journal that settled it, where its own row is found
   */
  public record Late(long gateKey, long settledIn) {}

  public boolean isEmpty() {
    return upTo == 0 && dropBefore == 0;
  }
}
