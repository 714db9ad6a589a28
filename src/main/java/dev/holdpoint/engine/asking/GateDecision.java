package dev.holdpoint.engine.asking;

import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.record.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What somebody has answered. Nothing but an {@link Allowed} lets anything happen. */
public sealed interface GateDecision {
  /**
   * @param choiceId of the offer; null where the agent offers none
   * @param updatedInput what is to be done in place of what was asked
   * @param lasting whether the same is allowed from now on
   */
  record Allowed(@Nullable String choiceId, @Nullable Json updatedInput, boolean lasting)
      implements GateDecision {}

  /**
   * @param choiceId of the offer; null where it has none that says no
   * @param reason the person's words, and nothing else
   * @param by who said no; null when nobody is known for it
   * @param kind what was said in place of a plain no; null for a plain one
   */
  record Denied(
      @Nullable String choiceId, String reason, @Nullable String by, @Nullable Denial kind)
      implements GateDecision {
    public Denied(@Nullable String choiceId, String reason) {
      this(choiceId, reason, null, null);
    }

    /** For an agent that is told a no with one text: what kind of no, and the words. */
    public String message() {
      return switch (kind) {
        case null -> reason;
        case CHANGES_REQUESTED -> "Changes requested: " + reason;
        case ASKED_BACK -> "Before deciding, a person asks: " + reason;
        case RESPONDED -> "A person answered in the tool's place: " + reason;
      };
    }
  }

  record Answered(List<Answer> answers) implements GateDecision {}

  /** Somebody has said that he will not answer. */
  record Declined(String reason) implements GateDecision {}

  /** Nobody will answer: the run has ended, or the time is over. */
  record Cancelled(String reason) implements GateDecision {}
}
