package dev.holdpoint.cli.policy;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.policy.PolicyBodies.PolicyHours;
import dev.holdpoint.api.policy.PolicyBodies.PolicyMatchBody;
import dev.holdpoint.api.policy.PolicyBodies.PolicyView;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.Times;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Policies in words. */
final class PolicyText {
  private PolicyText() {}

  /** What it is for, in one line. */
  static String matches(PolicyView policy) {
    PolicyMatchBody match = policy.match();
    List<String> parts = new ArrayList<>();
    if (policy.tenantId() != null) {
      parts.add("tenant " + policy.tenantId());
    }
    part(parts, "kind", match.kinds());
    part(parts, "session", match.sessions());
    part(parts, "persona", match.personaIds());
    part(parts, "agent", match.agents());
    part(parts, "tool", match.tools());
    part(parts, "command", match.commands());
    part(parts, "risk", match.risks());
    return parts.isEmpty() ? "all approvals" : String.join("; ", parts);
  }

  private static void part(List<String> parts, String name, @Nullable List<String> entries) {
    if (entries != null) {
      parts.add(name + " " + String.join(" | ", entries));
    }
  }

  static void print(PolicyView policy, PrintWriter out, Paint paint) {
    PolicyHours hours = policy.hours();
    List<String> editable = policy.editable();
    Facts facts =
        new Facts(out, paint)
            .line("policy", policy.policyId())
            .line("name", policy.name())
            .line("position", policy.position() + (policy.enabled() ? "" : ", disabled"))
            .line("for", matches(policy))
            .line("needs", policy.needs())
            .line("veto", policy.veto())
            .line("requester", policy.requesterMayApprove() ? "may approve" : "may not approve")
            .line("distinct", policy.distinct() ? "yes" : "no")
            .line("signature", policy.signatureRequired() ? "required" : "not required")
            .line("risk", Wire.name(policy.risk()))
            .line(
                "editable",
                editable == null
                    ? "everything"
                    : editable.isEmpty() ? "nothing" : String.join(", ", editable))
            .line(
                "hours",
                hours == null ? null : String.join(", ", hours.open()) + " " + hours.timeZone())
            .line(
                "reminds",
                policy.remindUnseenMs() == null
                    ? null
                    : Times.span(Duration.ofMillis(policy.remindUnseenMs())))
            .line("note", policy.note())
            .line("version", String.valueOf(policy.version()))
            .line("by", policy.createdBy())
            .time("made", policy.createdAtMs())
            .line("changed by", policy.updatedBy())
            .time("changed", policy.updatedAtMs());
    policy.warnings().forEach(it -> facts.line("warning", it));
  }
}
