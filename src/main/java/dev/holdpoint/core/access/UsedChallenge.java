package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * That a challenge was answered, so that nobody answers it again. It is kept until long after the
 * challenge has expired: the clocks of nodes differ.
 *
 * @param sha256 of the challenge
 */
public record UsedChallenge(long key, String sha256, long untilMs) implements StoredRecord {
  public static final String PREFIX = "chl_";
  public static final RecordKind<UsedChallenge> KIND = RecordKind.uncached(54, UsedChallenge.class);

  @Override
  public String name() {
    return sha256;
  }

  @Override
  public Long dueAtMs() {
    return untilMs;
  }
}
