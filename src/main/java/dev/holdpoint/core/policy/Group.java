package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.List;
import java.util.Locale;

/**
 * A named list of people.
 *
 * @param tenantId whose policies may name it; those of every tenant may name a group of the root
 * @param members names of people, compared letter for letter
 * @param version from 1, one more with every change
 */
public record Group(
    long key,
    String id,
    String title,
    String tenantId,
    List<String> members,
    int version,
    String createdBy,
    long createdAtMs,
    long updatedAtMs)
    implements StoredRecord {
  public static final String PREFIX = "grp_";
  public static final int MOST = 1_000;
  public static final int MOST_MEMBERS = 1_000;

  /** A list without one of them could count too few, and a veto that is not seen is none. */
  public static final RecordKind<Group> KIND =
      new RecordKind<>(34, Group.class, MOST).alwaysComplete();

  /** The stored name of a group with this title: unique in its tenant without regard to case. */
  public static String nameOf(String tenantId, String title) {
    return tenantId + " " + title.toLowerCase(Locale.ROOT);
  }

  /** How policies find it: without regard to case. */
  public String folded() {
    return title.toLowerCase(Locale.ROOT);
  }

  @Override
  public String name() {
    return nameOf(tenantId, title);
  }

  public boolean isOfRoot() {
    return tenantId.equals(Tenants.ROOT);
  }
}
