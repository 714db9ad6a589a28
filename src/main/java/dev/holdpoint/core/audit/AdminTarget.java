package dev.holdpoint.core.audit;

import java.util.Arrays;
import java.util.Optional;

/** What acts of administration are about. Stored by its wire name: append only. */
public enum AdminTarget {
  TOKEN_CREATE("token.create"),
  TOKEN_REVOKE("token.revoke"),
  TOKEN_CHANGE("token.change"),
  APPROVER_KEY_CREATE("approver_key.create"),
  APPROVER_KEY_RETIRE("approver_key.retire"),
  APPROVER_KEY_REVOKE("approver_key.revoke"),
  PASSKEY_CREATE("passkey.create"),
  PASSKEY_REMOVE("passkey.remove"),
  ENROLLMENT_CREATE("enrollment.create"),
  ENROLLMENT_USE("enrollment.use"),
  ENROLLMENT_REVOKE("enrollment.revoke"),
  SERVICE_KEY_CREATE("service_key.create"),
  SERVICE_KEY_REVOKE("service_key.revoke"),
  TENANT_CREATE("tenant.create"),
  TENANT_SUSPEND("tenant.suspend"),
  TENANT_RESUME("tenant.resume"),
  TENANT_REMOVE("tenant.remove"),
  POLICY_CHANGE("policy.change"),
  RULE_CREATE("rule.create"),
  RULE_REVOKE("rule.revoke"),
  GRANT_CREATE("grant.create"),
  SECRET_PUT("secret.put"),
  SECRET_REMOVE("secret.remove"),
  SECRET_LIST("secret.list"),
  VAULT_ROTATE("vault.rotate"),
  AUDIT_ROTATE_KEY("audit.rotate_key"),
  AUDIT_EXPORT("audit.export"),
  RECEIPT_READ("receipt.read"),
  BACKUP_MAKE("backup.make"),
  BACKUP_RESTORE("backup.restore"),
  DEBUG_READ("debug.read"),
  RUNS_PRUNE("runs.prune"),
  SESSION_SHARE("session.share"),
  SESSION_REMOVE("session.remove"),
  NOTIFICATION_CREATE("notification.create"),
  NOTIFICATION_REMOVE("notification.remove"),
  SCHEDULE_CREATE("schedule.create"),
  SCHEDULE_CHANGE("schedule.change"),
  SCHEDULE_REMOVE("schedule.remove"),
  PERSONA_CREATE("persona.create"),
  PERSONA_CHANGE("persona.change"),
  PERSONA_REMOVE("persona.remove"),
  NODE_DRAIN("node.drain"),
  NODE_RESUME("node.resume"),
  SIGN_IN_LINK("sign_in.link"),
  SIGN_IN_OPEN("sign_in.open"),
  SIGN_IN_END("sign_in.end"),
  SIGN_IN_REFUSED("sign_in.refused"),
  ACCESS_DENIED("access.denied"),
  DAEMON_START("daemon.start"),
  STATE_ADOPTED("state.adopted");

  private final String wire;

  AdminTarget(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }

  public static Optional<AdminTarget> named(String wire) {
    return Arrays.stream(values()).filter(one -> one.wire.equals(wire)).findFirst();
  }
}
