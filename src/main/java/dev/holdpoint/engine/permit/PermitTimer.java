package dev.holdpoint.engine.permit;

import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitCommand;
import dev.holdpoint.core.permit.PermitMachine;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.timer.DueWork;

/**
 * Makes uncertain what was begun and has no result when one is due, and asks people about it. The
 * time is in the record, so it is rung after a restart too, and by one node of several.
 */
public final class PermitTimer implements DueWork {
  private static final int AT_ONCE = 50;

  private final Commits commits;
  private final PermitQuestions questions;
  private final PermitMetrics metrics;

  public PermitTimer(Commits commits, PermitQuestions questions, PermitMetrics metrics) {
    this.commits = commits;
    this.questions = questions;
    this.metrics = metrics;
  }

  @Override
  public int ring() {
    int done = commits.commit(this::lapse);
    for (int i = 0; i < done; i++) {
      metrics.reached(PermitState.Status.UNCERTAIN);
    }
    return done;
  }

  @Override
  public boolean isUrgent() {
    return false;
  }

  private int lapse(Change change) {
    int done = 0;
    for (Permit due : change.queries().due(Permit.KIND, change.nowMs(), AT_ONCE)) {
      // An earlier work of the same transaction may have been quicker.
      Permit permit = change.kept(Permit.KIND, due.key());
      if (permit != null
          && PermitMachine.decide(permit.state(), new PermitCommand.Lapse(change.nowMs()))
              instanceof Verdict.Happened<PermitState>(PermitState next)) {
        change.keep(Permit.KIND, questions.asking(change, permit.at(next)));
        done++;
      }
    }
    return done;
  }
}
