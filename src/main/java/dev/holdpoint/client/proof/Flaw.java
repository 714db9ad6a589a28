package dev.holdpoint.client.proof;

/** What can be wrong with an export. */
public enum Flaw {
  /** A line cannot be read, or stands where it must not. */
  MALFORMED,
  /** The record is not what its hash was made of. */
  CHANGED,
  BAD_SIGNATURE,
  /** Signed with a key that the checkpoint chain has not introduced, or not for that record. */
  UNKNOWN_KEY,
  /** The record does not follow the one before it, which names another hash. */
  BROKEN_LINK,
  /** Records are missing between two others. */
  REMOVED,
  /** The record stands behind one that came later. */
  REORDERED,
  /** Two records claim one place in the chain. */
  FORK,
  /** The record lies beyond what the checkpoints know of its run. */
  INSERTED,
  /** The end of a chain is missing. */
  TRUNCATED,
  /** Checkpoints speak of a run of which nothing is left. */
  MISSING_RUN,
  /** No checkpoint knows the run. */
  RUN_WITHOUT_CHECKPOINT,
  /** A checkpoint names another record at that place of the run. */
  CHECKPOINT_MISMATCH,
  /** The record was made by another ledger. */
  OTHER_LEDGER,
  /** The export ends too early, or has not as many records as it says. */
  INCOMPLETE,
  /** The checkpoint that is to be signed for the record is missing, not signed, or before it. */
  UNCOVERED,
  /** The evidence is not what the record holds the digest of, or belongs to no record. */
  EVIDENCE_MISMATCH,
  EVIDENCE_MISSING,
  /**
   * A signature in the evidence is not good, or its key was not introduced, or was revoked before.
   */
  APPROVER_SIGNATURE
}
