package dev.holdpoint.cli;

import dev.holdpoint.api.problem.ProblemBodies.ProblemBody;
import dev.holdpoint.api.problem.ProblemBodies.Settlement;
import dev.holdpoint.client.http.CallFailed;

/** Why a call did not do what was asked, for the person who asked. */
public final class RefusalText {
  private RefusalText() {}

  /**
   * One line, with who was faster where somebody was; a further one for each place of the request
   * that was wrong.
   */
  public static String told(CallFailed failure) {
    String message = String.valueOf(failure.getMessage());
    StringBuilder told = new StringBuilder(Visible.line(message.lines().findFirst().orElse("")));
    Settlement before = failure.problem().map(ProblemBody::resolution).orElse(null);
    if (before != null) {
      told.append(
          before.outcome() == null
              ? "; a decision by %s is held".formatted(Visible.line(before.by()))
              : "; it was " + GateText.settled(before.outcome(), before.by(), before.atMs()));
    }
    if (failure.code().endsWith("approval_signature_required")) {
      told.append("\n  sign it with: holdpoint approve APPROVAL --key FILE");
    }
    failure
        .errors()
        .forEach(
            fault ->
                told.append("\n  ").append(Visible.line(fault.pointer() + ": " + fault.message())));
    return told.toString();
  }
}
