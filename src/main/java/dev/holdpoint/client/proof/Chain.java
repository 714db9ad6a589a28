package dev.holdpoint.client.proof;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records that must follow each other without a gap, each naming the hash of the one before. */
final class Chain {
  /** More holes than this are told one by one as they appear, whatever fills them later. */
  private static final int HOLES = 10_000;

  private final String name;
  private final Findings findings;
  private final List<Hole> holes = new ArrayList<>();
  private long last;
  private @Nullable String lastHash;

  /** Sequences that have not been seen, both ends included. */
  private record Hole(long from, long to) {
    boolean has(long sequence) {
      return from <= sequence && sequence <= to;
    }
  }

  Chain(String name, Findings findings) {
    this.name = name;
    this.findings = findings;
  }

  void add(SignedRecord record, String recordId) {
    long sequence = record.sequence();
    if (sequence > last) {
      if (sequence == last + 1) {
        checkLink(record, recordId);
      } else {
        miss(new Hole(last + 1, sequence - 1));
      }
      last = sequence;
      lastHash = record.hash();
    } else if (fill(sequence)) {
      findings.add(Flaw.REORDERED, place(sequence), recordId, "it comes after a later record");
    } else {
      findings.add(
          Flaw.FORK, place(sequence), recordId, "the chain has this sequence more than once");
    }
  }

  private void checkLink(SignedRecord record, String recordId) {
    String named = record.previousHash();
    if (lastHash == null ? named != null : !lastHash.equals(named)) {
      findings.add(
          Flaw.BROKEN_LINK,
          place(record.sequence()),
          recordId,
          "prev_hash is not the hash of the previous record: one of the two was replaced");
    }
  }

  private void miss(Hole hole) {
    if (holes.size() < HOLES) {
      holes.add(hole);
    } else {
      tell(hole);
    }
  }

  private boolean fill(long sequence) {
    for (int i = 0; i < holes.size(); i++) {
      Hole hole = holes.get(i);
      if (hole.has(sequence)) {
        holes.remove(i);
        if (sequence < hole.to) {
          holes.add(i, new Hole(sequence + 1, hole.to));
        }
        if (hole.from < sequence) {
          holes.add(i, new Hole(hole.from, sequence - 1));
        }
        return true;
      }
    }
    return false;
  }

  /**
   * Nothing follows: what was not seen by now is not there.
   *
   * @param least how far the chain must reach
   */
  void end(long least) {
    holes.forEach(this::tell);
    if (last < least) {
      findings.add(
          Flaw.TRUNCATED,
          place(last + 1),
          "the chain must reach %d but ends at %d".formatted(least, last));
    }
  }

  private void tell(Hole hole) {
    findings.add(
        Flaw.REMOVED,
        place(hole.from),
        hole.from == hole.to
            ? "the record is missing"
            : "the records up to " + hole.to + " are missing");
  }

  String place(long sequence) {
    return name + " " + sequence;
  }

  long last() {
    return last;
  }

  @Nullable String lastHash() {
    return lastHash;
  }
}
