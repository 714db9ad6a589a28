package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.store.Queries;
import org.jspecify.annotations.Nullable;

/**
 * Where the gate of a tool use is found once the program tells that the use is over. Programs tell
 * that of every tool, so it takes two looks, however much waits in the session.
 *
 * @param principalId whose token the program has
 */
record ToolUses(Session session, String source, String principalId, String program) {
  /**
   * @param callId the program's own name for the call; null where it has none
   */
  void keep(Change change, @Nullable String callId, ToolCall call, Run run) {
    keep(change, name(call), run);
    if (callId != null) {
      keep(change, name("call", callId), run);
    }
  }

  private void keep(Change change, String name, Run run) {
    ClientPrompts.keep(
        change, session.id(), name, ClientPrompts.prompt(change, name), "", run, false);
  }

  /**
   * By the name of the call where both have one, else by what is called; null when nothing of the
   * two waits.
   */
  @Nullable Run find(Queries queries, @Nullable String callId, @Nullable ToolCall call) {
    Run named = callId == null ? null : run(queries, name("call", callId));
    if (named != null) {
      return named;
    }
    Run same = call == null ? null : run(queries, name(call));
    ClientCall asked = same == null ? null : same.head().client();
    boolean isOther =
        callId != null && asked != null && asked.callId() != null && !asked.callId().equals(callId);
    return isOther ? null : same;
  }

  private static @Nullable Run run(Queries queries, String name) {
    ClientPrompt kept = queries.named(ClientPrompt.KIND, name);
    return kept == null ? null : queries.run(kept.runKey());
  }

  private String name(ToolCall call) {
    return name("use", Digests.of(call.tool(), call.input()));
  }

  private String name(String kind, String what) {
    return ClientPrompts.hash(
        "over", kind, Long.toString(session.key()), source, principalId, program, what);
  }
}
