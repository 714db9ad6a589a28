package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An allow that answers one more request. A program that asks before it uses a tool, and again
 * before it shows a dialog about the same use, is asked about once.
 */
final class Passes {
  /** A program shows its dialog at once; what comes later is another use. */
  private static final long PASS_MS = 600_000;

  private Passes() {}

  private static String name(long sessionKey, String principalId, List<String> what) {
    return ClientPrompts.hash(
        "pass",
        Long.toString(sessionKey),
        principalId,
        ClientPrompts.hash(what.toArray(String[]::new)));
  }

  /** Left with the allow of this run; the same allow, given again, leaves no second one. */
  static void give(Change change, Run run, List<String> what) {
    String name = name(run.head().sessionKey(), run.head().submittedBy(), what);
    ClientPrompt known = ClientPrompts.prompt(change, name);
    if (known == null) {
      change.keep(
          ClientPrompt.KIND,
          new ClientPrompt(
              Ulid.keyOf(ClientPrompt.PREFIX, change.newId(ClientPrompt.PREFIX)).orElseThrow(),
              name,
              run.head().sessionId(),
              "",
              run.key(),
              run.id(),
              true));
    } else if (known.runKey() < run.key()) {
      // An older allow that is given again leaves none.
      change.keep(ClientPrompt.KIND, known.by("", run.key(), run.id(), true));
    }
  }

  /** The run whose allow answers this too, which is then used up; null when there is none. */
  static @Nullable Run taken(
      Change change, Session session, String principalId, List<String> what) {
    ClientPrompt pass = ClientPrompts.prompt(change, name(session.key(), principalId, what));
    if (pass == null || !pass.untold()) {
      return null;
    }
    change.keep(ClientPrompt.KIND, pass.told());
    Run run = change.run(pass.runKey());
    return run != null
            && !session.isEnded()
            && !run.approvals().isEmpty()
            && run.approvals().getFirst().state() instanceof ApprovalState.Allowed allowed
            && change.nowMs() - allowed.atMs() <= PASS_MS
            && !Undelivered.isBarredByNow(change, run)
        ? run
        : null;
  }
}
