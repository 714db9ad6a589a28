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
 */
final class ToolUses {
  private ToolUses() {}

  static void keep(
      Change change,
      Session session,
      ClientGates.Client client,
      ClientGates.Request request,
      Run run) {
    ClientGates.Manner manner = request.manner();
    if (manner.program() == null || manner.comesBack() || run.status().isSettled()) {
      return;
    }
    keep(change, session, name(session, client, manner.program(), request.gate().call()), run);
    if (manner.callId() != null) {
      keep(change, session, name(session, client, manner.program(), manner.callId()), run);
    }
  }

  private static void keep(Change change, Session session, String name, Run run) {
    ClientPrompts.keep(
        change, session.id(), name, ClientPrompts.prompt(change, name), "", run, false);
  }

  /**
   * By the name of the call where both have one, else by what is called; null when nothing of the
   * two waits.
   */
  static @Nullable Run find(
      Queries queries,
      Session session,
      ClientGates.Client client,
      String program,
      @Nullable String callId,
      @Nullable ToolCall call) {
    Run named = callId == null ? null : run(queries, name(session, client, program, callId));
    if (named != null) {
      return named;
    }
    Run same = call == null ? null : run(queries, name(session, client, program, call));
    ClientCall asked = same == null ? null : same.head().client();
    boolean isOther =
        callId != null && asked != null && asked.callId() != null && !asked.callId().equals(callId);
    return isOther ? null : same;
  }

  private static @Nullable Run run(Queries queries, String name) {
    ClientPrompt kept = queries.named(ClientPrompt.KIND, name);
    return kept == null ? null : queries.run(kept.runKey());
  }

  private static String name(
      Session session, ClientGates.Client client, String program, String callId) {
    return name("call", session, client, program, callId);
  }

  private static String name(
      Session session, ClientGates.Client client, String program, ToolCall call) {
    return name("use", session, client, program, Digests.of(call.tool(), call.input()));
  }

  private static String name(
      String kind, Session session, ClientGates.Client client, String program, String what) {
    return ClientRequestKeys.hash(
        "over",
        kind,
        Long.toString(session.key()),
        client.source(),
        client.principalId(),
        program,
        what);
  }
}
