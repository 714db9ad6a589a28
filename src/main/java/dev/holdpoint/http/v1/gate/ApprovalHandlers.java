package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolutionsRequest;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.RaiseBodies.RaiseApprovalRequest;
import dev.holdpoint.api.gate.RaiseBodies.RaisedApproval;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.permit.FoundPermit;
import dev.holdpoint.engine.permit.Permits;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.JsonNodes;
import dev.holdpoint.http.v1.call.PageLinks;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.permit.PermitHandlers;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Approvals: raised from outside, listed, waited for, resolved. */
public final class ApprovalHandlers {
  static final int DEFAULT_WAIT_MS = 30_000;

  private final ViewContext sight;
  private final Bodies bodies;
  private final Approvals approvals;
  private final ExternalGates outside;
  private final Signatures signatures;
  private final SentResolutions decisions;
  private final ManyResolutionHandlers many;
  private final PageLinks pages;
  private final Permits permits;
  private final AskedWorld world;

  public ApprovalHandlers(
      ViewContext sight,
      Bodies bodies,
      Approvals approvals,
      ExternalGates outside,
      Signatures signatures,
      PageLinks pages,
      Permits permits,
      AskedWorld world) {
    this.permits = permits;
    this.sight = sight;
    this.bodies = bodies;
    this.approvals = approvals;
    this.outside = outside;
    this.signatures = signatures;
    this.decisions = new SentResolutions(sight.engine, signatures);
    this.many = new ManyResolutionHandlers(sight, bodies, approvals, signatures);
    this.pages = pages;
    this.world = world;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "resolveRunApprovals", call -> detached(call, new GateTarget.OfRun(call.path("run_id"))),
        "resolveDetached",
            call -> detached(call, new GateTarget.OfSession(call.path("session_id"))),
        "resolveSessionApprovals", this::inline,
        "resolveApprovals", call -> many.resolve(call),
        "raiseApproval", this::raise,
        "listApprovals", this::list,
        "getApproval", this::get,
        "undoApproval", this::undo,
        "listRevisions", this::revisions);
  }

  private Reply detached(Call call, GateTarget target) {
    RunOutcome outcome = resolve(call, target);
    return Replays.marked(Reply.json(202, sight.show(outcome.run())), outcome);
  }

  private Reply inline(Call call) {
    int timeoutMs = call.intQuery("timeout_ms", DEFAULT_WAIT_MS, 0, Limits.TIMEOUT_MS);
    String sessionId = call.path("session_id");
    RunOutcome outcome = resolve(call, new GateTarget.OfSession(sessionId));
    sight.awaitStop(outcome.run(), timeoutMs);
    return Replays.marked(Reply.json(200, sight.showSession(sessionId)), outcome);
  }

  private RunOutcome resolve(Call call, GateTarget target) {
    ApprovalResolutionsRequest body = bodies.read(call, ApprovalResolutionsRequest.class);
    IdempotencyKey idempotency = bodies.idempotency(call, body.idempotencyKey());
    JsonNode sent = bodies.tree(call).path("resolutions");
    List<SentDecision> batch = decisions.of(body.resolutions(), sent, target::holds);
    return signatures.traced(
        call,
        batch.stream().map(SentDecision::attested).filter(Objects::nonNull).toList(),
        () ->
            CurrentRows.shown(
                sight, () -> approvals.resolve(target, batch, call.caller().voter(), idempotency)));
  }

  private Reply raise(Call call) {
    RaiseApprovalRequest body = bodies.read(call, RaiseApprovalRequest.class);
    Json input = JsonNodes.json(body.input());
    String digest = Digests.of(body.toolName(), input);
    ToolCall wanted = new ToolCall("call_1", body.toolName(), input);
    GateDraft.OfApproval draft =
        GateDraft.approval(wanted)
            .because(body.reason())
            .until(OutsideWork.deadline(body.expiresAtMs(), body.expiresAfterMs()))
            .on(
                AskerTerms.of(body.onExpiry(), body.risk(), body.editable(), body.lateAnswers())
                    .with(AskerTerms.permit(body.permit()))
                    .titled(body.title()))
            .revising(AskerTerms.revision(body.revises(), body.reply()))
            .dependingOn(world.listed(body.preconditions()), null);
    RunOutcome outcome =
        world.raised(
            new ExternalGates.Gate(wanted, draft),
            gate ->
                outside.raise(
                    call.path("session_id"),
                    OutsideWork.submission(call, body.toolName() + ": " + body.reason()),
                    gate,
                    OutsideWork.requestKey(
                        call, body.requestKey(), digest + " " + body.reason() + draft.asked()),
                    bodies.idempotency(call, body.idempotencyKey())));
    Run run = outcome.run();
    Approval approval = run.approvals().getFirst();
    return Replays.marked(
        Reply.json(
            201,
            new RaisedApproval(
                run.id(),
                sight.gates.request(run, approval, sight.engine.nowMs()),
                pages.of(call, "approvals", approval.id()))),
        outcome);
  }

  private Reply list(Call call) {
    return GateLists.reply(
        sight,
        call,
        GateKind.APPROVAL,
        call.query("session_id"),
        (row, run, triage) ->
            run.approval(GateLists.idIn(run.approvals(), Approval::id, row))
                .map(approval -> sight.gates.row(run, approval, sight.engine.nowMs(), triage)));
  }

  private Reply get(Call call) {
    String id = call.path("approval_id");
    int waitMs = call.intQuery("wait_ms", 0, 0, Limits.WAIT_MS);
    Gates.Found<Approval> found = find(id).orElseThrow(ApprovalHandlers::notFound);
    if (found.gate().isPending() && waitMs > 0) {
      sight.waits.mustHaveRoom();
      sight.waits.until(
          found.row().runKey(), waitMs, () -> find(id).filter(now -> !now.gate().isPending()));
      found = find(id).orElseThrow(ApprovalHandlers::notFound);
    }
    return PlainGates.isWanted(call)
        ? PlainGates.reply(PlainGates.of(found.gate()))
        : Reply.json(
            200,
            withPermit(
                call,
                LateViews.on(
                    sight.single.row(
                        found.run(),
                        found.gate(),
                        sight.engine.nowMs(),
                        sight.triage(call, found.gate())),
                    LateViews.of(sight.engine, approvals.late(), found.run(), found.gate()))));
  }

  private Reply undo(Call call) {
    bodies.checkUnused(call);
    approvals
        .holds()
        .takeBack(call.path("approval_id"), call.caller().name(), call.caller().within());
    Gates.Found<Approval> now =
        find(call.path("approval_id")).orElseThrow(ApprovalHandlers::notFound);
    return Reply.json(
        200,
        sight.single.row(
            now.run(), now.gate(), sight.engine.nowMs(), sight.triage(call, now.gate())));
  }

  /** Where the request asked for it: an asker that polls for the decision needs no second call. */
  private ApprovalRow withPermit(Call call, ApprovalRow row) {
    String id = row.resolution() == null ? null : row.resolution().permitId();
    String jws =
        id == null
            ? null
            : permits
                .found(id)
                .filter(FoundPermit::isWanted)
                .map(permit -> PermitHandlers.handOut(permits, permit, call.caller()))
                .orElse(null);
    return jws == null ? row : row.with(jws);
  }

  private Reply revisions(Call call) {
    String id = call.path("approval_id");
    long nowMs = sight.engine.nowMs();
    return Reply.json(
        200,
        sight.engine.read(
            queries ->
                Revisions.chain(
                        queries,
                        Gates.approval(queries, id).orElseThrow(ApprovalHandlers::notFound).gate())
                    .stream()
                    .map(found -> sight.gates.row(found.run(), found.gate(), nowMs))
                    .toList()));
  }

  private Optional<Gates.Found<Approval>> find(String id) {
    return sight.engine.read(queries -> Gates.approval(queries, id));
  }

  public static RuntimeException notFound() {
    return Problem.APPROVAL_NOT_FOUND
        .because("There is no such approval. GET /v1/approvals lists them.")
        .asException();
  }
}
