package dev.holdpoint.core.agent;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;
import java.util.List;
import java.util.stream.Stream;

/**
 * At which nodes somebody waits right now for what a run asks. Each knows its own who wait; this is
 * how it knows of the others'. There is none where there are no nodes.
 *
 * @param key the run's
 * @param nodes their epochs
 */
public record Watch(long key, List<Long> nodes) implements Kept {
  public static final Shelf<Watch> SHELF = Shelf.uncached(31, Watch.class);

  public Watch with(long node) {
    return new Watch(key, Stream.concat(nodes.stream(), Stream.of(node)).distinct().toList());
  }

  public Watch without(long node) {
    return new Watch(key, nodes.stream().filter(other -> other != node).toList());
  }
}
