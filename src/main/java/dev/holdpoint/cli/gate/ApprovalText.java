package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalEndorsement;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.OptionBodies.ApprovalOption;
import dev.holdpoint.api.gate.StandingBodies.ActionView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.ShownRequest;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.WorldText;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An approval as people read it before they decide. */
public final class ApprovalText {
  private ApprovalText() {}

  public static void print(ApprovalRow row, PrintWriter out, Paint paint) {
    ApprovalRequestView request = row.request();
    ApprovalDecision decision = row.resolution();
    String status = Wire.name(row.status());
    Facts facts =
        new Facts(out, paint)
            .line("approval", request.id())
            .painted("status", row.status() == GateStatus.PENDING ? paint.yellow(status) : status)
            .painted("decision", decision == null ? "-" : GateText.decided(decision))
            .line("session", row.sessionId())
            .line("run", row.runId());
    ShownRequest.print(ShownRequest.of(request), facts, paint);
    facts
        .line("server says", request.toolDescription())
        .line("risk", request.risk() == null ? null : GateText.risk(request.risk()))
        .line("revises", request.revises())
        .line("reply", request.reply())
        .line("revised by", request.successorId());
    GateText.items(request).forEach(item -> facts.painted("asks for", item));
    WorldText.changes(request).forEach(change -> facts.painted("changed", paint.red(change)));
    for (String one : WorldText.preconditions(request)) {
      facts.painted("depends on", one.startsWith("MOVED") ? paint.red(one) : one);
    }
    facts
        .time("raised", request.createdAtMs())
        .time("expires", request.expiresAtMs())
        .line("on expiry", request.onExpiry() == null ? null : Wire.name(request.onExpiry()))
        .line("waits", GateText.waits(request.waits(), request.keptUntilMs()))
        .line("digest", request.digest())
        .line("patterns", String.join("\n", request.patternKeys()))
        .line("options", options(request))
        .line(
            "decided by", Boolean.TRUE.equals(request.personOnly()) ? "a person, separately" : null)
        .line("suggestion", request.defaultBehavior() == null ? null : "deny")
        .line("signature", request.signatureRequired() ? "required" : null)
        .line("approvals", endorsed(request));
    GateText.standing(facts, request.standing());
    if (decision != null) {
      GateText.votes(facts, decision.votes());
    }
    List<ActionView> actions = request.actions();
    for (ActionView action : actions == null ? List.<ActionView>of() : actions) {
      if (!action.allowed()) {
        facts.line(action.action(), "not possible: " + action.reason());
      }
    }
  }

  private static @Nullable String options(ApprovalRequestView request) {
    List<ApprovalOption> all = request.options();
    return all == null
        ? null
        : all.stream()
            .map(
                option ->
                    option.optionId()
                        + ": "
                        + option.name()
                        + " ("
                        + Wire.name(option.kind())
                        + ")")
            .collect(Collectors.joining("\n"));
  }

  private static @Nullable String endorsed(ApprovalRequestView request) {
    List<ApprovalEndorsement> all = request.approvals();
    Integer required = request.approvalsRequired();
    // Where a policy asks for several and the tenant for one, the votes say it.
    if (required == null || required < 2 || all == null) {
      return null;
    }
    StringBuilder text = new StringBuilder("%d of %d".formatted(all.size(), required));
    for (ApprovalEndorsement one : all) {
      text.append('\n').append(one.resolvedBy()).append(", ").append(Times.at(one.atMs()));
    }
    return text.toString();
  }
}
