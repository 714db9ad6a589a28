package dev.holdpoint.core.session;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * Who an agent is. A session that is bound to a persona keeps it as it was then.
 *
 * @param capabilityScope what no session bound to it can go beyond; null for no bound
 */
public record Persona(
    long key,
    String id,
    String displayName,
    String instructions,
    @Nullable CapabilityScope capabilityScope,
    long createdAtMs,
    long updatedAtMs)
    implements StoredRecord {
  public static final String PREFIX = "per_";
  public static final RecordKind<Persona> KIND = new RecordKind<>(1, Persona.class);

  @Override
  public String name() {
    return id;
  }
}
