package dev.holdpoint.engine.asking;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.engine.json.JsonTree;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What an agent is told of a gate that is settled. */
public final class Decisions {
  public static final String NOBODY_DECIDED = "nobody decided before the deadline";

  private Decisions() {}

  public static GateDecision of(Approval approval) {
    return switch (approval.state()) {
      case ApprovalState.Allowed allowed -> allowed(approval, allowed);
      case ApprovalState.Denied denied ->
          new GateDecision.Denied(
              choice(approval, false), denied.reason(), denied.by(), denied.kind());
      case ApprovalState.Expired expired -> expired(approval, expired);
      case ApprovalState.Withdrawn _ -> new GateDecision.Cancelled("the request was withdrawn");
      case ApprovalState.Pending _ ->
          throw new IllegalStateException("still pending: " + approval.id());
    };
  }

  public static GateDecision of(Question question) {
    return switch (question.state()) {
      case QuestionState.Answered answered -> new GateDecision.Answered(answered.answers());
      case QuestionState.Declined declined ->
          new GateDecision.Declined(told(declined.justification(), "the question was declined"));
      case QuestionState.Cancelled cancelled ->
          new GateDecision.Cancelled(told(cancelled.justification(), "the question was cancelled"));
      case QuestionState.Expired expired ->
          switch (expired.applied()) {
            case DEFAULT -> new GateDecision.Answered(expired.answers());
            case DECLINE -> new GateDecision.Declined(expired.justification());
            case null, default -> new GateDecision.Cancelled(expired.justification());
          };
      case QuestionState.Withdrawn withdrawn ->
          new GateDecision.Cancelled(withdrawn.justification());
      case QuestionState.Pending _ ->
          throw new IllegalStateException("still pending: " + question.id());
    };
  }

  /** A deadline is no person's word; what it does was said before. */
  private static GateDecision expired(Approval approval, ApprovalState.Expired expired) {
    return switch (expired.applied()) {
      case ALLOW -> new GateDecision.Allowed(choice(approval, true), null, false);
      case DENY ->
          new GateDecision.Denied(choice(approval, false), NOBODY_DECIDED, expired.by(), null);
      case null, default -> new GateDecision.Cancelled(NOBODY_DECIDED);
    };
  }

  private static GateDecision allowed(Approval approval, ApprovalState.Allowed allowed) {
    boolean lasting = sent(approval).has("grant") || isForLonger(sent(approval));
    return new GateDecision.Allowed(choice(approval, true), allowed.updatedInput(), lasting);
  }

  /** A click on a card says so in its own words. */
  private static boolean isForLonger(JsonNode sent) {
    String choice = sent.path("choice").asString("");
    return choice.equals("session") || choice.equals("always");
  }

  private static @Nullable String choice(Approval approval, boolean allow) {
    Offer offer = approval.offer();
    if (offer == null) {
      return null;
    }
    String named = sent(approval).path("option_id").asString("");
    Optional<Offer.Choice> chosen = named.isEmpty() ? offer.pick(allow) : offer.choice(named);
    return chosen.map(Offer.Choice::id).orElse(null);
  }

  private static JsonNode sent(Approval approval) {
    return approval.sent() == null ? JsonTree.object() : JsonTree.of(approval.sent());
  }

  private static String told(@Nullable String words, String otherwise) {
    return words == null || words.isBlank() ? otherwise : words;
  }
}
