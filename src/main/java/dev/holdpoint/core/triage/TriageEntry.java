package dev.holdpoint.core.triage;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to a gate, as its log tells it. The log of a gate is the group of its
 * entries, and their keys are in the order of time.
 *
 * @param text what was said; null where nothing was
 * @param to whom it was given to; null where it was given to nobody
 * @param untilMs until when it holds; null where that says nothing
 * @param stage which stage of the policy has opened; null for all else
 * @param decision what somebody decided too late, as JSON; null for all else
 */
public record TriageEntry(
    long key,
    String id,
    String gateId,
    long atMs,
    String by,
    GateChange change,
    @Nullable String text,
    @Nullable String to,
    @Nullable Long untilMs,
    @Nullable Integer stage,
    @Nullable Json decision)
    implements StoredRecord {
  public static final String PREFIX = "tre_";
  public static final RecordKind<TriageEntry> KIND = RecordKind.uncached(38, TriageEntry.class);

  @Override
  public String group() {
    return gateId;
  }

  /** An entry without its place and its time, which the log gives it. */
  public record Draft(
      String by,
      GateChange change,
      @Nullable String text,
      @Nullable String to,
      @Nullable Long untilMs,
      @Nullable Integer stage,
      @Nullable Json decision) {
    public static Draft of(String by, GateChange change) {
      return new Draft(by, change, null, null, null, null, null);
    }

    public Draft saying(String words) {
      return new Draft(by, change, words, to, untilMs, stage, decision);
    }

    public Draft to(@Nullable String person) {
      return new Draft(by, change, text, person, untilMs, stage, decision);
    }

    public Draft until(@Nullable Long atMs) {
      return new Draft(by, change, text, to, atMs, stage, decision);
    }

    public Draft stage(int number) {
      return new Draft(by, change, text, to, untilMs, number, decision);
    }

    public Draft deciding(Json what) {
      return new Draft(by, change, text, to, untilMs, stage, what);
    }

    public TriageEntry at(String gateId, long key, String id, long atMs) {
      return new TriageEntry(key, id, gateId, atMs, by, change, text, to, untilMs, stage, decision);
    }
  }
}
