package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A credential of an authenticator. One that somebody registered for themselves stands here alone,
 * and is nobody's approver key: it signs its owner in, and proves that they are there. One that an
 * admin invited is an {@link ApproverKey} of the same id too, and only that record decides.
 *
 * @param ownerId whose it is: the id of a token, {@link WebSession#ADMIN}, or {@link #NOBODY} for
 *     an invited approver without a token
 * @param adminMark a keyed fingerprint of the admin token it was made for; null for others
 * @param credentialId in base64url, unique
 * @param cose the public key as the authenticator gave it, in base64url
 * @param publicKey the same as SPKI, in base64url
 * @param mayBackUp whether the authenticator may copy it elsewhere
 * @param signCount 0 where the authenticator keeps none
 */
public record Passkey(
    long key,
    String id,
    String ownerId,
    @Nullable String adminMark,
    String tenantId,
    String principal,
    @Nullable String displayName,
    String credentialId,
    String cose,
    String publicKey,
    String rpId,
    List<String> transports,
    String aaguid,
    boolean mayBackUp,
    boolean backedUp,
    long signCount,
    boolean invited,
    long createdAtMs,
    @Nullable Long usedAtMs)
    implements StoredRecord {
  public static final RecordKind<Passkey> KIND = RecordKind.uncached(53, Passkey.class);

  /** No token has such an id. */
  public static final String NOBODY = "nobody";

  /** Of one principal. */
  public static final int MOST = 20;

  public Passkey {
    transports = List.copyOf(transports);
  }

  @Override
  public String name() {
    return credentialId;
  }

  @Override
  public String group() {
    return ownerId;
  }

  /** Whether it signs somebody in and counts as their presence. */
  public boolean isOwned() {
    return !ownerId.equals(NOBODY);
  }

  /** What it may be used for, as it is shown. */
  public List<String> uses() {
    List<String> uses = new ArrayList<>();
    if (isOwned()) {
      uses.add("sign_in");
      uses.add("step_up");
    }
    if (invited) {
      uses.add("approve");
    }
    return uses;
  }

  /** Whether a use with this count comes after the one before; a copy of the key shows here. */
  public boolean isLater(long count) {
    return (signCount == 0 && count == 0) || count > signCount;
  }

  public Passkey used(long count, boolean backed, long nowMs) {
    return with(displayName, count, backed, nowMs);
  }

  public Passkey called(@Nullable String name) {
    return with(name, signCount, backedUp, usedAtMs);
  }

  private Passkey with(@Nullable String name, long count, boolean backed, @Nullable Long atMs) {
    return new Passkey(
        key,
        id,
        ownerId,
        adminMark,
        tenantId,
        principal,
        name,
        credentialId,
        cose,
        publicKey,
        rpId,
        transports,
        aaguid,
        mayBackUp,
        backed,
        count,
        invited,
        createdAtMs,
        atMs);
  }
}
