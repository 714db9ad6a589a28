package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the keys mean at the moment. All but {@link Browsing} are about one card. */
sealed interface Mode {
  /** Looking at cards. */
  record Browsing() implements Mode {}

  /** Reading what the keys do. */
  record Helping() implements Mode {}

  /**
   * Typing why not, or what is said in place of a plain no.
   *
   * @param behavior what kind of no
   */
  record Denying(String id, ApprovalBehavior behavior, String text) implements Mode {}

  /** The input was edited and is shown; nothing was sent. */
  record Confirming(String id, JsonNode input) implements Mode {}

  /** The agent suggests a no; a yes is said twice. */
  record Doubting(String id, int key) implements Mode {}

  /**
   * Typing {@code yes} for a request of high risk.
   *
   * @param input in place of what was asked; null for what was asked
   * @param reach for how long it is allowed; null for this once
   */
  record Affirming(
      String id, @Nullable JsonNode input, @Nullable PermissionScopeKind reach, String text)
      implements Mode {}

  /**
   * Reading what a revision changes of the request before.
   *
   * @param lines safe to print
   */
  record Comparing(String id, List<String> lines) implements Mode {
    public Comparing {
      lines = List.copyOf(lines);
    }
  }

  /** Typing what other people read. */
  record Commenting(String id, String text) implements Mode {}

  /** Typing for how long a card is hidden. */
  record Snoozing(String id, String text) implements Mode {}

  /** Typing answers, question by question. */
  record Answering(String id, List<QuestionAnswer> answers, String text) implements Mode {
    public Answering {
      answers = List.copyOf(answers);
    }
  }

  /** The card that it is about; null when it is about none. */
  default @Nullable String about() {
    return switch (this) {
      case Browsing _, Helping _ -> null;
      case Denying(var id, _, _) -> id;
      case Confirming(var id, _) -> id;
      case Doubting(var id, _) -> id;
      case Affirming(var id, _, _, _) -> id;
      case Comparing(var id, _) -> id;
      case Answering(var id, _, _) -> id;
      case Commenting(var id, _) -> id;
      case Snoozing(var id, _) -> id;
    };
  }
}
