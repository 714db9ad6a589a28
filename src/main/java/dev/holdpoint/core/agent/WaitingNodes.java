package dev.holdpoint.core.agent;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.List;
import java.util.stream.Stream;

/**
 * The nodes at which callers wait right now for a gate of a run. Each node has its own callers;
 * this is how it knows of the others'. There is none where there are no nodes.
 *
 * @param key the run's
 * @param nodes their epochs
 */
public record WaitingNodes(long key, List<Long> nodes) implements StoredRecord {
  public static final RecordKind<WaitingNodes> KIND = RecordKind.uncached(31, WaitingNodes.class);

  public WaitingNodes with(long node) {
    return new WaitingNodes(
        key, Stream.concat(nodes.stream(), Stream.of(node)).distinct().toList());
  }

  public WaitingNodes without(long node) {
    return new WaitingNodes(key, nodes.stream().filter(other -> other != node).toList());
  }
}
