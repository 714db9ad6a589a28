package dev.holdpoint.engine.inbox;

import dev.holdpoint.core.access.Holder;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.inbox.InboxSort;
import dev.holdpoint.engine.port.store.GateRow;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which gates a caller asks for, and in which order.
 *
 * @param sessionKey null for all sessions
 * @param above only keys above this one
 * @param below only keys below this one
 * @param expiresBy only pending gates whose deadline is at this time or before; null for all
 * @param tenantId null for all tenants
 * @param own whose sessions alone exist for the caller; null for all
 */
public record InboxWish(
    Set<GateKind> kinds,
    Set<GateState.Status> statuses,
    @Nullable Long sessionKey,
    long above,
    long below,
    InboxSort sort,
    @Nullable Long expiresBy,
    @Nullable String tenantId,
    @Nullable Holder own,
    List<InboxFilter> filters) {
  public InboxWish {
    kinds = Set.copyOf(kinds);
    statuses = Set.copyOf(statuses);
    filters = List.copyOf(filters);
  }

  /** All that waits in the caller's sight. */
  static InboxWish waiting(@Nullable String tenantId, @Nullable Holder own) {
    return new InboxWish(
        EnumSet.allOf(GateKind.class),
        Set.of(GateState.Status.PENDING),
        null,
        0,
        Long.MAX_VALUE,
        InboxSort.OLDEST,
        null,
        tenantId,
        own,
        List.of());
  }

  /** Whether settled gates are sorted by when they were settled. */
  boolean isBySettlement() {
    return sort == InboxSort.NEWEST && !statuses.contains(GateState.Status.PENDING);
  }

  /** Whether an index has the rows in this order. */
  boolean isByKey() {
    return expiresBy == null
        && (sort == InboxSort.OLDEST || (sort == InboxSort.NEWEST && !isBySettlement()));
  }

  /** Whether an index has these rows and no others, in this order. */
  boolean isPlain() {
    return isByKey() && tenantId == null && own == null && filters.isEmpty();
  }

  /** At which end of all gates it begins to look. */
  boolean isFromOldest() {
    return sort == InboxSort.OLDEST
        || (sort != InboxSort.NEWEST && statuses.equals(Set.of(GateState.Status.PENDING)));
  }

  /** The tenant whose approvals an index has; null for all tenants, and for the root tenant. */
  @Nullable String ofTenant() {
    return tenantId == null ? null : Tenants.nullIfRoot(tenantId);
  }

  /** Whether the row is of these, as far as the row itself says. */
  boolean takes(GateRow row) {
    Long deadline = row.expiresAtMs();
    return kinds.contains(row.kind())
        && statuses.contains(row.status())
        && (sessionKey == null || sessionKey == row.sessionKey())
        && row.key() > above
        && row.key() < below
        && (expiresBy == null
            || (row.status() == GateState.Status.PENDING
                && deadline != null
                && deadline <= expiresBy))
        && (tenantId == null || Objects.equals(ofTenant(), row.tenantId()));
  }
}
