package dev.holdpoint.engine.audit;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Enrollment;
import dev.holdpoint.core.access.Passkey;
import dev.holdpoint.core.access.RootPolicy;
import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.core.audit.Actor;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.core.delivery.Subscription;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.schedule.Schedule;
import dev.holdpoint.core.session.Persona;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionOwners;
import dev.holdpoint.engine.commit.AuditSealer;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.store.RecordChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What people administer. It follows from what a change leaves behind, so nothing of it can be
 * changed at whichever door without its record, nor recorded without being changed. What the daemon
 * does by itself is no act of administration.
 */
final class AdminChanges {
  /** What people administer. Of all other records nobody asks how they were before. */
  private static final Set<Class<?>> ADMINISTERED =
      Set.of(
          ApproverKey.class,
          ServiceKey.class,
          Tenant.class,
          PermissionRule.class,
          Persona.class,
          Schedule.class,
          Subscription.class,
          SessionOwners.class,
          WebSession.class,
          RootPolicy.class,
          StoredPolicy.class,
          Group.class,
          Passkey.class,
          Enrollment.class);

  private final Change change;

  private AdminChanges(Change change) {
    this.change = change;
  }

  static void follow(Change change, AuditSealer.Left left) {
    if (change.actor().equals(Actor.DAEMON)) {
      return;
    }
    AdminChanges told = new AdminChanges(change);
    told.tokens(left);
    Map<String, RecordChange<?>> last = new LinkedHashMap<>();
    for (RecordChange<?> one : left.shelved()) {
      last.put(one.shelf().code() + " " + one.record().key(), one);
    }
    last.values().forEach(told::record);
    for (Session session : left.removedSessions()) {
      told.tell(AdminTarget.SESSION_REMOVE, JsonTree.object().put("session_id", session.id()));
    }
    SecretActs.follow(change, left.secrets());
    Signer next = left.next();
    if (next != null) {
      told.tell(AdminTarget.AUDIT_ROTATE_KEY, JsonTree.object().put("key_id", next.keyId()));
    }
  }

  private void tokens(AuditSealer.Left left) {
    List<Token> gone = left.removedTokens();
    for (Token token : left.newTokens()) {
      boolean known = gone.stream().anyMatch(other -> other.key() == token.key());
      tell(known ? AdminTarget.TOKEN_CHANGE : AdminTarget.TOKEN_CREATE, of(token));
    }
    for (Token token : gone) {
      if (left.newTokens().stream().noneMatch(other -> other.key() == token.key())) {
        tell(AdminTarget.TOKEN_REVOKE, of(token));
      }
    }
  }

  private <T extends StoredRecord> void record(RecordChange<T> one) {
    if (!ADMINISTERED.contains(one.record().getClass())) {
      return;
    }
    T before = change.ledger().before(one);
    if (before == null && one.gone()) {
      return;
    }
    switch (one.record()) {
      case ApproverKey key -> approverKey((ApproverKey) before, key);
      case ServiceKey key ->
          tell(
              before == null ? AdminTarget.SERVICE_KEY_CREATE : AdminTarget.SERVICE_KEY_REVOKE,
              JsonTree.object()
                  .put("key_id", key.id())
                  .put("tenant_id", key.tenantId())
                  .put("display_name", key.displayName()));
      case Tenant tenant -> tenant((Tenant) before, tenant, one.gone());
      case PermissionRule rule -> rule(before == null, rule, one.gone());
      case Persona persona ->
          tell(
              of(
                  before,
                  one.gone(),
                  AdminTarget.PERSONA_CREATE,
                  AdminTarget.PERSONA_CHANGE,
                  AdminTarget.PERSONA_REMOVE),
              JsonTree.object().put("persona_id", persona.id()));
      case Schedule schedule -> schedule((Schedule) before, schedule, one.gone());
      case Subscription to -> {
        if (before == null || one.gone()) {
          tell(
              one.gone() ? AdminTarget.NOTIFICATION_REMOVE : AdminTarget.NOTIFICATION_CREATE,
              JsonTree.object()
                  .put("notification_id", to.id())
                  .put("plugin", to.target().plugin()));
        }
      }
      case SessionOwners owners -> {
        // Sessions that no agent made have no owners until they are shared.
        List<String> earlier =
            before instanceof SessionOwners known ? known.sharedWith() : List.of();
        if (!one.gone() && !earlier.equals(owners.sharedWith())) {
          ObjectNode what = JsonTree.object().put("session_id", owners.sessionId());
          owners.sharedWith().forEach(what.putArray("token_ids")::add);
          tell(AdminTarget.SESSION_SHARE, what);
        }
      }
      case WebSession visit -> visit((WebSession) before, visit, one.gone());
      case RootPolicy root -> rootPolicy((RootPolicy) before, root, one.gone());
      case StoredPolicy policy ->
          policy(PolicyChange.of((StoredPolicy) before, one.gone() ? null : policy));
      case Group group -> policy(PolicyChange.of((Group) before, one.gone() ? null : group));
      case Passkey passkey -> {
        if (before == null || one.gone()) {
          tell(one.gone() ? AdminTarget.PASSKEY_REMOVE : AdminTarget.PASSKEY_CREATE, of(passkey));
        }
      }
      case Enrollment invitation -> enrollment((Enrollment) before, invitation, one.gone());
      default -> throw new IllegalStateException("not told: " + one.record().getClass());
    }
  }

