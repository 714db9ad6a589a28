package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.access.Principals;
import dev.holdpoint.engine.commit.Change;
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
   * The approval with those yeses alone that would still be taken: the policy may have changed, or
   * a key may have been revoked, since they were said. What came with one that does not count any
   * more has to be supplied again.
   */
  static Approval recounted(Change change, Run run, Approval approval, ApprovalPolicy policy) {
    if (!(approval.state() instanceof ApprovalState.Pending pending)
        || pending.endorsements().isEmpty()) {
      return approval;
    }
    List<Endorsement> counted =
        distinct(
            pending.endorsements().stream()
                .filter(yes -> counts(change, run, yes, policy))
                .toList());
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

  private static boolean counts(Change change, Run run, Endorsement yes, ApprovalPolicy policy) {
    if (!policy.requesterMayApprove() && isRequester(change, run, yes.principal())) {
      return false;
    }
    if (!yes.by().startsWith(ApproverKey.BY)) {
      return !policy.signatureRequired();
    }
    ApproverKey key = key(change, yes.by().substring(ApproverKey.BY.length()));
    return key != null && key.state() != ApproverKey.State.REVOKED;
  }

  static @Nullable ApproverKey key(Change change, String id) {
    OptionalLong at = Ulid.keyOf(ApproverKey.PREFIX, id);
    ApproverKey key = at.isPresent() ? change.kept(ApproverKey.KIND, at.getAsLong()) : null;
    return key != null && key.id().equals(id) ? key : null;
  }

  /**
   * Whether the principal submitted the run. The run knows them by name, whatever became of their
   * token; a run from before knows the token alone. Users are known by the subject of their token.
   */
  static boolean isRequester(Change change, Run run, String principal) {
    String by = run.head().submittedBy();
    String kept = run.head().principal();
    String requester = kept == null ? Principals.ofToken(change, by) : kept;
    return (requester != null && PrincipalName.isSame(principal, requester))
        || PrincipalName.isSame(principal, by)
        || PrincipalName.isSame(Tenants.USER + principal, by);
  }
}
