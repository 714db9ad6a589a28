package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the keys mean at the moment. */
sealed interface Mode {
  /** Looking at cards. */
  record Browsing() implements Mode {}

  /** Reading what the keys do. */
  record Helping() implements Mode {}

  /** Typing words that the listed requests must have. */
  record Searching(String text) implements Mode {}

  /**
   * Choosing filters.
   *
   * @param draft is asked for when it is confirmed
   * @param field the line that a key changes
   */
  record Filtering(Wish draft, int field) implements Mode {}

  /**
   * Typing why not, or what is said in place of a plain no.
   *
   * @param behavior what kind of no
   */
  record Denying(String id, ApprovalBehavior behavior, String text) implements Mode {}

  /** The input was edited and is shown; nothing was sent. */
  record Confirming(String id, JsonNode input) implements Mode {}

  /** A yes that is said twice: the agent suggests a no, or keeps the yes by itself. */
  record Doubting(String id, int key) implements Mode {}

  /** Typing {@code yes} for a request of high risk. */
  record Affirming(String id, Effect.Allow allow, String text) implements Mode {}

  /**
   * Choosing the rule that a yes leaves behind.
   *
   * @param early how often Enter came before this form could be read
   */
  record Remembering(String id, RuleForm form, int early) implements Mode {
    Remembering(String id, RuleForm form) {
      this(id, form, 0);
    }
  }

  /**
   * Reading something about a card, such as what a revision changes.
   *
   * @param key the key that opened it, and closes it
   * @param lines safe to print
   */
  record Reading(String id, char key, String heading, List<String> lines) implements Mode {
    public Reading {
      lines = List.copyOf(lines);
    }
  }

  /**
   * Reading what becomes of the selected rows.
   *
   * @param text the reason that is typed for a no
   */
  record Several(
      ApprovalBehavior behavior, List<Card.ApprovalCard> meant, List<LeftOut> out, String text)
      implements Mode {
    public Several {
      meant = List.copyOf(meant);
      out = List.copyOf(out);
    }
  }

  /**
   * A selected row that is not decided with the others.
   *
   * @param title of its row
   */
  record LeftOut(String title, String why) {}

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
      case Browsing _, Helping _, Searching _, Filtering _, Several _ -> null;
      case Denying(var id, _, _) -> id;
      case Confirming(var id, _) -> id;
      case Doubting(var id, _) -> id;
      case Affirming(var id, _, _) -> id;
      case Remembering(var id, _, _) -> id;
      case Reading(var id, _, _, _) -> id;
      case Answering(var id, _, _) -> id;
      case Commenting(var id, _) -> id;
      case Snoozing(var id, _) -> id;
    };
  }
}
