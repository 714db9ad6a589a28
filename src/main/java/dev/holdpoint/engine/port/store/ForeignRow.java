package dev.holdpoint.engine.port.store;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A row of the journal that another daemon has written, and nothing of what is in it.
 *
 * @param runKey of the run that it is of; 0 for none
 * @param owner of the run by now; 0 for nobody
 * @param waits whether the run waits for a worker, or has one
 */
public record ForeignRow(long lastId, long sessionKey, long runKey, long owner, boolean waits) {
  /** The runs among these that the node with this epoch has. */
  public static Set<Long> runsOf(long epoch, List<ForeignRow> all) {
    return all.stream()
        .filter(row -> row.owner == epoch)
        .map(ForeignRow::runKey)
        .collect(Collectors.toSet());
  }

  /** Whether whoever has room may take the run. */
  public boolean isFree() {
    return waits && owner == 0;
  }
}
