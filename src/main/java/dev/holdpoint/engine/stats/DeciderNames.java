package dev.holdpoint.engine.stats;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.port.store.Queries;

/** The person behind what a decision is signed with. */
final class DeciderNames {
  private DeciderNames() {}

  /**
   * The principal of an approver key, or the name itself. A key that is gone is named as it was: it
   * decided all the same.
   */
  static String person(Queries queries, String by) {
    if (!by.startsWith(ApproverKey.BY)) {
      return by;
    }
    String id = by.substring(ApproverKey.BY.length());
    return Ulid.keyOf(ApproverKey.PREFIX, id).stream()
        .mapToObj(key -> queries.kept(ApproverKey.KIND, key))
        .filter(key -> key != null && key.id().equals(id))
        .map(ApproverKey::principal)
        .findFirst()
        .orElse(by);
  }
}
