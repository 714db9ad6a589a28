package dev.holdpoint.core.session;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/** A name from outside, such as a chat or a ticket, that leads to one session for good. */
public record BindingKey(
    long key, String tenantId, String value, long sessionKey, String sessionId, long boundAtMs)
    implements StoredRecord {
  public static final String PREFIX = "bnd_";
  public static final RecordKind<BindingKey> KIND = new RecordKind<>(5, BindingKey.class);

  /** Each tenant has names of its own. */
  public static String name(String tenantId, String value) {
    return tenantId + "\n" + value;
  }

  @Override
  public String name() {
    return name(tenantId, value);
  }

  @Override
  public String group() {
    return sessionId;
  }
}
