package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a decision is one of those that the agent who asks can be told. */
final class OfferCheck {
  private OfferCheck() {}

  /**
   * @throws dev.holdpoint.core.problem.Refused when it is not
   */
  static void check(Approval approval, List<SentDecision> batch, int index) {
    if (!approval.isPending()) {
      return;
    }
    SentDecision resolution = batch.get(index);
    checkAlone(approval, resolution, batch, index);
    Offer offer = approval.offer();
    String named = resolution.optionId();
    if (named != null) {
      checkNamed(offer, named, resolution.allow(), index);
    } else if (offer != null && resolution.allow() && !offer.allowsOnce()) {
      throw wrong(
          "This agent cannot be allowed something once. Choose one of its options "
              + "with option_id, or deny the request.",
          index,
          "option_id",
          "is required here");
    }
    if (resolution.updatedInput() != null && offer != null && !offer.editable()) {
      throw wrong(
          "This agent does not accept changed input. Omit updated_input, or deny the request.",
          index,
          "updated_input",
          "is not supported by this agent");
    }
  }

  /**
   * Refuses an input that takes away what the agent would keep: what runs would not be what was
   * allowed.
   *
   * @param asked the input that the agent asked about
   */
  static void checkMerged(Approval approval, SentDecision resolution, Json asked, int index) {
    Offer offer = approval.offer();
    if (!approval.isPending()
        || offer == null
        || !offer.merged()
        || resolution.updatedInput() == null) {
      return;
    }
    List<String> missing = new ArrayList<>(JsonTree.of(asked).propertyNames());
    missing.removeAll(JsonTree.of(resolution.updatedInput()).propertyNames());
    if (!missing.isEmpty()) {
      throw wrong(
          "This agent merges updated_input into its own input, so no member can be removed. "
              + "Send all members of the request's input, changed or not, or deny the request.",
          index,
          "updated_input",
          "must have the member " + missing.getFirst());
    }
  }

  /** What only a person may allow is looked at by itself. */
  private static void checkAlone(
      Approval approval, SentDecision resolution, List<SentDecision> batch, int index) {
    if (approval.isPersonOnly()
        && resolution.allow()
        && batch.stream().filter(SentDecision::allow).count() > 1) {
      throw wrong(
          "The agent requires a separate decision for this call. Send its resolution alone.",
          index,
          "behavior",
          "cannot be allowed together with others");
    }
  }

  private static void checkNamed(@Nullable Offer offer, String named, boolean allow, int index) {
    Optional<Offer.Choice> choice = offer == null ? Optional.empty() : offer.choice(named);
    if (choice.isEmpty()) {
      throw wrong(
          "Choose one of the request's options.",
          index,
          "option_id",
          "is not an option of this request");
    }
    if (choice.get().kind().allows() != allow) {
      throw wrong(
          "option_id and behavior contradict each other.",
          index,
          "option_id",
          "does not match the behavior");
    }
  }

  private static RuntimeException wrong(String detail, int index, String member, String message) {
    Refusal refusal =
        Problem.APPROVAL_INVALID_RESOLUTION
            .because(detail + " Nothing was resolved.")
            .at("/resolutions/" + index + "/" + member, message);
    return refusal.asException();
  }

  /** Whether the option that was named lets the agent do the like without asking. */
  static boolean isForLonger(Approval approval, SentDecision resolution) {
    Offer offer = approval.offer();
    return offer != null
        && resolution.optionId() != null
        && offer
            .choice(resolution.optionId())
            .map(choice -> choice.kind() == Offer.Kind.ALLOW_ALWAYS)
            .orElse(false);
  }
}
