package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.policy.GatePolicy;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.GatePolicies;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.secret.ApprovalSecrets;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who counts where several have to say yes. */
final class Quorum {
  private Quorum() {}

  /**
   * The approval with those yeses alone that would still be taken: the policy may have changed, a
   * rule may want a passkey, or a key may have been revoked, since they were said. What came with
   * one that does not count any more has to be supplied again.
   */
  static Approval recounted(Change change, PolicyBook book, Run run, Approval approval) {
    if (!(approval.state() instanceof ApprovalState.Pending pending)
        || pending.endorsements().isEmpty()) {
      return approval;
    }
    GatePolicy found = GatePolicies.of(book, run, approval);
    GatePolicy policy =
        Rulebook.wantsPasskey(change, run, run.call(approval.callId())) ? found.steppedUp() : found;
    List<Endorsement> counted =
        distinct(
            pending.endorsements().stream().filter(yes -> counts(change, policy, yes)).toList());
    if (counted.size() == pending.endorsements().size()) {
      return approval;
    }
    ApprovalSecrets.drop(change, run, approval);
    return approval.endorsedBy(counted);
  }

  /** Two that were told apart when they said it, and are one by the form that counts now. */
  private static List<Endorsement> distinct(List<Endorsement> all) {
    Set<String> principals = new HashSet<>();
    return all.stream()
        .filter(yes -> principals.add(PrincipalName.folded(yes.principal())))
        .toList();
  }

  private static boolean counts(Change change, GatePolicy policy, Endorsement yes) {
    if (!policy.requesterMayApprove()
        && policy.gate().requesters().stream()
            .anyMatch(name -> PrincipalName.isSame(name, yes.principal()))) {
      return false;
    }
    if (policy.stepUp() && !isByPasskey(yes)) {
      return false;
    }
    if (!yes.by().startsWith(ApproverKey.BY)) {
      return !policy.signatureRequired();
    }
    ApproverKey key = key(change, yes.by().substring(ApproverKey.BY.length()));
    return key != null && key.state() != ApproverKey.State.REVOKED;
  }

  /** What was sent was verified before it was counted. */
  private static boolean isByPasskey(Endorsement yes) {
    return JsonTree.of(yes.sent())
        .path("signature")
        .path("algorithm")
        .asString("")
        .equals(Algorithm.WEBAUTHN.wire());
  }

  static @Nullable ApproverKey key(Change change, String id) {
    OptionalLong at = Ulid.keyOf(ApproverKey.PREFIX, id);
    ApproverKey key = at.isPresent() ? change.kept(ApproverKey.KIND, at.getAsLong()) : null;
    return key != null && key.id().equals(id) ? key : null;
  }
}
