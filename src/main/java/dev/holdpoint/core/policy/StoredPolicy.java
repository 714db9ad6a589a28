package dev.holdpoint.core.policy;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.Locale;
import java.util.Objects;

/**
 * A policy as it is kept: what was sent, its expression in the normal form.
 *
 * @param position its place in the one list of all policies, from 1
 * @param version from 1, one more with every change
 */
public record StoredPolicy(
    long key,
    String id,
    String title,
    int position,
    boolean enabled,
    PolicyDraft draft,
    int version,
    String createdBy,
    long createdAtMs,
    String updatedBy,
    long updatedAtMs)
    implements StoredRecord {
  public static final String PREFIX = "pol_";
  public static final int MOST = 200;

  /** A list without one of them would let through what it guards. */
  public static final RecordKind<StoredPolicy> KIND =
      new RecordKind<>(35, StoredPolicy.class, MOST).alwaysComplete();

  /** A document keeps no empty lists, and a policy has none: what was left out reads as one. */
  public StoredPolicy {
    draft = draft.withoutEmptyLists();
  }

  @Override
  public String name() {
    return title.toLowerCase(Locale.ROOT);
  }

  /** The same in another place of the list; that it moves is no new version. */
  public StoredPolicy at(int place) {
    return place == position
        ? this
        : new StoredPolicy(
            key,
            id,
            title,
            place,
            enabled,
            draft,
            version,
            createdBy,
            createdAtMs,
            updatedBy,
            updatedAtMs);
  }

  /**
   * The policy as gates are matched with it. Hours of a zone that this JDK does not know, after a
   * move to an older one, are always open: times come early rather than never, and the policy
   * holds.
   *
   * @throws IllegalStateException when what is stored cannot be read as a policy any more
   */
  public NamedPolicy named() {
    PolicyRules rules =
        Objects.requireNonNull(
            (draft.isZoneUnknown() ? draft.alwaysOpen() : draft).read(null).rules(),
            () -> "the stored policy " + id + " cannot be read");
    return new NamedPolicy(id, title, version, draft.tenantId(), enabled, draft.match(), rules);
  }
}
