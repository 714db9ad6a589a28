package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import org.jspecify.annotations.Nullable;

/**
 * Which of several names of a call its gate is for. A client that was started anew asks the same
 * under another name and takes the gate over. Under the name before, a yes is not found any more,
 * since one yes is for one call; a no may be heard twice.
 */
final class Holders {
  private Holders() {}

  private static String note(Run run) {
    return ClientPrompts.hash("holder", Long.toString(run.key()));
  }

  /** The gate is for this name from now on, or again. */
  static void takeOver(Change change, String ownName, Run run) {
    ClientPrompt holder = ClientPrompts.prompt(change, note(run));
    ClientPrompts.keep(change, run.head().sessionId(), note(run), holder, ownName, run, false);
  }

  /**
   * What was asked under the name, unless it is for another by now.
   *
   * @param isKept whether somebody waits for it
   */
  static @Nullable Run own(
      Change change, @Nullable String ownName, @Nullable Run earlier, boolean isKept) {
    if (earlier == null || ownName == null) {
      return earlier;
    }
    ClientPrompt holder = ClientPrompts.prompt(change, note(earlier));
    if (holder == null || holder.fingerprint().equals(ownName)) {
      return earlier;
    }
    if (earlier.status().isSettled() ? isYes(earlier) : isKept) {
      return null;
    }
    if (!earlier.status().isSettled()) {
      takeOver(change, ownName, earlier);
    }
    return earlier;
  }

  private static boolean isYes(Run run) {
    return run.approvals().stream().anyMatch(one -> one.state() instanceof ApprovalState.Allowed)
        || run.questions().stream().anyMatch(one -> one.state() instanceof QuestionState.Answered);
  }
}
