package dev.holdpoint.engine.stats;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import java.util.stream.Stream;

/** Who has looked at a gate without deciding it. */
@FunctionalInterface
public interface Looks {
  /** Nobody says that they look. */
  Looks NONE = (_, _) -> List.of();

  /** A person's first look. */
  record Look(String by, long firstAtMs) {}

  /** The looks of people who may act on the gate with this key, one for each person. */
  List<Look> at(Queries queries, long gateKey);

  /** How many pending gates nobody who may act has looked at. Counted at every scrape. */
  default long unseen(Queries queries) {
    return Stream.of(GateKind.values())
        .mapToLong(
            kind ->
                queries.countGates(new Queries.GateFilter(kind, GateState.Status.PENDING, null)))
        .sum();
  }
}
