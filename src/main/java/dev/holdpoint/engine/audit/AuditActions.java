package dev.holdpoint.engine.audit;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.ExternalAction.Deed;
import dev.holdpoint.core.audit.ExternalAction.Phase;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.Objection;
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
import tools.jackson.databind.node.ObjectNode;

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
    for (Approval approval : after.approvals()) {
      Approval earlier = before == null ? null : before.approval(approval.id()).orElse(null);
      if (earlier == null || earlier.isPending()) {
        decided(change, earlier, after, approval);
      }
    }
    EffectEvidence.follow(change, before, after);
    PermitChanges.follow(change, before, after);
    if (before == null) {
      return;
    }
    for (Call call : before.calls()) {
      boolean open = isStarted(after, call.call().id()) && !after.status().isSettled();
      if (isStarted(call) && !open && !before.status().isSettled()) {
        change.tell(response(before, call.call(), after, result(steps, call.call().id())));
      }
    }
  }

  /**
   * Every word on an approval is a record of its own, beside what is done on it: this is where all
   * of them pass, from whichever door.
   *
   * @param earlier null when it was raised with this change, and a rule has decided it
   */
  private static void decided(Change change, @Nullable Approval earlier, Run run, Approval now) {
    switch (now.state()) {
      case ApprovalState.Pending pending -> {
        ApprovalState.Pending known =
            earlier != null && earlier.state() instanceof ApprovalState.Pending before
                ? before
                : ApprovalState.Pending.until(null);
        // A yes may take the place of a no of the same person, and the other way round.
        for (Endorsement yes : pending.endorsements()) {
          if (!known.endorsements().contains(yes)) {
            decided(
                change, run, now, yes.by(), new DecisionEvidence(change, run, now).endorsed(yes));
          }
        }
        for (Objection no : pending.objections()) {
          if (!known.objections().contains(no)) {
            decided(change, run, now, no.by(), new DecisionEvidence(change, run, now).objected(no));
          }
        }
      }
      case ApprovalState.Allowed allowed ->
          decided(
              change,
              run,
              now,
              allowed.by(),
              new DecisionEvidence(change, run, now).settled(allowed));
      case ApprovalState.Denied denied ->
          decided(
              change,
              run,
              now,
              denied.by(),
              new DecisionEvidence(change, run, now).settled(denied));
      case ApprovalState.Expired expired -> {
        // Nobody has decided the others.
        if (expired.applied() == Applied.ALLOW) {
          decided(
              change,
              run,
              now,
              expired.by(),
              new DecisionEvidence(change, run, now).allowedInTheEnd(expired));
        }
      }
      case ApprovalState.Withdrawn _ -> {}
    }
  }

  private static void decided(
      Change change, Run run, Approval approval, String by, ObjectNode evidence) {
    ChainRecords.record(
        change,
        run,
        new ChainRecords.Entry(
            ActionKind.DECISION,
            approval.id(),
            approval.digest(),
            by,
            evidence.path("decision").stringValue(),
            approval.callId(),
            approval.id()),
        evidence);
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
    boolean asked =
        after.calls().stream()
            .anyMatch(
                c -> c.call().id().equals(call.id()) && c.progress() == Call.Progress.UNCERTAIN);
    return result == null
        ? deed(run, call, Phase.RESPONSE, null, asked ? "uncertain" : after.status().wire())
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
