package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * What somebody outside calls a tenant or a conversation.
 *
 * @param name the same for no two: the kind, whose names they are, and the name
 * @param holderId what it leads to
 */
public record ExternalId(long key, String name, String holderId) implements StoredRecord {
  public static final String PREFIX = "ext_";
  public static final RecordKind<ExternalId> KIND = new RecordKind<>(17, ExternalId.class);

  public static String ofTenant(String value) {
    return "tenant\n" + value;
  }

  /** Each tenant has names of its own for its conversations. */
  public static String ofConversation(String tenantId, String value) {
    return "conversation\n" + tenantId + "\n" + value;
  }

  @Override
  public String group() {
    return holderId;
  }
}
