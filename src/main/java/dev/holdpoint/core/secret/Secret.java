package dev.holdpoint.core.secret;

import org.jspecify.annotations.Nullable;

/**
 * A stored value: whose it is, under which name, and what the vault made of it.
 *
 * @param key also its version: a value that takes the place of another has a key of its own
 * @param owner a conversation, or the approver key that it belongs to
 * @param createdAtMs when the owner first had a value under this alias
 * @param heldFor the approval it was sent with, until that is settled; null for one that is in use
 */
public record Secret(
    long key,
    String owner,
    String alias,
    String tenantId,
    long createdAtMs,
    long updatedAtMs,
    Sealed sealed,
    @Nullable String heldFor) {

  public boolean isLive() {
    return heldFor == null;
  }

  /** What the ciphertext is bound to, so that it opens in its own place alone. */
  public String about() {
    return about(tenantId, owner, alias, key);
  }

  /** Each part comes with its length: no two places have the same text. */
  public static String about(String tenantId, String owner, String alias, long version) {
    StringBuilder text = new StringBuilder();
    for (String part : new String[] {tenantId, owner, alias, Long.toString(version)}) {
      text.append(part.length()).append(':').append(part).append(';');
    }
    return text.toString();
  }

  public Secret live(long nowMs, long aliasSinceMs) {
    return new Secret(key, owner, alias, tenantId, aliasSinceMs, nowMs, sealed, null);
  }

  public Secret sealed(Sealed anew) {
    return new Secret(key, owner, alias, tenantId, createdAtMs, updatedAtMs, anew, heldFor);
  }
}
