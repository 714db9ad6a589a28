package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ManyBodies.ManyMode;
import dev.holdpoint.api.gate.ManyBodies.ManyResolutionsRequest;
import dev.holdpoint.api.gate.ManyBodies.ManyResolved;
import dev.holdpoint.api.gate.ManyBodies.OneResult;
import dev.holdpoint.api.gate.ManyBodies.OneResult.Result;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.ManyApprovals;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.ProblemStyle;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.view.ViewContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Decides approvals of any runs in one call. */
final class ManyResolutionHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Approvals approvals;
  private final ManyApprovals many;
  private final Signatures signatures;
  private final SentResolutions decisions;

  ManyResolutionHandlers(
      ViewContext sight, Bodies bodies, Approvals approvals, Signatures signatures) {
    this.sight = sight;
    this.bodies = bodies;
    this.approvals = approvals;
    this.many = approvals.many();
    this.signatures = signatures;
    this.decisions = new SentResolutions(sight.engine, signatures);
  }

  Reply resolve(Call call) {
    ManyResolutionsRequest body = bodies.read(call, ManyResolutionsRequest.class);
    IdempotencyKey key = bodies.idempotency(call, body.idempotencyKey());
    check(body);
    List<SentDecision> all =
        decisions.of(
            body.resolutions(),
            bodies.tree(call).path("resolutions"),
            run -> tenant(call) == null || run.head().tenantId().equals(tenant(call)));
    ManyApprovals.check(all);
    List<OneResult> results =
        body.mode() == ManyMode.ALL ? together(call, all, key) : each(call, all, key);
    return Reply.json(
        200,
        new ManyResolved(
            count(results, Result.RESOLVED),
            count(results, Result.WAITING),
            count(results, Result.REFUSED),
            results));
  }

  /** Whose approvals the caller may decide; null for a token that is bound to no tenant. */
  private static @Nullable String tenant(Call call) {
    return call.caller().isBound() ? call.caller().tenantId() : null;
  }

  private static int count(List<OneResult> results, Result result) {
    return (int) results.stream().filter(one -> one.result() == result).count();
  }

  /** A yes to many is a yes to what was shown of each. */
  private static void check(ManyResolutionsRequest body) {
    if (body.mode() == ManyMode.ALL && body.resolutions().size() > Limits.RESOLUTIONS_TOGETHER) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because(
              "mode all takes at most %d resolutions. Nothing was resolved."
                  .formatted(Limits.RESOLUTIONS_TOGETHER))
          .at("/resolutions", "has more than %d entries".formatted(Limits.RESOLUTIONS_TOGETHER))
          .asException();
    }
    for (int i = 0; i < body.resolutions().size(); i++) {
      ApprovalResolution one = body.resolutions().get(i);
      if (one.behavior() == ApprovalBehavior.ALLOW && one.expectedDigest() == null) {
        throw Problem.APPROVAL_INVALID_RESOLUTION
            .because(
                "Send the digest of each request that is allowed, so that nothing else runs than "
                    + "what was shown. Nothing was resolved.")
            .at("/resolutions/" + i + "/expected_digest", "is required with behavior allow")
            .asException();
      }
    }
  }

  private List<OneResult> together(
      Call call, List<SentDecision> all, @Nullable IdempotencyKey key) {
    signatures.traced(
        call,
        all.stream().map(SentDecision::attested).filter(Objects::nonNull).toList(),
        () ->
            CurrentRows.shown(
                sight, () -> many.together(all, call.caller().voter(), tenant(call), key)));
    return all.stream().map(one -> told(one.requestId())).toList();
  }

  /**
   * Each is a commit of its own. The call's key is kept first, so that another list under the same
   * key is refused; each decision has a key made of it, so that a repeat does what is left.
   */
  private List<OneResult> each(Call call, List<SentDecision> all, @Nullable IdempotencyKey key) {
    many.begin(key);
    List<OneResult> results = new ArrayList<>(all.size());
    boolean several = all.stream().filter(SentDecision::allow).count() > 1;
    for (int i = 0; i < all.size(); i++) {
      SentDecision one = all.get(i);
      try {
        int place = i;
        String runId =
            sight
                .engine
                .read(queries -> ManyApprovals.holder(queries, one, several, tenant(call), place))
                .id();
        IdempotencyKey own =
            key == null
                ? null
                : new IdempotencyKey(
                    Bodies.hash(List.of(key.scope(), one.requestId())),
                    Bodies.hash(List.of(one.sent().text())));
        RunOutcome decided =
            signatures.traced(
                call,
                one.attested() == null ? List.of() : List.of(one.attested()),
                () ->
                    approvals.resolve(
                        new GateTarget.OfRun(runId), List.of(one), call.caller().voter(), own));
        results.add(told(one.requestId(), decided));
      } catch (Refused refused) {
        results.add(refused(call, one.requestId(), refused, i));
      }
    }
    return results;
  }

  private OneResult told(String requestId, RunOutcome decided) {
    Optional<Approval> now = decided.run().approval(requestId);
    return now.isPresent() ? of(decided.run(), now.get()) : told(requestId);
  }

  private OneResult told(String requestId) {
    Gates.Found<Approval> found =
        sight
            .engine
            .read(queries -> Gates.approval(queries, requestId))
            .orElseThrow(ApprovalHandlers::notFound);
    return of(found.run(), found.gate());
  }

  private OneResult of(Run run, Approval approval) {
    return approval.state() instanceof GateState.Settled settled
        ? new OneResult(
            approval.id(),
            run.id(),
            Result.RESOLVED,
            GateOutcome.valueOf(settled.outcome().name()),
            null,
            null)
        : new OneResult(
            approval.id(),
            run.id(),
            Result.WAITING,
            null,
            sight.gates.request(run, approval, sight.engine.nowMs()).standing(),
            null);
  }

  private OneResult refused(Call call, String requestId, Refused refused, int index) {
    JsonNode problem =
        JsonTree.of(
            new Json(
                new String(
                    ProblemStyle.NATIVE.render(
                        CurrentRows.shown(
                            sight, ManyApprovals.placed(refused.refusal(), _ -> index)),
                        call.requestId()),
                    StandardCharsets.UTF_8)));
    String runId =
        sight
            .engine
            .read(queries -> Gates.approval(queries, requestId))
            .filter(
                found ->
                    !call.caller().isBound()
                        || call.caller().tenantId().equals(found.run().head().tenantId()))
            .map(found -> found.run().id())
            .orElse(null);
    return new OneResult(requestId, runId, Result.REFUSED, null, null, problem);
  }
}
