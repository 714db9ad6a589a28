package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.core.audit.AdminTarget;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * PF-42: every operation that is for admins alone has its target, or says why it needs none. A new
 * one is named here, and its record in {@link AdminRecordsTest} or in the tour.
 */
class AdminEndpointsTest {
  private static final String TARGETS =
      """
      createToken            token.create
      changeToken            token.change
      revokeToken            token.revoke
      makeBackup             backup.make
      rotateAuditKey         audit.rotate_key
      rotateVaultKey         vault.rotate
      createGroup            policy.change
      changeGroup            policy.change
      changeGroupMembers     policy.change
      removeGroup            policy.change
      createPolicy           policy.change
      replacePolicy          policy.change
      removePolicy           policy.change
      drainNode              node.drain
      resumeNode             node.resume
      endWebSession          sign_in.end
      inviteApprover         enrollment.create
      revokeEnrollment       enrollment.revoke
      createTenant           tenant.create
      removeTenant           tenant.remove
      suspendTenant          tenant.suspend
      resumeTenant           tenant.resume
      putApprovalPolicy      policy.change
      createServiceKey       service_key.create
      revokeServiceKey       service_key.revoke
      createApproverKey      approver_key.create
      retireApproverKey      approver_key.retire
      revokeApproverKey      approver_key.revoke
      """;

  /** They change nothing, and show names and states alone. */
  private static final Set<String> PLAIN_READS =
      Set.of(
          "listTokens",
          "listTenants",
          "getTenant",
          "getApprovalPolicy",
          "listServiceKeys",
          "listApproverKeys",
          "listRefusedAssertions",
          "listEnrollments",
          "listWebSessions",
          "getVault");

  @Test
  void PF_42_an_operation_for_admins_has_a_target() {
    Map<String, String> targets = new TreeMap<>();
    TARGETS.lines().map(line -> line.split(" +")).forEach(line -> targets.put(line[0], line[1]));
    Set<String> admins =
        Endpoints.ALL.stream()
            .filter(endpoint -> endpoint.access() == Access.ADMIN)
            .map(Endpoint::id)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> known = new TreeSet<>(targets.keySet());
    known.addAll(PLAIN_READS);

    assertThat(admins).as("operations for admins alone").isEqualTo(known);
    targets.values().forEach(target -> assertThat(AdminTarget.named(target)).isPresent());
  }
}
