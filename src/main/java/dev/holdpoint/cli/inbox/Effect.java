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

  /**
   * Read the list.
   *
   * @param anew whether rows may move on the screen
   */
  record Refresh(Wish wish, boolean anew) implements Effect {}

  /** Read a card once more. */
  record Reread(Card card) implements Effect {}

  /** Find out how a request was settled. */
  record Look(String id) implements Effect {}

  /**
   * @param instead runs in place of what was asked; null is what was asked
   * @param rule what is allowed from now on as well; null is this call alone
   * @param optionId one of the agent's own options; null is the one that fits
   */
  record Allow(
      Card.ApprovalCard card,
      @Nullable JsonNode instead,
      @Nullable Remembered rule,
      @Nullable String optionId)
      implements Effect {
    static Allow once(Card.ApprovalCard card, @Nullable JsonNode instead) {
      return new Allow(card, instead, null, null);
    }
  }

  /**
   * A rule that a decision leaves behind.
   *
   * @param key one of the pattern keys of the request
   * @param lasts null is until it is revoked
   * @param uses how often it decides; null is any number
   */
  record Remembered(
      String key, PermissionScopeKind scope, @Nullable Duration lasts, @Nullable Integer uses) {}

  /**
   * @param behavior what kind of no
   * @param words why not; with another kind than a plain no never null
   * @param optionId one of the agent's own options; null is the one that fits
   */
  record Deny(
      Card.ApprovalCard card,
      ApprovalBehavior behavior,
      @Nullable String words,
      @Nullable String optionId)
      implements Effect {
    Deny(Card.ApprovalCard card, ApprovalBehavior behavior, @Nullable String words) {
      this(card, behavior, words, null);
    }
  }

  /** Find out what a rule would have decided. */
  record Foresee(Card.ApprovalCard card, String key, PermissionScopeKind scope) implements Effect {}

  /** Read the cards of several rows, to decide them together. */
  record Gather(ApprovalBehavior behavior, List<String> ids) implements Effect {
    public Gather {
      ids = List.copyOf(ids);
    }
  }

  /**
   * @param words for the agents; null for none
   */
  record Many(ApprovalBehavior behavior, List<Card.ApprovalCard> cards, @Nullable String words)
      implements Effect {
    public Many {
      cards = List.copyOf(cards);
    }
  }

  /** Take back what is held. */
  record Undo(List<String> ids) implements Effect {
    public Undo {
      ids = List.copyOf(ids);
    }
  }

  /** Find out what a revision changes. */
  record Compare(Card.ApprovalCard card) implements Effect {}

  /** Find out what led to a request. */
  record Led(Card card) implements Effect {}

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
