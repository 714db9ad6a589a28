package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether anything depends on a tenant, as earlier works of the same transaction left it. */
final class TenantUse {
  private TenantUse() {}

  static void checkFree(Change change, Tenant tenant) {
    String id = tenant.id();
    Session session = change.ledger().sessionOf(id);
    refuse(session == null ? null : session.conversationId(), "conversations");
    Tenant child = any(change, Tenant.KIND, id, _ -> true);
    refuse(child == null ? null : child.id(), "tenants below it");
    ServiceKey service = any(change, ServiceKey.KIND, id, key -> !key.isRevoked());
    refuse(service == null ? null : service.id(), "service keys that are not revoked");
    ApproverKey approver =
        any(change, ApproverKey.KIND, id, key -> key.state() != ApproverKey.State.REVOKED);
    refuse(approver == null ? null : approver.id(), "approver keys that are not revoked");
    refuse(
        change.queries().tokens().stream()
            .filter(token -> token.tenantId().equals(id))
            .map(Token::id)
            .findFirst()
            .orElse(null),
        "tokens");
    refuse(
        change.group(Group.KIND, null).stream()
            .filter(group -> group.tenantId().equals(id))
            .map(Group::id)
            .findFirst()
            .orElse(null),
        "groups");
    refuse(
        change.group(StoredPolicy.KIND, null).stream()
            .filter(policy -> id.equals(policy.draft().tenantId()))
            .map(StoredPolicy::id)
            .findFirst()
            .orElse(null),
        "approval policies of their own");
  }

  private static void refuse(@Nullable String inTheWay, String what) {
    if (inTheWay != null) {
      throw Problem.RESOURCE_IN_USE
          .because(
              "The tenant has %s, for example conflicting_resource_id. Remove or revoke them first."
                  .formatted(what))
          .inFavourOf(inTheWay)
          .asException();
    }
  }

  private static <T extends StoredRecord> @Nullable T any(
      Change change, RecordKind<T> shelf, String group, Predicate<T> counts) {
    Stream<T> stored =
        RecordWalk.of(change.queries(), shelf, group).map(one -> change.kept(shelf, one.key()));
    return Stream.concat(change.ledger().fresh(shelf), stored)
        .filter(one -> one != null && one.group().equals(group) && counts.test(one))
        .findFirst()
        .orElse(null);
  }
}
