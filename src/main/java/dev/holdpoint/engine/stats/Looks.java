package dev.holdpoint.engine.stats;

import dev.holdpoint.engine.port.store.Queries;
import java.util.List;

/** Who has looked at a gate without deciding it. */
@FunctionalInterface
public interface Looks {
  /** Nobody says that they look. */
  Looks NONE = (_, _) -> List.of();

  /** A person's first look. */
  record Look(String by, long firstAtMs) {}

  /** The looks of people who may act on the gate with this key, one for each person. */
  List<Look> at(Queries queries, long gateKey);

  /**
   * How many of the oldest pending gates nobody who may act has looked at. Read at every scrape, so
   * it reads no more than so many of them.
   */
  default long unseen(Queries queries) {
    return 0;
  }
}
