package dev.holdpoint.core.record;

/**
 * A kind of small records that are stored whole.
 *
 * @param code from 1 to 64, what the kind is called in the store, for ever; no two kinds share one
 * @param inHand how many of a group the writer keeps in memory; 0 when they are read as they are
 *     needed
 * @param cached whether daemons keep some in memory from one transaction to the next, and have to
 *     be told of changes; kinds that come and go with the work are always read
 * @param complete whether a list fails when one in it is damaged; lists of other kinds pass it over
 */
public record RecordKind<T extends StoredRecord>(
    int code, Class<T> type, int inHand, boolean cached, boolean complete) {
  public RecordKind {
    if (inHand > 0 && !cached) {
      throw new IllegalArgumentException("other nodes would go on with what they have in hand");
    }
  }

  public RecordKind(int code, Class<T> type) {
    this(code, type, 0);
  }

  /** For a kind of which whole groups are kept in memory. */
  public RecordKind(int code, Class<T> type, int inHand) {
    this(code, type, inHand, true, false);
  }

  /** For a kind that comes and goes with the work. */
  public static <T extends StoredRecord> RecordKind<T> uncached(int code, Class<T> type) {
    return new RecordKind<>(code, type, 0, false, false);
  }

  /** For what forbids or limits something: without one of them, a list would allow too much. */
  public RecordKind<T> alwaysComplete() {
    return new RecordKind<>(code, type, inHand, cached, true);
  }
}
