package dev.holdpoint.core.triage;

import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.RunHead;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What people did about one gate, and the next moment at which something happens to it by itself.
 * There is one for each gate that anybody touched or for which something is due. What is in it may
 * be over although no timer has acted on it yet: readers compare with the time.
 *
 * @param key that of the gate
 * @param seen who has looked, in the order of their first looks
 * @param claim whose it is; null where nobody has claimed it
 * @param reminded how often it was told that nobody has looked
 * @param comments how many there are in the log
 * @param entries how many entries the log has, comments among them
 * @param late whose late answers are in the log
 * @param rows the journal rows that tell of it and are of no version of the run, oldest first
 * @param moments what is due for the gate itself
 */
public record Triage(
    long key,
    String gateId,
    GateKind kind,
    long runKey,
    String runId,
    long sessionKey,
    String sessionId,
    String tenantId,
    List<Look> seen,
    @Nullable Claim claim,
    List<Snooze> snoozes,
    List<String> watchers,
    int reminded,
    int comments,
    int entries,
    List<LateAnswer> late,
    List<Long> rows,
    Moments moments)
    implements StoredRecord {
  public static final RecordKind<Triage> KIND = RecordKind.uncached(37, Triage.class);

  public Triage {
    seen = List.copyOf(seen);
    snoozes = List.copyOf(snoozes);
    watchers = List.copyOf(watchers);
    late = List.copyOf(late);
    rows = List.copyOf(rows);
  }

  /**
   * @param onlooker true where the person could not act on the gate when they looked; null
   *     otherwise, and for looks from before this was noted
   */
  public record Look(String by, long firstAtMs, long lastAtMs, @Nullable Boolean onlooker) {
    /** Of a person who may act. */
    public Look(String by, long firstAtMs, long lastAtMs) {
      this(by, firstAtMs, lastAtMs, null);
    }

    /** Whether the gate counts as seen by it. */
    public boolean counts() {
      return !Boolean.TRUE.equals(onlooker);
    }
  }

  /**
   * Who takes care of the gate, until when.
   *
   * @param assignedBy who gave it to them; null where they took it themselves
   */
  public record Claim(String by, long atMs, long untilMs, @Nullable String assignedBy) {
    public boolean isLiveAt(long nowMs) {
      return nowMs < untilMs;
    }
  }

  /** Somebody does not want to see the gate before then. */
  public record Snooze(String by, long untilMs) {
    public boolean isLiveAt(long nowMs) {
      return nowMs < untilMs;
    }
  }

  /**
   * @param entryKey where in the log it is
   */
  public record LateAnswer(String by, long entryKey) {}

  /**
   * When something happens to the gate by itself, apart from its deadline.
   *
   * @param soonAtMs when people are told that it expires soon; null when they were, or need not be
   * @param unseenAtMs when people are told that nobody has looked
   * @param policyAtMs when its policy does something
   * @param heldAtMs when a decision takes effect that is held
   */
  public record Moments(
      @Nullable Long soonAtMs,
      @Nullable Long unseenAtMs,
      @Nullable Long policyAtMs,
      @Nullable Long heldAtMs) {
    public static final Moments NONE = new Moments(null, null, null);

    public Moments(@Nullable Long soonAtMs, @Nullable Long unseenAtMs, @Nullable Long policyAtMs) {
      this(soonAtMs, unseenAtMs, policyAtMs, null);
    }

    public Moments soon(@Nullable Long atMs) {
      return new Moments(atMs, unseenAtMs, policyAtMs, heldAtMs);
    }

    public Moments unseen(@Nullable Long atMs) {
      return new Moments(soonAtMs, atMs, policyAtMs, heldAtMs);
    }

    public Moments policy(@Nullable Long atMs) {
      return new Moments(soonAtMs, unseenAtMs, atMs, heldAtMs);
    }

    public Moments held(@Nullable Long atMs) {
      return new Moments(soonAtMs, unseenAtMs, policyAtMs, atMs);
    }

    @Nullable Long next() {
      return Stream.of(soonAtMs, unseenAtMs, policyAtMs, heldAtMs)
          .filter(Objects::nonNull)
          .min(Long::compare)
          .orElse(null);
    }
  }

  /** Of a gate that nobody has touched. */
  public static Triage of(RunHead run, Gate gate) {
    return new Triage(
        gate.key(),
        gate.id(),
        gate.kind(),
        run.key(),
        run.id(),
        run.sessionKey(),
        run.sessionId(),
        run.tenantId(),
        List.of(),
        null,
        List.of(),
        List.of(),
        0,
        0,
        0,
        List.of(),
        List.of(),
        Moments.NONE);
  }

  /** By its session, and in that by its run. */
  @Override
  public String group() {
    return sessionId;
  }

  @Override
  public Set<String> terms() {
    return Set.of(runId);
  }

  /** The next moment of the gate: of the earliest of all that is due. */
  @Override
  public @Nullable Long dueAtMs() {
    Stream<Long> ends =
        Stream.concat(
            Stream.ofNullable(claim).map(Claim::untilMs), snoozes.stream().map(Snooze::untilMs));
    return Stream.concat(ends, Stream.ofNullable(moments.next())).min(Long::compare).orElse(null);
  }

  /** Whether nobody has done anything about the gate, and nothing was told of it. */
  public boolean isUntouched() {
    return entries == 0 && reminded == 0 && seen.isEmpty() && watchers.isEmpty() && rows.isEmpty();
  }

  /** For each person who has looked at the gate when they did so last. */
  public Map<String, Long> looks() {
    return seen.stream().collect(Collectors.toMap(Look::by, Look::lastAtMs, Math::max));
  }

  /** Whether a person who may act has looked. */
  public boolean isSeen() {
    return seen.stream().anyMatch(Look::counts);
  }

  public @Nullable Look look(String by) {
    return seen.stream().filter(look -> look.by.equals(by)).findFirst().orElse(null);
  }

  /** The claim that holds now. */
  public @Nullable Claim claimAt(long nowMs) {
    return claim != null && claim.isLiveAt(nowMs) ? claim : null;
  }

  /** The snoozes that hold now. */
  public List<Snooze> snoozesAt(long nowMs) {
    return snoozes.stream().filter(snooze -> snooze.isLiveAt(nowMs)).toList();
  }

  public Triage withSeen(List<Look> looks) {
    return copy(looks, claim, snoozes, watchers, reminded, moments);
  }

  public Triage withClaim(@Nullable Claim next) {
    return copy(seen, next, snoozes, watchers, reminded, moments);
  }

  public Triage withSnoozes(List<Snooze> next) {
    return copy(seen, claim, next, watchers, reminded, moments);
  }

  public Triage withWatchers(List<String> next) {
    return copy(seen, claim, snoozes, next, reminded, moments);
  }

  public Triage withMoments(Moments next) {
    return copy(seen, claim, snoozes, watchers, reminded, next);
  }

  /** It was told once more that nobody has looked. */
  public Triage remindedOnceMore() {
    return copy(seen, claim, snoozes, watchers, reminded + 1, moments);
  }

  private Triage copy(
      List<Look> looks,
      @Nullable Claim nextClaim,
      List<Snooze> nextSnoozes,
      List<String> nextWatchers,
      int nextReminded,
      Moments nextMoments) {
    return new Triage(
        key,
        gateId,
        kind,
        runKey,
        runId,
        sessionKey,
        sessionId,
        tenantId,
        looks,
        nextClaim,
        nextSnoozes,
        nextWatchers,
        nextReminded,
        comments,
        entries,
        late,
        rows,
        nextMoments);
  }

  /** The log has one entry more. */
  public Triage plus(TriageEntry entry) {
    boolean comment = entry.change() == GateChange.COMMENTED;
    return logged(comments + (comment ? 1 : 0), entries + 1, late, rows);
  }

  /** An entry was removed from the log; comments are never. */
  public Triage minusEntry() {
    return logged(comments, entries - 1, late, rows);
  }

  /** Other late answers are in the log now. */
  public Triage withLate(List<LateAnswer> next) {
    return logged(comments, entries, next, rows);
  }

  /** One more row of the journal tells of it. */
  public Triage toldIn(long row) {
    return logged(comments, entries, late, Stream.concat(rows.stream(), Stream.of(row)).toList());
  }

  private Triage logged(
      int nextComments, int nextEntries, List<LateAnswer> nextLate, List<Long> nextRows) {
    return new Triage(
        key,
        gateId,
        kind,
        runKey,
        runId,
        sessionKey,
        sessionId,
        tenantId,
        seen,
        claim,
        snoozes,
        watchers,
        reminded,
        nextComments,
        nextEntries,
        nextLate,
        nextRows,
        moments);
  }
}
