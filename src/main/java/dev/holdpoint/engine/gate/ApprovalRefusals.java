package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.gate.HeldDecision;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.standing.Judgement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Refusals of decisions on approvals that cannot be decided, or not any more. */
final class ApprovalRefusals {
  private ApprovalRefusals() {}

  /** The run does not wait any more: say what became of the approval, if it was one of its own. */
  static Refusal moved(Change change, Run run, List<String> requestIds) {
    for (int i = 0; i < requestIds.size(); i++) {
      Approval late = raised(change, run, requestIds.get(i));
      if (late != null && late.state() instanceof ApprovalState.Expired) {
        return expired(late).at("/resolutions/" + i + "/request_id", "has expired");
      }
    }
    Approval approval = raised(change, run, requestIds.getFirst());
    Refusal refusal =
        Problem.APPROVAL_STATE_CONFLICT
            .because(
                "The run is "
                    + run.status().wire()
                    + (run.state() instanceof RunState.Interrupted interrupted
                        ? " (" + interrupted.reason() + ")"
                        : "")
                    + " and is not waiting for an approval. Nothing was resolved.")
            .settled(settlement(change, approval));
    return approval == null
        ? refusal
        : refusal.at("/resolutions/0/request_id", "is not pending any more");
  }

  private static Refusal.@Nullable Settlement settlement(
      Change change, @Nullable Approval approval) {
    return approval == null
        ? null
        : Gates.settlement(approval, Revisions.successor(change, approval));
  }

  /** An approval that the run has asked for, in its open turn or before; null if it never did. */
  private static @Nullable Approval raised(Change change, Run run, String requestId) {
    return run.approval(requestId)
        .or(
            () ->
                Gates.approval(change.queries(), requestId)
                    .filter(found -> found.row().runKey() == run.key())
                    .map(Gates.Found::gate))
        .orElse(null);
  }

  static Refusal of(
      Change change, Problem problem, String pointer, Approval approval, SentDecision sent) {
    HeldDecision held = approval.held();
    if (problem == Problem.APPROVAL_EXPIRED && held != null) {
      return problem.because(
          "The deadline passed before the decision arrived. What is held was sent before it, and "
              + "takes effect. Nothing was resolved.");
    }
    if (problem == Problem.APPROVAL_EXPIRED) {
      return expired(approval);
    }
    if (problem == Problem.APPROVAL_HELD && held != null) {
      return problem
          .because(
              "%s has decided it, and that takes effect at %s. Until then they can undo it, and anyone who may can deny it. Nothing was resolved."
                  .formatted(held.by(), Instant.ofEpochMilli(held.untilMs())))
          .at(pointer, "is held")
          .held(new Refusal.Held(held.by(), held.atMs(), held.behavior(), held.untilMs()));
    }
    if (problem == Problem.APPROVAL_REVISION_CONFLICT) {
      return problem
          .because(
              "The request is revision "
                  + approval.revision()
                  + " with the digest "
                  + approval.digest()
                  + ". Review it again. Nothing was resolved.")
          .at(
              pointer.replace("request_id", unmet(sent.expected(), approval)),
              "is not that of the request")
          .inFavourOf(approval.id());
    }
    return notPending(change, pointer, approval);
  }

  /** Of a batch of which one waited before, and not after what time has done; null of others. */
  static @Nullable Refusal settledByTime(
      Change change, Run before, Run after, List<SentDecision> batch) {
    if (after.equals(before)) {
      return null;
    }
    for (int i = 0; i < batch.size(); i++) {
      Approval over = before.approval(batch.get(i).requestId()).orElse(null);
      Approval now = after.approval(batch.get(i).requestId()).orElse(over);
      if (over != null && now != null && over.isPending() && !now.isPending()) {
        return notPending(change, "/resolutions/" + i + "/request_id", now);
      }
    }
    return null;
  }

  /** A yes names what it is for, where the tenant wants that. */
  static void checkNamed(
      Change change, Judgement judged, Approval approval, SentDecision resolution, int index) {
    if (resolution.allow()
        && judged.policy().requireDigest()
        && !Expected.isWhole(resolution.expected())
        && approval.state() instanceof ApprovalState.Pending pending
        && pending.isLiveAt(change.nowMs())) {
      throw Problem.APPROVAL_DIGEST_REQUIRED
          .because(
              "This tenant wants expected_digest and expected_revision with each yes, so that "
                  + "nothing else runs than what was shown. Nothing was resolved.")
          .at("/resolutions/" + index + "/expected_digest", "is required with expected_revision")
          .inFavourOf(approval.id())
          .asException();
    }
  }

  private static String unmet(@Nullable Expected expected, Approval approval) {
    return expected != null
            && expected.digest() != null
            && !expected.digest().equals(approval.digest())
        ? "expected_digest"
        : "expected_revision";
  }

  /** The run has no such approval that waits; another one of its session may. */
  static Refusal unknown(Change change, Run run, String pointer, String requestId) {
    Optional<Run> other =
        Gates.approval(change.queries(), requestId)
            .filter(found -> found.gate().isPending())
            .map(Gates.Found::run)
            .filter(held -> held.key() != run.key())
            .filter(held -> held.head().sessionKey() == run.head().sessionKey());
    return other.isPresent()
        ? Problem.APPROVAL_REQUEST_NOT_PENDING
            .because(
                "A batch is for one run, and this one is for %s. %s is pending on %s: send one batch for each run to POST /v1/runs/{run_id}/approvals. Nothing was resolved."
                    .formatted(run.id(), requestId, other.get().id()))
            .at(pointer, "waits in " + other.get().id())
        : notPending(change, pointer, raised(change, run, requestId));
  }

  static Refusal notPending(Change change, String pointer, @Nullable Approval approval) {
    return Problem.APPROVAL_REQUEST_NOT_PENDING
        .because("The run's pending approvals are in pending_approval_ids. Nothing was resolved.")
        .at(pointer, "is not pending on this run")
        .settled(settlement(change, approval));
  }

  static Refusal expired(Approval approval) {
    return Problem.APPROVAL_EXPIRED
        .because("The deadline passed before the decision arrived. Nothing was resolved.")
        .settled(Gates.settlement(approval));
  }
}
