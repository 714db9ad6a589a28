package dev.holdpoint.engine.external;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Withdraws what a program asked here and its user has settled there. A request to which the
 * program comes back stays.
 */
public final class SettledElsewhere {
  /** More than a program has pending at once; what is beyond goes with the next event. */
  private static final int MOST = 200;

  private static final int AT_ONCE = 16;

  private final Commits commits;
  private final Engine engine;
  private final ExternalGates gates;

  public SettledElsewhere(Commits commits, Engine engine, ExternalGates gates) {
    this.commits = commits;
    this.engine = engine;
    this.gates = gates;
  }

  /**
   * What is over.
   *
   * @param use the tool use; null for everything that the session has asked
   */
  public record Over(String sessionId, String program, @Nullable Use use) {}

  /**
   * @param callId the program's own name for the call; null where it has none
   * @param call null where the program does not say it
   */
  public record Use(@Nullable String callId, @Nullable ToolCall call) {}

  /** Looks first: most events after the fact are about nothing that waits. */
  public void withdraw(ClientGates.Client client, Over over, String reason, String by) {
    List<Long> found = engine.read((Queries queries) -> pending(queries, client, over));
    if (found.isEmpty()) {
      return;
    }
    commits.commit(
        change -> {
          for (long key : found) {
            Run run = change.run(key);
            if (run != null) {
              gates.interrupt(change, run, reason, by);
            }
          }
          return found.size();
        });
  }

  private static List<Long> pending(Queries queries, ClientGates.Client client, Over over) {
    Session session = queries.session(over.sessionId);
    if (session == null || !ClientSessions.isOf(queries, session, client)) {
      return List.of();
    }
    Use use = over.use;
    if (use == null) {
      return all(queries, session, client, over.program);
    }
    Run run =
        new ToolUses(session, client.source(), client.principalId(), over.program)
            .find(queries, use.callId, use.call);
    return run != null && !run.status().isSettled() && isOwn(run.head(), client, over.program)
        ? List.of(run.key())
        : List.of();
  }

  /** A few runs at a time: what others ask in the session may be much. */
  private static List<Long> all(
      Queries queries, Session session, ClientGates.Client client, String program) {
    List<Long> keys =
        Stream.of(GateKind.APPROVAL, GateKind.QUESTION)
            .map(kind -> new Queries.GateFilter(kind, GateState.Status.PENDING, session.key()))
            .flatMap(filter -> queries.gates(filter, 0, MOST).stream())
            .map(GateRow::runKey)
            .distinct()
            .sorted()
            .toList();
    List<Long> own = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += AT_ONCE) {
      List<Long> some = keys.subList(from, Math.min(keys.size(), from + AT_ONCE));
      queries.runs(some).stream()
          .filter(run -> isOwn(run.head(), client, program))
          .map(Run::key)
          .sorted()
          .forEach(own::add);
    }
    return own;
  }

  private static boolean isOwn(RunHead head, ClientGates.Client client, String program) {
    ClientCall call = head.client();
    return call != null
        && program.equals(call.program())
        && !call.comesBack()
        && head.sourceKind().equals(client.source())
        && head.submittedBy().equals(client.principalId());
  }
}
