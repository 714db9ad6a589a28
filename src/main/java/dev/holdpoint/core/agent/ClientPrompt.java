package dev.holdpoint.core.agent;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * Where a client that comes back finds what it has asked.
 *
 * @param name of the session and the client's own name for the request, or of the session and what
 *     is asked
 * @param fingerprint of what is asked
 * @param untold whether nobody was given the decision yet, which then answers the same request
 *     once; false in records of before
 */
public record ClientPrompt(
    long key,
    String name,
    String sessionId,
    String fingerprint,
    long runKey,
    String runId,
    boolean untold)
    implements StoredRecord {
  public static final String PREFIX = "cpr_";
  public static final RecordKind<ClientPrompt> KIND = RecordKind.uncached(26, ClientPrompt.class);

  @Override
  public String group() {
    return sessionId;
  }

  /** The same request, asked anew. */
  public ClientPrompt by(String asked, long run, String id, boolean waits) {
    return new ClientPrompt(key, name, sessionId, asked, run, id, waits);
  }

  /** The same, given to the asker. */
  public ClientPrompt told() {
    return new ClientPrompt(key, name, sessionId, fingerprint, runKey, runId, false);
  }
}
