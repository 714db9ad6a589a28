package dev.holdpoint.core.cluster;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.List;

/**
 * How far the slow walk through everything that is stored has come, and what the last one found.
 * There is one for all nodes.
 *
 * @param node the epoch of the node that walks; 0 where there are no nodes, or none does
 * @param spot up to where it has come; empty when no walk is under way
 * @param documents how many it has read
 * @param found what it has found so far
 * @param finishedAtMs when the last one ended; 0 for never
 * @param standing what the last one found
 */
public record Checkup(
    long key,
    long node,
    String spot,
    long documents,
    List<String> found,
    long finishedAtMs,
    List<String> standing)
    implements StoredRecord {
  public static final RecordKind<Checkup> KIND = RecordKind.uncached(32, Checkup.class);
  public static final long KEY = 1;
  public static final Checkup NONE = new Checkup(KEY, 0, "", 0, List.of(), 0, List.of());

  /** In place of one that cannot be read: what the last walk found is not known, but this is. */
  public static final Checkup DAMAGED =
      new Checkup(
          KEY, 0, "", 0, List.of(), 0, List.of("records: the record of the last check is damaged"));

  /** Before the first thing is read. */
  public static final String BEGINNING = "beginning";

  public Checkup {
    found = List.copyOf(found);
    standing = List.copyOf(standing);
  }

  public boolean isUnderWay() {
    return !spot.isEmpty();
  }

  /** Taken up by this node where it was left, or begun. */
  public Checkup by(long epoch) {
    return isUnderWay()
        ? new Checkup(key, epoch, spot, documents, found, finishedAtMs, standing)
        : new Checkup(key, epoch, BEGINNING, 0, List.of(), finishedAtMs, standing);
  }

  public Checkup at(String place, long read, List<String> seen) {
    return new Checkup(key, node, place, read, seen, finishedAtMs, standing);
  }

  public Checkup finished(long nowMs) {
    return new Checkup(key, 0, "", documents, List.of(), nowMs, found);
  }
}
