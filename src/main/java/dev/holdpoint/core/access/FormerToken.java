package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * What is left of a token that was revoked: whose it was. Runs and schedules name the token that
 * made them, and whoever asked for something stays its requester.
 */
public record FormerToken(long key, String id, String principal) implements StoredRecord {
  public static final RecordKind<FormerToken> KIND = new RecordKind<>(27, FormerToken.class);
}