  private void approverKey(@Nullable ApproverKey before, ApproverKey key) {
    if (before == null) {
      tell(AdminTarget.APPROVER_KEY_CREATE, of(key, passkey(key)));
    } else if (before.state() != key.state()) {
      tell(
          key.state() == ApproverKey.State.REVOKED
              ? AdminTarget.APPROVER_KEY_REVOKE
              : AdminTarget.APPROVER_KEY_RETIRE,
          of(key, passkey(key)));
    }
  }

  private @Nullable Passkey passkey(ApproverKey key) {
    return change.kept(Passkey.KIND, key.key());
  }

  private void tenant(@Nullable Tenant before, Tenant now, boolean gone) {
    ObjectNode what = JsonTree.object().put("tenant_id", now.id());
    if (before == null || gone) {
      tell(
          gone ? AdminTarget.TENANT_REMOVE : AdminTarget.TENANT_CREATE,
          what.put("display_name", now.displayName()));
      return;
    }
    if (!Objects.equals(before.suspendedAtMs(), now.suspendedAtMs())) {
      tell(now.isSuspended() ? AdminTarget.TENANT_SUSPEND : AdminTarget.TENANT_RESUME, what);
    }
    if (!before.policy().equals(now.policy())) {
      ObjectNode changed = JsonTree.object().put("tenant_id", now.id());
      changed.set("before", of(before.policy()));
      changed.set("after", of(now.policy()));
      tell(AdminTarget.POLICY_CHANGE, changed);
    }
  }

  /** That a rule was used is no act; patterns may quote a command, so they are left out. */
  private void rule(boolean isNew, PermissionRule rule, boolean gone) {
    if (!isNew && !gone) {
      return;
    }
    ObjectNode what =
        JsonTree.object()
            .put("rule_id", rule.id())
            .put("behavior", rule.behavior().name().toLowerCase(Locale.ROOT))
            .put("tenant_id", rule.tenantId())
            .put("tool", rule.toolPattern())
            .put("scope", rule.scope().kind().name().toLowerCase(Locale.ROOT));
    if (rule.scope().kind() != PermissionRule.ScopeKind.USER) {
      what.put("scope_id", rule.scope().id());
    }
    if (rule.expiresAtMs() != null) {
      what.put("expires_at_ms", rule.expiresAtMs());
    }
    if (rule.maxUses() != null) {
      what.put("max_uses", rule.maxUses());
    }
    if (rule.stepUp()) {
      what.put("step_up", "passkey");
    }
    if (rule.approvalId() != null) {
      what.put("approval_id", rule.approvalId());
    }
    tell(
        gone
            ? AdminTarget.RULE_REVOKE
            : rule.approvalId() == null ? AdminTarget.RULE_CREATE : AdminTarget.GRANT_CREATE,
        what);
  }

  /** That it has rung, or its next time, is no act. */
  private void schedule(@Nullable Schedule before, Schedule now, boolean gone) {
    if (before != null
        && !gone
        && before.trigger().equals(now.trigger())
        && before.content().equals(now.content())
        && before.enabled() == now.enabled()
        && before.overlap() == now.overlap()
        && before.misfire() == now.misfire()) {
      return;
    }
    tell(
        of(
            before,
            gone,
            AdminTarget.SCHEDULE_CREATE,
            AdminTarget.SCHEDULE_CHANGE,
            AdminTarget.SCHEDULE_REMOVE),
        JsonTree.object().put("schedule_id", now.id()).put("session_id", now.sessionId()));
  }

