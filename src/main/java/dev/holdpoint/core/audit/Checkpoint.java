package dev.holdpoint.core.audit;

import org.jspecify.annotations.Nullable;

/**
 * How far the ledger had come: a run's chain, the key that signs from here on, or what was lost.
 * All checkpoints are one chain, so that neither a cut tail nor a missing run goes unseen.
 */
public record Checkpoint(
    long sequence, String id, long atMs, String ledgerId, Subject subject, Seal seal) {

  public sealed interface Subject {}

  /** A run's chain has so many records, of which this is the last. */
  public record OfRun(long runKey, String runId, String sessionId, int count, String lastHash)
      implements Subject {}

  /**
   * From the next record on this key signs; the record itself is signed by the key before, or by
   * the first key itself.
   *
   * @param publicKey base64url
   */
  public record OfKey(String keyId, String publicKey) implements Subject {}

  /**
   * The ledger lacks commits from here on, and a person has let them go.
   *
   * @param commits how many
   * @param sinceMs the last that is there was made then; 0 when none is
   * @param untilMs the last that is gone was made then
   */
  public record OfLoss(long commits, long sinceMs, long untilMs) implements Subject {}

  /** The same under another seal. */
  public Checkpoint under(Seal other) {
    return new Checkpoint(sequence, id, atMs, ledgerId, subject, other);
  }

  public @Nullable OfLoss loss() {
    return subject instanceof OfLoss loss ? loss : null;
  }

  public @Nullable OfRun run() {
    return subject instanceof OfRun run ? run : null;
  }

  public @Nullable OfKey key() {
    return subject instanceof OfKey key ? key : null;
  }
}
