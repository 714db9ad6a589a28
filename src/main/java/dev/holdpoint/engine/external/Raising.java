package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.external.ClientGates.Manner;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a client's request is a new one, or one that it has asked before. */
final class Raising {
  private final ExternalGates gates;
  private final Waiters vigils;
  private final long undeliveredMs;

  Raising(ExternalGates gates, Waiters vigils, long undeliveredMs) {
    this.gates = gates;
    this.vigils = vigils;
    this.undeliveredMs = undeliveredMs;
  }

  /**
   * @param replayed whether it had been raised before
   * @param own whether it was raised by the very same request, from the same place
   */
  record Raised(Run run, boolean replayed, boolean own) {}

  Raised raised(Change change, ClientGates.Client client, ClientGates.Request request) {
    String asked = ClientRequestKeys.fingerprint(request.gate());
    Session session = ClientSessions.of(change, client, request.sessionId());
    String ownName =
        request.key().key() == null ? null : ClientRequestKeys.name(session, client, request);
    ClientPrompt named = ClientPrompts.prompt(change, ownName);
    String sameName = ClientRequestKeys.sameName(session, client, request, asked);
    ClientPrompt same = ClientPrompts.prompt(change, sameName);
    if (named == null && ownName != null && same != null) {
      named =
          ClientPrompts.ofBefore(
              change, ClientRequestKeys.name(session, client, request.key()), same);
    }
    Run first = ClientPrompts.earlier(change, named, asked);
    Run known = first == null ? null : StaleGates.newest(change, first);
    Run earlier =
        Holders.own(change, ownName, known, known != null && vigils.isKept(change, known));
    List<String> follows = request.manner().follows();
    if (earlier == null && follows != null) {
      earlier = Passes.taken(change, session, client.principalId(), follows);
    }
    if (earlier != null) {
      if (earlier.status().isSettled()) {
        Undelivered.told(change, earlier);
      }
      return new Raised(earlier, true, same != null && same.runKey() == earlier.key());
    }
    Run left = request.key().returns() && same != null ? change.run(same.runKey()) : null;
    // A client that still waits receives the decision itself, though it may not have it yet.
    boolean leftAlone = left != null && !vigils.isKept(change, left);
    boolean returns = left != null && leftAlone && !left.status().isSettled();
    boolean late =
        left != null
            && leftAlone
            && Undelivered.answers(change, session, same, left, undeliveredMs);
    boolean found = returns || late;
    ClientCall call = call(client, request, sameName);
    Run run =
        left != null && found
            ? left
            : gates.raise(
                change,
                Runs.open(change, session.id()),
                submission(client, request.text()).by(call),
                request.gate());
    if (found && ownName != null) {
      Holders.takeOver(change, ownName, run);
    }
    ClientPrompts.keep(change, session.id(), ownName, named, asked, run, false);
    if (request.manner().holds() == Manner.Holds.TASK) {
      // Nobody else finds it by asking the same: one decision answers one call.
      if (found && same != null) {
        change.discard(ClientPrompt.KIND, same);
        HeldIds.giveOut(change, run);
      }
    } else {
      // What is settled by now is the answer to this very request.
      boolean untold =
          request.key().returns()
              && request.manner().holds() == Manner.Holds.NOTHING
              && !run.status().isSettled();
      ClientPrompts.keep(change, session.id(), sameName, same, asked, run, untold);
    }
    if (call.program() != null && !call.comesBack() && !run.status().isSettled()) {
      new ToolUses(session, client.source(), client.principalId(), call.program())
          .keep(change, call.callId(), request.gate().call(), run);
    }
    return new Raised(run, found, true);
  }

  /** The run that the same request has raised; null where there is none. */
  static @Nullable Run same(
      Queries queries, ClientGates.Client client, ClientGates.Request request) {
    Session session = ClientSessions.find(queries, client, request.sessionId());
    ClientPrompt same =
        session == null
            ? null
            : queries.named(
                ClientPrompt.KIND,
                ClientRequestKeys.sameName(
                    session, client, request, ClientRequestKeys.fingerprint(request.gate())));
    return same == null ? null : queries.run(same.runKey());
  }

  private static ClientCall call(
      ClientGates.Client client, ClientGates.Request request, String sameName) {
    Manner manner = request.manner();
    return new ClientCall(
        manner.program(),
        manner.callId(),
        sameName,
        manner.comesBack(),
        manner.program() == null ? client.name() : null,
        request.from().equals(ClientGates.BY_PERMIT) ? true : null);
  }

  static Submission submission(ClientGates.Client client, String text) {
    return new Submission(
            RunKind.INPUT,
            RunHead.Driver.OUTSIDE,
            client.principalId(),
            client.source(),
            client.source(),
            client.actor(),
            text,
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE)
        .askedBy(client.actor())
        .within(client.trace());
  }
}
