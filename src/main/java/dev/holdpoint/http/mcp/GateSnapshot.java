package dev.holdpoint.http.mcp;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.Queries;
import java.util.Optional;

/** A gate and the run that holds it, as they stand. */
public sealed interface GateSnapshot {
  Run run();

  Gate gate();

  String gateId();

  boolean isPending();

  /**
   * Where people decide.
   *
   * @param site where they reach this daemon, without a slash
   */
  default String page(String site) {
    return site
        + switch (this) {
          case OfApproval _ -> "/ui/approvals/";
          case OfQuestion _ -> "/ui/questions/";
        }
        + gateId();
  }

  record OfApproval(Run run, Approval gate) implements GateSnapshot {
    @Override
    public String gateId() {
      return gate.id();
    }

    @Override
    public boolean isPending() {
      return gate.isPending();
    }
  }

  record OfQuestion(Run run, Question gate) implements GateSnapshot {
    @Override
    public String gateId() {
      return gate.id();
    }

    @Override
    public boolean isPending() {
      return gate.isPending();
    }
  }

  /** The one gate of a run that a client has raised; empty for a run that asks nothing. */
  static Optional<GateSnapshot> in(Run run) {
    if (!run.approvals().isEmpty()) {
      return Optional.of(new OfApproval(run, run.approvals().getFirst()));
    }
    return run.questions().isEmpty()
        ? Optional.empty()
        : Optional.of(new OfQuestion(run, run.questions().getFirst()));
  }

  static Optional<GateSnapshot> find(Queries queries, String gateId) {
    return Gates.approval(queries, gateId)
        .<GateSnapshot>map(found -> new OfApproval(found.run(), found.gate()))
        .or(
            () ->
                Gates.question(queries, gateId)
                    .map(found -> new OfQuestion(found.run(), found.gate())));
  }
}
