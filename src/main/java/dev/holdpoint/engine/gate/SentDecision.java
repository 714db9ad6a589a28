package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.gate.HeldDecision;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.rendering.Rendered;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.Renderings;
import dev.holdpoint.engine.permission.Grant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One decision, and the exact JSON in which it was sent.
 *
 * @param kind what is said in place of a plain no; null for a plain one, and for a yes
 * @param reason why not; with a kind what the agent is told
 * @param expected what was seen; null where that was not sent
 * @param tellComments whether a no carries the request's comments to the agent
 * @param holdMs how long it is kept back, so that it can be undone; 0 for not at all
 * @param due whether it was held, and takes effect now
 */
public record SentDecision(
    String requestId,
    boolean allow,
    @Nullable Denial kind,
    @Nullable Json updatedInput,
    @Nullable String reason,
    @Nullable Expected expected,
    @Nullable Grant grant,
    @Nullable VerifiedAssertion attested,
    @Nullable String optionId,
    Json sent,
    boolean tellComments,
    long holdMs,
    boolean due) {
  /** As it was sent, to decide or to be held. */
  public SentDecision(
      String requestId,
      boolean allow,
      @Nullable Denial kind,
      @Nullable Json updatedInput,
      @Nullable String reason,
      @Nullable Expected expected,
      @Nullable Grant grant,
      @Nullable VerifiedAssertion attested,
      @Nullable String optionId,
      Json sent,
      boolean tellComments,
      long holdMs) {
    this(
        requestId,
        allow,
        kind,
        updatedInput,
        reason,
        expected,
        grant,
        attested,
        optionId,
        sent,
        tellComments,
        holdMs,
        /* due= */ false);
  }

  /**
   * The same, which keeps what was shown beside what is asked; nothing is compared else. What is
   * asked was made before the commit: here its length would hold up all others. Where that is not
   * of this request as it is now, it stays open whether they are the same.
   */
  SentDecision compared(Run run) {
    Rendered shown = expected == null ? null : expected.rendered();
    Rendered.Asked asked = shown == null ? null : shown.asked();
    Approval approval = asked == null ? null : run.approval(requestId).orElse(null);
    if (shown == null
        || asked == null
        || approval == null
        || !asked.isOf(approval.id(), approval.wording())) {
      return this;
    }
    ObjectNode kept = (ObjectNode) JsonTree.of(sent);
    Renderings.keep(kept, shown, asked);
    return new SentDecision(
        requestId,
        allow,
        kind,
        updatedInput,
        reason,
        expected,
        grant,
        attested,
        optionId,
        JsonTree.write(kept),
        tellComments,
        holdMs,
        due);
  }

  /** A plain yes or no. */
  public SentDecision(
      String requestId,
      boolean allow,
      @Nullable Json updatedInput,
      @Nullable String reason,
      @Nullable Expected expected,
      @Nullable Grant grant,
      @Nullable VerifiedAssertion attested,
      @Nullable String optionId,
      Json sent) {
    this(
        requestId,
        allow,
        null,
        updatedInput,
        reason,
        expected,
        grant,
        attested,
        optionId,
        sent,
        false,
        0);
  }

  /** The word that was sent. */
  String behavior() {
    if (allow) {
      return "allow";
    }
    return switch (kind) {
      case null -> "deny";
      case CHANGES_REQUESTED -> "request_changes";
      case ASKED_BACK -> "ask_back";
      case RESPONDED -> "respond";
    };
  }

  /** What was held, as it takes effect: for what was asked then, and for nothing else. */
  static SentDecision of(String requestId, HeldDecision held) {
    JsonNode sent = JsonTree.of(held.sent());
    Denial kind =
        switch (held.behavior()) {
          case "request_changes" -> Denial.CHANGES_REQUESTED;
          case "ask_back" -> Denial.ASKED_BACK;
          case "respond" -> Denial.RESPONDED;
          default -> null;
        };
    String reason = text(sent, kind == Denial.RESPONDED ? "response" : "reason");
    return new SentDecision(
        requestId,
        held.behavior().equals("allow"),
        kind,
        sent.hasNonNull("updated_input") ? JsonTree.write(sent.get("updated_input")) : null,
        reason == null && kind != Denial.RESPONDED ? text(sent, "justification") : reason,
        new Expected(text(sent, "expected_digest"), held.revision()),
        grant(sent.path("grant")),
        /* attested= */ null,
        text(sent, "option_id"),
        held.sent(),
        sent.path("tell_comments").asBoolean(false),
        0,
        /* due= */ true);
  }

  private static @Nullable Grant grant(JsonNode sent) {
    return sent.isObject()
        ? new Grant(
            PermissionRule.ScopeKind.valueOf(
                sent.path("scope").asString().toUpperCase(Locale.ROOT)),
            text(sent, "pattern_key"),
            sent.hasNonNull("expires_at_ms") ? sent.get("expires_at_ms").asLong() : null,
            sent.hasNonNull("max_uses") ? sent.get("max_uses").asInt() : null)
        : null;
  }

  private static @Nullable String text(JsonNode sent, String member) {
    JsonNode value = sent.get(member);
    return value != null && value.isString() ? value.stringValue() : null;
  }

  /** Without a choice among what the agent offers. */
  public SentDecision(
      String requestId,
      boolean allow,
      @Nullable Json updatedInput,
      @Nullable String reason,
      @Nullable Expected expected,
      @Nullable Grant grant,
      @Nullable VerifiedAssertion attested,
      Json sent) {
    this(
        requestId,
        allow,
        updatedInput,
        reason,
        expected,
        grant,
        attested,
        /* optionId= */ null,
        sent);
  }
}
