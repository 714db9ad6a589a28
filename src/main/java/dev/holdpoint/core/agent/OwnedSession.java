package dev.holdpoint.core.agent;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * That a session of an agent was made for a client that may name no others. Agents keep their
 * sessions for years, and for everyone: this is how the client comes to its own again.
 *
 * @param name the same for no two: of the agent, its session and the owner
 * @param owner the client's principal, in the form by which names are compared
 */
public record OwnedSession(long key, String name, String owner) implements StoredRecord {
  public static final RecordKind<OwnedSession> KIND = RecordKind.uncached(28, OwnedSession.class);

  @Override
  public String group() {
    return owner;
  }
}
