package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.cache.IdempotencyKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Something a client wants once, and asks for until it is told. */
final class Wish {
  enum Kind {
    SUBMIT,
    RESOLVE,
    SIGN,
    VOTE,
    HOLD,
    UNDO,
    REVOKE,
    COMMENT,
    TRIAGE,
    REFORM,
    PART,
    REDEEM,
    CANCEL,
    INTERRUPT,
    END
  }

  /** Asks; gives the ids of the runs that the answer names, or of the session that was ended. */
  interface Asking {
    List<String> ask(Life life, @Nullable IdempotencyKey key);
  }

  final int number;
  final Kind kind;
  final boolean hasKey;
  final Set<String> runs = new HashSet<>();
  private final Asking asking;
  private int unanswered;
  private int yes;
  private @Nullable Problem no;

  Wish(int number, Kind kind, boolean hasKey, Asking asking) {
    this.number = number;
    this.kind = kind;
    this.hasKey = hasKey;
    this.asking = asking;
  }

  void ask(Life life) {
    unanswered++;
    try {
      runs.addAll(asking.ask(life, hasKey ? new IdempotencyKey("key " + number, "same") : null));
      yes++;
      unanswered--;
    } catch (Refused refused) {
      Problem problem = refused.refusal().problem();
      hold(problem != Problem.INTERNAL_ERROR, "the engine made a mistake: %s", refused);
      // These two promise nothing: the caller may ask again.
      if (problem != Problem.UNAVAILABLE && problem != Problem.STORAGE_FULL) {
        no = problem;
        unanswered--;
      }
    }
  }

  /** As {@link #check}, of a word that may have been said before, and then is not counted. */
  void checkSaid(long happened) {
    hold(happened <= 1, "%s %d: the daemon counted it twice", kind, number);
    if (yes == 0 && unanswered == 0) {
      hold(happened == 0, "%s %d was refused as %s and has happened", kind, number, no);
    }
  }

  /** Whether all that it was told is that another person's decision is held. */
  boolean isRefusedAsHeld() {
    return yes == 0 && unanswered == 0 && no == Problem.APPROVAL_HELD;
  }

  boolean isGranted() {
    return yes > 0;
  }

  /** Holds the answers that were given against how often it has happened. */
  void check(long happened) {
    String what = kind + " " + number;
    hold(happened <= 1, "%s: the daemon made it twice", what);
    if (yes > 0) {
      hold(happened == 1, "%s was granted and is not there", what);
      // A busy session may take the same submission later; a gate that is settled stays so.
      hold(
          kind == Kind.SUBMIT || no == null,
          "%s was refused as %s and granted all the same",
          what,
          no);
    } else if (unanswered == 0) {
      hold(happened == 0, "%s was refused as %s and has happened", what, no);
    }
  }
}
