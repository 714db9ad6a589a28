package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.port.store.Queries;

/**
 * Gates whose ids clients were given after they were raised. A client that asked without an id of
 * its own and now has one, as its task, comes back with it.
 */
final class HeldIds {
  private HeldIds() {}

  private static String name(Run run) {
    return ClientPrompts.hash("held", Long.toString(run.key()));
  }

  static boolean isGivenOut(Queries queries, Run run) {
    ClientCall call = run.head().client();
    return call != null
        && (call.comesBack() || queries.named(ClientPrompt.KIND, name(run)) != null);
  }

  static void giveOut(Change change, Run run) {
    ClientCall call = run.head().client();
    String name = name(run);
    if (call != null && !call.comesBack() && ClientPrompts.prompt(change, name) == null) {
      ClientPrompts.keep(change, run.head().sessionId(), name, null, "", run, false);
    }
  }
}
