package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.journal.Gates;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The run that a decision is meant for: named itself, or whatever waits in a session. */
public sealed interface GateTarget {
  Run find(Change change, GateKind kind, @Nullable String requestId);

  /** Whether a gate of this run can be meant. */
  boolean holds(Run run);

  /** The run's key where it is known beforehand, or 0. */
  default long runKey() {
    return 0;
  }

  record OfRun(String runId) implements GateTarget {
    @Override
    public long runKey() {
      return Ulid.keyOf("run_", runId).orElse(0);
    }

    @Override
    public Run find(Change change, GateKind kind, @Nullable String requestId) {
      return Existing.run(change, runId);
    }

    @Override
    public boolean holds(Run run) {
      return run.id().equals(runId);
    }
  }

  record OfSession(String sessionId) implements GateTarget {
    @Override
    public boolean holds(Run run) {
      return run.head().sessionId().equals(sessionId);
    }

    @Override
    public Run find(Change change, GateKind kind, @Nullable String requestId) {
      Session session = Existing.session(change, sessionId);
      List<Run> candidates =
          change.load(session.key()).awake().stream()
              .filter(live -> live.status() == RunStatus.waitingFor(kind))
              .map(live -> Existing.run(change, live.key()))
              .toList();
      return candidates.stream()
          .filter(run -> requestId != null && run.gate(requestId).isPresent())
          .findFirst()
          .or(() -> raiser(change, kind, requestId))
          .or(() -> candidates.stream().findFirst())
          .orElseThrow(() -> nothingWaits(kind));
    }

    /**
     * A click that came too late is meant for the run that asked, whatever waits now: that run can
     * tell what became of it.
     */
    private Optional<Run> raiser(Change change, GateKind kind, @Nullable String requestId) {
      if (requestId == null) {
        return Optional.empty();
      }
      return Gates.gate(change.queries(), kind, requestId)
          .filter(gate -> gate.run().head().sessionId().equals(sessionId))
          .map(gate -> Existing.run(change, gate.row().runKey()));
    }

    private static RuntimeException nothingWaits(GateKind kind) {
      Problem problem =
          switch (kind) {
            case APPROVAL -> Problem.APPROVAL_STATE_CONFLICT;
            case QUESTION -> Problem.QUESTION_STATE_CONFLICT;
          };
      return problem
          .because(
              "No run of this session is waiting for "
                  + (kind == GateKind.APPROVAL ? "an approval" : "a question")
                  + ". Nothing was resolved.")
          .asException();
    }
  }
}
