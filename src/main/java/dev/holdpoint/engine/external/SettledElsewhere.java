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
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Withdraws what a program asked here and its user has settled there. A request to which the
 * program comes back stays.
 */
public final class SettledElsewhere {
  /** More than a program has pending at once; what is beyond goes with the next event. */
  private static final int MOST = 200;

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
   * @param callId the program's own name for the call; null where it has none
   * @param call null for everything that the session has asked
   */
  public record Over(
      String sessionId, String program, @Nullable String callId, @Nullable ToolCall call) {}

  /** Looks first: most events after the fact are about nothing that waits. */
  public void withdraw(ClientGates.Client client, Over over, String reason, String by) {
    List<Run> found = engine.read((Queries queries) -> pending(queries, client, over));
    if (found.isEmpty()) {
      return;
    }
    commits.commit(
        change -> {
          for (Run one : found) {
            Run run = change.run(one.key());
            if (run != null) {
              gates.interrupt(change, run, reason, by);
            }
          }
          return found.size();
        });
  }

  private static List<Run> pending(Queries queries, ClientGates.Client client, Over over) {
    Session session = queries.session(over.sessionId);
    if (session == null || !ClientSessions.isOf(session, client)) {
      return List.of();
    }
    List<Long> keys =
        Stream.of(GateKind.APPROVAL, GateKind.QUESTION)
            .map(kind -> new Queries.GateFilter(kind, GateState.Status.PENDING, session.key()))
            .flatMap(filter -> queries.gates(filter, 0, MOST).stream())
            .map(GateRow::runKey)
            .distinct()
            .sorted()
            .toList();
    List<Run> own =
        keys.stream()
            .map(queries::run)
            .filter(Objects::nonNull)
            .filter(run -> isOwn(run.head(), client, over.program))
            .toList();
    return over.call == null ? own : same(own, over).limit(1).toList();
  }

  private static boolean isOwn(RunHead head, ClientGates.Client client, String program) {
    ClientCall call = head.client();
    return call != null
        && program.equals(call.program())
        && !call.comesBack()
        && head.sourceKind().equals(client.source())
        && head.submittedBy().equals(client.principalId());
  }

  /** By the name of the call where both have one, else by what is called. */
  private static Stream<Run> same(List<Run> runs, Over over) {
    ToolCall call = Objects.requireNonNull(over.call);
    String asked = Digests.of(call.tool(), call.input());
    return runs.stream()
        .filter(
            run -> {
              String named = Objects.requireNonNull(run.head().client()).callId();
              if (named != null && over.callId != null) {
                return named.equals(over.callId);
              }
              ToolCall own = run.calls().getFirst().call();
              return Digests.of(own.tool(), own.input()).equals(asked);
            });
  }
}
