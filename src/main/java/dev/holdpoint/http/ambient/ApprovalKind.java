package dev.holdpoint.http.ambient;

import dev.holdpoint.api.ambient.AmbientBodies.PendingApproval;
import dev.holdpoint.api.ambient.AmbientBodies.PendingApprovals;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.policy.GatePolicy;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.standing.Judgement;
import dev.holdpoint.engine.standing.Standings;
import dev.holdpoint.http.v1.call.JsonNodes;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class ApprovalKind implements PromptKind {
  private final Standings standings;

  /**
   * @param standings what policies make of the votes on an approval
   */
  ApprovalKind(Standings standings) {
    this.standings = standings;
  }

  @Override
  public GateKind gates() {
    return GateKind.APPROVAL;
  }

  @Override
  public String event() {
    return "approval";
  }

  @Override
  public List<Prompt> pending(Run run) {
    return run.pendingApprovals().stream()
        .map(approval -> new Prompt(key(approval.id()), run.key(), 0))
        .toList();
  }

  @Override
  public List<Prompt> prompts(Queries queries, List<GateRow> rows) {
    return rows.stream().map(row -> new Prompt(row.key(), row.runKey(), 0)).toList();
  }

  @Override
  public @Nullable PendingApproval view(Run run, Prompt prompt) {
    return run.approvals().stream()
        .filter(approval -> key(approval.id()) == prompt.key())
        .findFirst()
        .map(approval -> view(run, approval))
        .orElse(null);
  }

  PendingApproval view(Run run, Approval approval) {
    List<String> keys = approval.patternKeys();
    Judgement judged = standings.of(run, approval);
    GatePolicy policy = judged.policy();
    int missing = policy.yeses() - endorsements(approval);
    return new PendingApproval(
        approval.id(),
        command(run, run.call(approval.callId())),
        approval.reason(),
        keys.isEmpty() ? null : keys.getFirst(),
        keys,
        run.head().sessionId(),
        run.id(),
        Seconds.of(approval.createdAtMs()),
        approval.expiresAtMs() == null ? null : Seconds.of(approval.expiresAtMs()),
        policy.signatureRequired() ? true : null,
        policy.yeses() > 1 ? Math.max(1, missing) : null,
        approval.isPersonOnly() ? true : null,
        approval.isDenyFirst() ? ApprovalBehavior.DENY : null,
        standings.summary(run, approval),
        run.call(approval.callId()).tool(),
        JsonNodes.of(run.call(approval.callId()).input()),
        approval.revision(),
        approval.digest(),
        judged.stepUp() ? "passkey" : null);
  }

  private static int endorsements(Approval approval) {
    return approval.state() instanceof ApprovalState.Pending pending
        ? pending.endorsements().size()
        : 0;
  }

  /** What would be done. All of it: whoever clicks must have seen what runs. */
  private static String command(Run run, ToolCall call) {
    String command = MatchableCall.of(run, call).command();
    return command == null ? call.tool() + " " + call.input().text() : command;
  }

  @Override
  public String promptId(Object view) {
    return ((PendingApproval) view).approvalId();
  }

  @Override
  public PendingApprovals wrapped(@Nullable Object oldest, int count) {
    return new PendingApprovals((PendingApproval) oldest, count);
  }

  @Override
  public @Nullable String raised(LedgerEvent event) {
    return event instanceof LedgerEvent.ApprovalRaised(String id) ? id : null;
  }

  @Override
  public @Nullable String settled(LedgerEvent event) {
    return event instanceof LedgerEvent.ApprovalSettled(String id) ? id : null;
  }
}
