package dev.holdpoint.core.schedule;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Work that a session is given again and again, or once at a later time.
 *
 * @param content the text of each run
 * @param nextAtMs null when it is not due any more, or not while it is disabled
 */
public record Schedule(
    long key,
    String id,
    String sessionId,
    String content,
    Trigger trigger,
    Overlap overlap,
    Misfire misfire,
    boolean enabled,
    @Nullable Long nextAtMs,
    Past past,
    long createdAtMs,
    String createdBy)
    implements StoredRecord {

  public static final String PREFIX = "sch_";
  public static final RecordKind<Schedule> KIND = new RecordKind<>(7, Schedule.class);

  /**
   * What has become of it so far.
   *
   * @param overlapSkips how often it was due and a run of it was in the way
   * @param misfireSkips how often its time was over before anybody looked
   * @param openRuns runs of it that had not ended when it was looked at last
   */
  public record Past(
      @Nullable String lastRunId,
      @Nullable Long lastFiredAtMs,
      int overlapSkips,
      int misfireSkips,
      @Nullable String lastError,
      List<Long> openRuns) {
    public static final Past NONE = new Past(null, null, 0, 0, null, List.of());

    public Past fired(String runId, long atMs, List<Long> open) {
      return new Past(runId, atMs, overlapSkips, misfireSkips, null, List.copyOf(open));
    }

    public Past overlapped(List<Long> open) {
      return new Past(
          lastRunId, lastFiredAtMs, overlapSkips + 1, misfireSkips, lastError, List.copyOf(open));
    }

    public Past missed() {
      return new Past(
          lastRunId, lastFiredAtMs, overlapSkips, misfireSkips + 1, lastError, openRuns);
    }

    public Past failed(@Nullable String error) {
      return new Past(lastRunId, lastFiredAtMs, overlapSkips, misfireSkips, error, openRuns);
    }
  }

  @Override
  public String group() {
    return sessionId;
  }

  @Override
  public @Nullable Long dueAtMs() {
    return enabled ? nextAtMs : null;
  }

  /** A schedule that is never due again is disabled by that. */
  public Schedule next(@Nullable Long atMs, Past so) {
    return new Schedule(
        key,
        id,
        sessionId,
        content,
        trigger,
        overlap,
        misfire,
        enabled && atMs != null,
        enabled ? atMs : null,
        so,
        createdAtMs,
        createdBy);
  }

  /** The same after a run that was asked for by hand: its own time is not changed. */
  public Schedule with(Past so) {
    return new Schedule(
        key,
        id,
        sessionId,
        content,
        trigger,
        overlap,
        misfire,
        enabled,
        nextAtMs,
        so,
        createdAtMs,
        createdBy);
  }
}
