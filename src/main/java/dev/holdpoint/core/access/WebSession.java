package dev.holdpoint.core.access;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * A browser that may come in for somebody: first as a link that opens once, then as a cookie. Only
 * the hash of what opens it is kept.
 *
 * @param ownerId whose it is: the id of a token, or {@link #ADMIN}
 * @param adminMark a keyed fingerprint of the admin token it was made for; null for a token's
 * @param sha256 of the link's code while it is offered, of the cookie's secret once it is open
 * @param untilMs from then on it is good for nothing
 * @param openedAtMs null while it is offered
 * @param providerSession the id of the identity provider's own session, by which it ends this one;
 *     null where there is none
 */
public record WebSession(
    long key,
    String id,
    String ownerId,
    @Nullable String adminMark,
    String sha256,
    long untilMs,
    long createdAtMs,
    @Nullable Long openedAtMs,
    @Nullable String providerSession)
    implements StoredRecord {
  public static final String PREFIX = "web_";
  public static final RecordKind<WebSession> KIND = new RecordKind<>(24, WebSession.class);

  /** Who the operator is; no token has such an id. */
  public static final String ADMIN = "admin";

  @Override
  public String name() {
    return sha256;
  }

  @Override
  public String group() {
    return ownerId;
  }

  @Override
  public Long dueAtMs() {
    return untilMs;
  }

  public boolean isOpen() {
    return openedAtMs != null;
  }

  /** A deadline belongs to the past: at that very millisecond it is too late. */
  public boolean isOver(long nowMs) {
    return nowMs >= untilMs;
  }

  public WebSession opened(String secretSha256, long nowMs, long openUntilMs) {
    return new WebSession(
        key,
        id,
        ownerId,
        adminMark,
        secretSha256,
        openUntilMs,
        createdAtMs,
        nowMs,
        providerSession);
  }
}
