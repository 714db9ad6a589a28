package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.permission.Rulebook;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that nobody was given: the daemon stopped while a client waited, the client was told no
 * for that, and a person decided afterwards. Such a decision answers the same request once. Whether
 * it was given is noted in the commit that finds it, or in one of its own before the answer is
 * written, so it is given at most once, on whichever node.
 */
final class Undelivered {
  private Undelivered() {}

  /** The decision is given now, or may have been. */
  static void told(Change change, Run run) {
    ClientCall call = run.head().client();
    ClientPrompt prompt = call == null ? null : ClientPrompts.prompt(change, call.prompt());
    if (prompt != null && prompt.untold() && prompt.runKey() == run.key()) {
      change.keep(ClientPrompt.KIND, prompt.told());
    }
  }

  /** Whether what was decided then answers the same request now. */
  static boolean answers(
      Change change, Session session, @Nullable ClientPrompt same, Run run, long withinMs) {
    if (same == null
        || !same.untold()
        || withinMs == 0
        || session.isEnded()
        || !run.status().isSettled()) {
      return false;
    }
    Long decidedAt = decidedAt(run);
    return decidedAt != null
        && change.nowMs() - decidedAt <= withinMs
        && !isDeniedByNow(change, run);
  }

  /** When a person or a rule decided; null where the gate was withdrawn or its time was over. */
  private static @Nullable Long decidedAt(Run run) {
    GateState state =
        run.approvals().isEmpty()
            ? run.questions().getFirst().state()
            : run.approvals().getFirst().state();
    return switch (state) {
      case ApprovalState.Allowed allowed -> allowed.atMs();
      case ApprovalState.Denied denied -> denied.atMs();
      case QuestionState.Answered answered -> answered.atMs();
      case QuestionState.Declined declined -> declined.atMs();
      case QuestionState.Cancelled cancelled -> cancelled.atMs();
      default -> null;
    };
  }

  /** What was allowed then may be forbidden since. */
  static boolean isDeniedByNow(Change change, Run run) {
    if (run.approvals().isEmpty()) {
      return false;
    }
    Approval approval = run.approvals().getFirst();
    return Rulebook.decide(change, run, run.call(approval.callId()), Behavior.ASK, true).behavior()
        == Behavior.DENY;
  }
}
