package dev.holdpoint.engine.audit;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.ExternalAction.Deed;
import dev.holdpoint.core.audit.ExternalAction.Phase;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Consequence;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is told of the outside. For tool calls it follows from the run's two versions, so no effect
 * can be begun, or come to its end, without its record.
 */
public final class AuditActions implements Consequence {
  @Override
  public void follow(Change change, @Nullable Run before, Run after, List<Step> steps) {
    for (Call call : after.calls()) {
      if (isStarted(call) && (before == null || !isStarted(before, call.call().id()))) {
        change.tell(request(after, call.call()));
      }
    }
    if (before == null) {
      return;
    }
    for (Approval approval : after.approvals()) {
      decided(change, before.approval(approval.id()).orElse(null), after, approval);
    }
    for (Call call : before.calls()) {
      boolean open = isStarted(after, call.call().id()) && !after.status().isSettled();
      if (isStarted(call) && !open && !before.status().isSettled()) {
        change.tell(response(before, call.call(), after, result(steps, call.call().id())));
      }
    }
  }

  /** That somebody has signed is a record of its own, beside what is done on his word. */
  private static void decided(Change change, @Nullable Approval earlier, Run run, Approval now) {
    if (earlier == null || !earlier.isPending()) {
      return;
    }
    String by = null;
    String outcome = "";
    Json sent = now.sent();
    if (now.state() instanceof ApprovalState.Pending pending) {
      int known = ((ApprovalState.Pending) earlier.state()).endorsements().size();
      if (pending.endorsements().size() > known) {
        by = pending.endorsements().getLast().by();
        sent = pending.endorsements().getLast().sent();
        outcome = "endorse";
      }
    } else if (now.state() instanceof ApprovalState.Settled settled) {
      by = settled.by();
      outcome = settled.behavior();
    }
    if (by == null || !by.startsWith(ApproverKey.BY)) {
      return;
    }
    change.tell(
        new Deed(
            run.key(),
            run.id(),
            run.head().sessionId(),
            run.head().agentId(),
            now.callId(),
            by,
            run.head().submittedBy(),
            now.id(),
            Phase.RESPONSE,
            ActionKind.DECISION,
            now.id(),
            now.digest(),
            sent == null ? null : sha256(sent),
            outcome));
  }

  private static boolean isStarted(Call call) {
    return call.progress() == Call.Progress.STARTED;
  }

  private static boolean isStarted(Run run, String callId) {
    return run.calls().stream().anyMatch(c -> c.call().id().equals(callId) && isStarted(c));
  }

  private static @Nullable Json result(List<Step> steps, String callId) {
    return steps.stream()
        .filter(step -> step instanceof Step.Result result && result.callId().equals(callId))
        .map(step -> ((Step.Result) step).content())
        .findFirst()
        .orElse(null);
  }

  private static Deed request(Run run, ToolCall call) {
    return deed(run, call, Phase.REQUEST, null, null);
  }

  /** Where there is no result, nobody will ever know: how the run ended is all there is to tell. */
  private static Deed response(Run run, ToolCall call, Run after, @Nullable Json result) {
    return result == null
        ? deed(run, call, Phase.RESPONSE, null, after.status().wire())
        : deed(
            run,
            call,
            Phase.RESPONSE,
            sha256(result),
            JsonTree.of(result).has("error") ? "error" : "ok");
  }

  private static Deed deed(
      Run run,
      ToolCall call,
      Phase phase,
      @Nullable String responseDigest,
      @Nullable String outcome) {
    Approval approval = run.approvalOf(call.id()).orElse(null);
    ApprovalState.Allowed allowed =
        approval != null && approval.state() instanceof ApprovalState.Allowed yes ? yes : null;
    Json input =
        allowed == null
            ? call.input()
            : Objects.requireNonNullElse(allowed.updatedInput(), call.input());
    return new Deed(
        run.key(),
        run.id(),
        run.head().sessionId(),
        run.head().agentId(),
        call.id(),
        allowed == null ? run.head().submittedBy() : allowed.by(),
        run.head().submittedBy(),
        allowed == null ? null : Objects.requireNonNull(approval).id(),
        phase,
        ActionKind.ofTool(call.tool()),
        call.tool(),
        Digests.of(call.tool(), input),
        responseDigest,
        outcome);
  }

  public static Deed sending(Delivery delivery) {
    return deed(delivery, Phase.REQUEST, null, null);
  }

  public static Deed sent(Delivery delivery, @Nullable String responseDigest, String outcome) {
    return deed(delivery, Phase.RESPONSE, responseDigest, outcome);
  }

  private static Deed deed(
      Delivery delivery, Phase phase, @Nullable String responseDigest, @Nullable String outcome) {
    return new Deed(
        delivery.runKey(),
        delivery.runId(),
        delivery.sessionId(),
        delivery.slip().agentId(),
        null,
        delivery.slip().by(),
        null,
        delivery.id(),
        phase,
        ActionKind.DELIVERY,
        delivery.lane(),
        delivery.slip().digest(),
        responseDigest,
        outcome);
  }

  private static String sha256(Json json) {
    return Digests.sha256Hex(json.text().getBytes(StandardCharsets.UTF_8));
  }
}