  private void visit(@Nullable WebSession before, WebSession now, boolean gone) {
    if (gone || before == null || before.openedAtMs() == null) {
      // Who signs in was nobody until now; who ends it for others need not be its owner.
      ChainRecords.administer(
          change,
          gone ? change.actor() : change.actor().orKnownAs(now.ownerId()),
          gone
              ? AdminTarget.SIGN_IN_END
              : now.openedAtMs() == null ? AdminTarget.SIGN_IN_LINK : AdminTarget.SIGN_IN_OPEN,
          ChainRecords.OK,
          JsonTree.object().put("web_session_id", now.id()).put("token_id", now.ownerId()));
    }
  }

  private void rootPolicy(@Nullable RootPolicy before, RootPolicy now, boolean gone) {
    ApprovalPolicy was = before == null ? RootPolicy.UNSET : before.policy();
    ApprovalPolicy is = gone ? RootPolicy.UNSET : now.policy();
    if (!was.equals(is)) {
      ObjectNode changed = JsonTree.object().put("tenant_id", Tenants.ROOT);
      changed.set("before", DecisionEvidence.of(was));
      changed.set("after", DecisionEvidence.of(is));
      tell(AdminTarget.POLICY_CHANGE, changed);
    }
  }

  private void policy(@Nullable ObjectNode changed) {
    if (changed != null) {
      tell(AdminTarget.POLICY_CHANGE, changed);
    }
  }

  /** That it was used, or is called otherwise, is no act. */
  private static ObjectNode of(Passkey passkey) {
    ObjectNode what =
        JsonTree.object()
            .put("key_id", passkey.id())
            .put("algorithm", Algorithm.WEBAUTHN.wire())
            .put("public_key", passkey.publicKey())
            .put("spki", passkey.publicKey())
            .put("credential_id", passkey.credentialId())
            .put("tenant_id", passkey.tenantId())
            .put("principal", passkey.principal());
    passkey.uses().forEach(what.putArray("uses")::add);
    return passkey.isOwned() ? what.put("token_id", passkey.ownerId()) : what;
  }

  private void enrollment(@Nullable Enrollment before, Enrollment now, boolean gone) {
    if (before != null && !gone && Objects.equals(before.keyId(), now.keyId())) {
      return;
    }
    ObjectNode what =
        JsonTree.object()
            .put("enrollment_id", now.id())
            .put("tenant_id", now.tenantId())
            .put("principal", now.principal());
    if (now.tokenId() != null) {
      what.put("token_id", now.tokenId());
    }
    if (now.keyId() != null) {
      what.put("key_id", now.keyId());
    }
    tell(
        of(
            before,
            gone,
            AdminTarget.ENROLLMENT_CREATE,
            AdminTarget.ENROLLMENT_USE,
            AdminTarget.ENROLLMENT_REVOKE),
        what);
  }

  private static AdminTarget of(
      @Nullable StoredRecord before,
      boolean gone,
      AdminTarget create,
      AdminTarget alter,
      AdminTarget remove) {
    return gone ? remove : before == null ? create : alter;
  }

  private void tell(AdminTarget target, ObjectNode what) {
    ChainRecords.administer(change, target, what);
  }

  static ObjectNode of(Token token) {
    ObjectNode what =
        JsonTree.object()
            .put("token_id", token.id())
            .put("name", token.name())
            .put("role", token.role().name().toLowerCase(Locale.ROOT))
            .put("tenant_id", token.tenantId())
            .put("principal", token.principal());
    if (token.expiresAtMs() != null) {
      what.put("expires_at_ms", token.expiresAtMs());
    }
    if (token.sessionAccess() != null) {
      what.put("session_access", token.sessionAccess().name().toLowerCase(Locale.ROOT));
    }
    return what;
  }

  /** Of a tenant; the root tenant has no deadline of its own. */
  static ObjectNode of(ApprovalPolicy policy) {
    return DecisionEvidence.of(policy).put("expires_after_ms", policy.expiresAfterMs());
  }

  static ObjectNode of(ApproverKey key, @Nullable Passkey passkey) {
    return DecisionEvidence.of(key, passkey)
        .put("tenant_id", key.tenantId())
        .put("principal", key.principal());
  }
}
