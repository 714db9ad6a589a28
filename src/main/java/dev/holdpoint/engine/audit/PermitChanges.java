package dev.holdpoint.engine.audit;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.Actor;
import dev.holdpoint.core.audit.ExternalAction.Deed;
import dev.holdpoint.core.audit.ExternalAction.Phase;
import dev.holdpoint.core.audit.Telling;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.RevisionChain;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.permit.VoidReason;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.AuditSealer;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.store.RecordChange;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What becomes of permits: redeemed, reported on, taken back, given once more, and results that
 * came late. It follows from the rows that a change leaves, so that no door, tool or timer can use
 * a permit without its record. Errors are content: of them only a digest.
 */
final class PermitChanges {
  private static final String RUN = "run_";
  private static final String LATE = "late_result";
  private static final String DAEMON = "daemon";

  private final Change change;

  private PermitChanges(Change change) {
    this.change = change;
  }

  static void follow(Change change, AuditSealer.Left left) {
    PermitChanges told = new PermitChanges(change);
    Map<Long, Permit> known = new HashMap<>();
    for (RecordChange<?> one : left.shelved()) {
      if (one.record() instanceof Permit permit && !one.gone()) {
        Permit before = known.get(permit.key());
        told.follow(
            before == null ? change.ledger().kept(Permit.KIND, permit.key()) : before, permit);
        known.put(permit.key(), permit);
      }
    }
  }

  /**
   * A call of the daemon's own has no row of a permit. That its yes is void, because what it
   * depended on has changed or an attempt did not happen, follows from the approval that is asked
   * in its place.
   */
  static void follow(Change change, @Nullable Run before, Run after) {
    for (Approval next : after.approvals()) {
      RevisionChain chain = next.chain();
      if (chain != null && before != null && before.approval(next.id()).isEmpty()) {
        before
            .approval(chain.revises())
            .filter(over -> over.state() instanceof ApprovalState.Allowed)
            .ifPresent(over -> voided(change, before, over, next));
      }
    }
  }

  private static void voided(Change change, Run run, Approval over, Approval successor) {
    Allowed allowed = Allowed.of(run, over);
    int attempt =
        run.calls().stream()
            .filter(call -> call.call().id().equals(over.callId()))
            .findFirst()
            .map(Call::openAttempt)
            .orElse(1);
    ObjectNode evidence =
        JsonTree.object()
            .put("permit_id", Permit.idOf(over.id()))
            .put("approval_id", over.id())
            .put("run_id", run.id())
            .put("session_id", run.head().sessionId())
            .put("tenant_id", run.head().tenantId())
            .put("tool_name", allowed.tool)
            .put("digest", allowed.digest)
            .put("revision", over.revision())
            .put("by", DAEMON)
            .put("state", PermitState.Status.VOID.wire())
            .put("attempt", attempt)
            .put("at_ms", successor.createdAtMs())
            .put(
                "void_reason",
                (successor.isOfMovedWorld() ? VoidReason.STALE_WORLD : VoidReason.SUPERSEDED)
                    .wire())
            .put("successor_id", successor.id());
    ChainRecords.record(
        change,
        run,
        new ChainRecords.Entry(
            ActionKind.PERMIT,
            Permit.idOf(over.id()),
            allowed.digest,
            DAEMON,
            PermitState.Status.VOID.wire(),
            over.callId(),
            over.id()),
        evidence);
  }

  private void follow(@Nullable Permit before, Permit now) {
    int told = before == null ? 0 : before.late().size();
    for (Permit.LateResult late : now.late().subList(told, now.late().size())) {
      ObjectNode result =
          JsonTree.object()
              .put("attempt", late.attempt())
              .put("outcome", late.outcome().name().toLowerCase(Locale.ROOT))
              .put("at_ms", late.atMs());
      tell(now, LATE, late.by(), JsonTree.object().set(LATE, result));
    }
    if (isNews(before == null ? null : before.state(), now.state())) {
      ObjectNode state = JsonTree.object().put("state", now.state().status().wire());
      tell(now, now.state().status().wire(), describe(now, state), state);
    }
  }

  /** That a runner is still at it only moves the time by which its result is due. */
  private static boolean isNews(@Nullable PermitState before, PermitState now) {
    if (before instanceof PermitState.Started was && now instanceof PermitState.Started is) {
      return !was.redemption().equals(is.redemption());
    }
    return !now.equals(before);
  }

