package dev.holdpoint.core.agent;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * The session in which a client asks that names none.
 *
 * @param key the session's
 * @param name the same for no two: of who calls and what the client calls itself
 */
public record ClientSession(long key, String name) implements StoredRecord {
  public static final RecordKind<ClientSession> KIND = RecordKind.uncached(25, ClientSession.class);
}
