package dev.holdpoint.core.audit;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * Which head of the ledger the witness at the configured address has, and how far the next has
 * come. There is one for all nodes, so that a head is sent once. It is no part of the chain: to
 * send a head must not move it.
 *
 * @param target SHA-256 of the address
 * @param sinceMs when that address was first configured
 * @param sequence of the checkpoint whose head arrived last; 0 when none did
 * @param headHash its hash; empty when none arrived
 * @param lastOkAtMs null when none arrived
 * @param trial what is being sent, or failed and is sent again; null when nothing is
 */
public record WitnessMark(
    long key,
    String target,
    long sinceMs,
    long sequence,
    String headHash,
    @Nullable Long lastOkAtMs,
    @Nullable Trial trial)
    implements StoredRecord {
  public static final RecordKind<WitnessMark> KIND = RecordKind.uncached(41, WitnessMark.class);
  public static final long ONLY = 1;

  /** Who is away longer with a head has met an end. */
  public static final long LONGEST_MS = 60_000;

  /**
   * One head on its way.
   *
   * @param id by which the receiver knows it again
   * @param strikes how many attempts in a row have failed
   * @param node whose attempt it is, by its epoch
   * @param away whether a node is sending it now
   * @param untilMs while it is away, when that counts as lost; else when it is sent again
   */
  public record Trial(
      String id,
      long sequence,
      String headHash,
      int strikes,
      long node,
      boolean away,
      long untilMs) {}

  public static WitnessMark of(String target, long nowMs) {
    return new WitnessMark(ONLY, target, nowMs, 0, "", null, null);
  }

  /** Whether the receiver has the ledger's end. */
  public boolean has(Checkpoint head) {
    return head.sequence() == sequence && head.seal().recordHash().equals(headHash);
  }

  /**
   * Whether this head should be sent now. Who sends one at this moment is not disturbed.
   *
   * @param early also before the period is over
   */
  public boolean isDue(Checkpoint head, long nowMs, long everyMs, boolean early) {
    if (has(head)) {
      return false;
    }
    // A clock that was set back does not keep the witness waiting.
    if (trial != null && (trial.away || !early)) {
      return nowMs >= trial.untilMs || trial.untilMs - nowMs > Math.max(everyMs, LONGEST_MS);
    }
    return early || lastOkAtMs == null || nowMs < lastOkAtMs || nowMs >= lastOkAtMs + everyMs;
  }

  /**
   * An attempt begins.
   *
   * @param id of a head that was not tried before
   */
  public WitnessMark sending(Checkpoint head, String id, long node, long untilMs) {
    boolean again = trial != null && trial.headHash.equals(head.seal().recordHash());
    return with(
        new Trial(
            again && trial != null ? trial.id : id,
            head.sequence(),
            head.seal().recordHash(),
            trial == null ? 0 : trial.strikes,
            node,
            true,
            untilMs));
  }

  public WitnessMark arrived(Trial what, long nowMs) {
    return new WitnessMark(key, target, sinceMs, what.sequence, what.headHash, nowMs, null);
  }

  public WitnessMark failed(Trial what, long againAtMs) {
    return with(
        new Trial(
            what.id, what.sequence, what.headHash, what.strikes + 1, what.node, false, againAtMs));
  }

  /** Nobody sends it any more, whatever became of the attempt. */
  public WitnessMark abandoned(long nowMs) {
    return trial == null || !trial.away
        ? this
        : with(
            new Trial(
                trial.id, trial.sequence, trial.headHash, trial.strikes, trial.node, false, nowMs));
  }

  private WitnessMark with(Trial next) {
    return new WitnessMark(key, target, sinceMs, sequence, headHash, lastOkAtMs, next);
  }
}
