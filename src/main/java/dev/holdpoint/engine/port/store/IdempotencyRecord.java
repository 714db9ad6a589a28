package dev.holdpoint.engine.port.store;

/**
 * A call that was made under an idempotency key, and what it was answered with.
 *
 * @param key of the row, in order of time, so that old ones are dropped from one end
 * @param scope hash of principal, operation, path and the caller's key
 * @param fingerprint hash of what was sent
 * @param shownKey the run or session that the answer showed; 0 for none
 */
public record IdempotencyRecord(long key, String scope, String fingerprint, long shownKey) {}
