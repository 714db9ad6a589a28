package dev.holdpoint.engine.external;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.RevisionChain;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.core.world.WorldChange;
import dev.holdpoint.core.world.WorldTerms;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.gate.ExternalRuns;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.run.Runs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gates of agents outside that the world has overtaken before they were carried out. */
public final class StaleGates {
  private final ExternalGates gates;

  public StaleGates(ExternalGates gates) {
    this.gates = gates;
  }

  /**
   * What has changed since the approval was raised.
   *
   * @param observed how each precondition is now, in their order; what is unknown has not held
   */
  public static List<WorldChange> changes(WorldTerms world, List<Sighting> observed) {
    List<WorldChange> changes = new ArrayList<>();
    for (int i = 0; i < world.preconditions().size(); i++) {
      Precondition one = world.preconditions().get(i);
      Sighting now = i < observed.size() ? observed.get(i) : Sighting.UNSEEN;
      if (one.against(now) != Precondition.State.HOLDS) {
        changes.add(WorldChange.of(one, now, null));
      }
    }
    return changes;
  }

  /** Whether people were asked about this call often enough. */
  public static boolean isLast(Approval approval) {
    return approval.revision() >= RevisionChain.LONGEST
        || (approval.world() != null && approval.world().isLast());
  }

  /**
   * Raises the next revision of an allowed approval, in a new run of the same session and by the
   * commit that finds it stale. The asker's own key for the request leads to it from then on.
   *
   * @param run that holds the approval
   * @param observed how each precondition is now, in their order
   * @return the new run, whose only approval is the revision; it may be settled by a rule already
   */
  public Run raiseNext(Change change, Run run, Approval approval, List<Sighting> observed) {
    WorldTerms world = approval.world();
    if (world == null) {
      throw new IllegalArgumentException(approval.id() + " depends on nothing");
    }
    List<Precondition> next = new ArrayList<>();
    for (int i = 0; i < world.preconditions().size(); i++) {
      Precondition one = world.preconditions().get(i);
      next.add(i < observed.size() ? one.expecting(observed.get(i)) : one);
    }
    GateDraft.OfApproval draft =
        Revisions.anew(approval).dependingOn(world.anew(next, changes(world, observed)), null);
    return gates.raise(
        change,
        Runs.open(change, run.head().sessionId()),
        ExternalRuns.again(run.head()),
        new ExternalGates.Gate(run.call(approval.callId()), draft));
  }

  /** The newest run for what this one asked: itself, unless the world has overtaken it. */
  static Run newest(Change change, Run run) {
    Run newest = run;
    for (int i = 0; i < RevisionChain.LONGEST; i++) {
      String successor =
          newest.approvals().isEmpty() || newest.head().driver() != RunHead.Driver.OUTSIDE
              ? null
              : stale(change, newest.approvals().getFirst());
      if (successor == null) {
        return newest;
      }
      Gates.Found<Approval> found = Gates.approval(change.queries(), successor).orElse(null);
      Run next = found == null ? null : change.run(found.row().runKey());
      if (next == null) {
        return newest;
      }
      newest = next;
    }
    return newest;
  }

  private static @Nullable String stale(Change change, Approval approval) {
    // One that was sent back has a revision of its own asker, under another key.
    boolean overtaken =
        approval.state() instanceof ApprovalState.Allowed
            || (approval.world() != null && !approval.isPending());
    return !overtaken ? null : Revisions.successor(change, approval);
  }
}
