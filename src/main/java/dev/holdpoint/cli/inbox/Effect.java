package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What is to be done outside. Each carries the card as it was shown. */
sealed interface Effect {
  record Quit() implements Effect {}

  /** Read all that waits. */
  record Refresh() implements Effect {}

  /** Find out how a card was settled. */
  record Look(Card card) implements Effect {}

  /**
   * @param instead runs in place of what was asked; null is what was asked
   * @param reach how far the like is allowed from now on; null is this call alone
   */
  record Allow(
      Card.ApprovalCard card, @Nullable JsonNode instead, @Nullable PermissionScopeKind reach)
      implements Effect {}

  /**
   * @param behavior what kind of no
   * @param words why not; with another kind than a plain no never null
   */
  record Deny(Card.ApprovalCard card, ApprovalBehavior behavior, @Nullable String words)
      implements Effect {}

  /** Find out what a revision changes. */
  record Compare(Card.ApprovalCard card) implements Effect {}

  /** Let somebody change this input in their editor. */
  record Edit(Card.ApprovalCard card, JsonNode input) implements Effect {}

  record Answer(Card.QuestionCard card, List<QuestionAnswer> answers) implements Effect {
    public Answer {
      answers = List.copyOf(answers);
    }
  }

  record Decline(Card.QuestionCard card) implements Effect {}

  /** Claim the card, or end one's own claim. */
  record Claim(Card card) implements Effect {}

  /**
   * Hide the card from one's own list.
   *
   * @param time zero ends the snooze
   */
  record Snooze(Card card, Duration time) implements Effect {}

  /** Say something to the other people. */
  record Comment(Card card, String text) implements Effect {}
}