  /** Adds what is to be told of the state; gives by whose word or deed it is. */
  private String describe(Permit permit, ObjectNode told) {
    told.put("attempt", permit.state().attempt());
    if (permit.questionId() != null) {
      told.put("question_id", permit.questionId());
    }
    return switch (permit.state()) {
      case PermitState.Ready ready -> {
        told.put("at_ms", ready.sinceMs()).put("not_after_ms", ready.notAfterMs());
        yield actor();
      }
      case PermitState.Started started -> {
        told.put("at_ms", started.redemption().atMs());
        if (started.dueAtMs() != null) {
          told.put("result_due_at_ms", started.dueAtMs());
        }
        yield started.redemption().by();
      }
      case PermitState.Succeeded done -> {
        told.put("at_ms", done.atMs());
        digest(told, "output_digest", done.outputDigest());
        yield done.by();
      }
      case PermitState.Failed failed -> {
        told.put("at_ms", failed.atMs());
        digest(told, "output_digest", failed.outputDigest());
        error(told, failed.error());
        yield failed.by();
      }
      case PermitState.Uncertain uncertain -> {
        told.put("at_ms", uncertain.atMs()).put("for_good", uncertain.forGood());
        error(told, uncertain.error());
        boolean reported = !uncertain.forGood() && !change.actor().equals(Actor.DAEMON);
        yield reported ? uncertain.redemption().by() : actor();
      }
      case PermitState.Voided over -> {
        told.put("at_ms", over.atMs()).put("void_reason", over.reason().wire());
        if (permit.successorId() != null) {
          told.put("successor_id", permit.successorId());
        }
        yield over.by();
      }
    };
  }

  private String actor() {
    return change.actor().equals(Actor.DAEMON) ? "deadline" : change.actor().principalId();
  }

  private static void digest(ObjectNode told, String name, @Nullable String digest) {
    if (digest != null) {
      told.put(name, digest);
    }
  }

  private static void error(ObjectNode told, @Nullable String error) {
    if (error != null) {
      told.put("error_sha256", ChainRecords.sha256(error));
    }
  }

  private void tell(Permit permit, String outcome, String by, ObjectNode more) {
    OptionalLong runKey = Ulid.keyOf(RUN, permit.runId());
    Allowed allowed = runKey.isEmpty() ? null : allowed(runKey.getAsLong(), permit);
    ObjectNode evidence =
        JsonTree.object()
            .put("permit_id", permit.id())
            .put("approval_id", permit.approvalId())
            .put("run_id", permit.runId())
            .put("session_id", permit.sessionId())
            .put("tenant_id", permit.tenantId())
            .put("by", by);
    if (allowed != null) {
      evidence
          .put("tool_name", allowed.tool)
          .put("digest", allowed.digest)
          .put("revision", allowed.approval.revision());
    }
    evidence.setAll(more);
    String text = CanonicalJson.of(evidence);
    change.tell(
        new Telling(
            new Deed(
                runKey.orElse(permit.key()),
                permit.runId(),
                permit.sessionId(),
                allowed == null ? "" : allowed.run.head().agentId(),
                allowed == null ? null : allowed.approval.callId(),
                by,
                allowed == null ? null : allowed.run.head().submittedBy(),
                permit.approvalId(),
                Phase.RESPONSE,
                ActionKind.PERMIT,
                permit.id(),
                allowed == null ? "" : allowed.digest,
                ChainRecords.sha256(text),
                outcome),
            text));
  }

  /**
   * @param digest of what was allowed, which may be another input than what was asked
   */
  private record Allowed(Run run, Approval approval, String tool, String digest) {
    static Allowed of(Run run, Approval approval) {
      String tool = run.call(approval.callId()).tool();
      return new Allowed(
          run,
          approval,
          tool,
          approval.state() instanceof ApprovalState.Allowed yes && yes.updatedInput() != null
              ? Digests.of(tool, yes.updatedInput())
              : approval.digest());
    }
  }

  /**
   * Null once retention has removed what the run was asked. The yes itself may be of this change.
   */
  private @Nullable Allowed allowed(long runKey, Permit permit) {
    Run run = change.run(runKey);
    Approval asked = run == null ? null : run.approval(permit.approvalId()).orElse(null);
    return run != null && asked != null
        ? Allowed.of(run, asked)
        : Gates.approval(change.queries(), permit.approvalId())
            .map(found -> Allowed.of(found.run(), found.gate()))
            .orElse(null);
  }
}
