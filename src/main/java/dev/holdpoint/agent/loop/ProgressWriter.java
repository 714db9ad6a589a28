package dev.holdpoint.agent.loop;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Outage;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.port.failure.StoreFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down how far a worker has brought its run. */
public final class ProgressWriter {
  private static final Logger log = LoggerFactory.getLogger(ProgressWriter.class);

  private final Progress progress;
  private final WorkerTask job;
  private Run run;

  public ProgressWriter(Progress progress, Run run, WorkerTask job) {
    this.progress = progress;
    this.run = run;
    this.job = job;
  }

  /** What a worker does with a run, until it parks or ends. */
  @FunctionalInterface
  public interface Way {
    void go() throws InterruptedException;
  }

  /** The run as it was written last. */
  public Run run() {
    return run;
  }

  /** Goes the way; gives the journal row up to which the worker has seen the run. */
  public long follow(Way way) {
    try {
      way.go();
    } catch (Refused refused) {
      if (refused.refusal().problem() != Problem.RUN_STATE_CONFLICT) {
        log.error("run {} cannot continue: {}", run.id(), refused.getMessage());
        giveUp();
      }
      // Else somebody else changed the run; what they did is in the journal and wins.
    } catch (InterruptedException e) {
      log.debug("run {} was ended while it was working", run.id());
    } catch (StoreFailure e) {
      // The store could not be read, which is no fault of the run's: the crew tries again.
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // Each of them would come again with the next attempt, which may cost as much as this one.
      log.error("run {} failed because of an internal error", run.id(), e);
      giveUp();
    }
    return run.trail().last();
  }

  public Run write(Advance advance) throws InterruptedException {
    run = written(advance);
    // A cancel may have been committed right behind: nothing more is begun for it.
    if (job.isBehind(run.trail().last()) || (job.isHandedOver() && isBetweenCalls())) {
      throw new InterruptedException();
    }
    return run;
  }

  /** Of a call whose intent is written nobody else could tell what came of it. */
  private boolean isBetweenCalls() {
    return run.calls().stream().noneMatch(call -> call.progress() == Call.Progress.STARTED);
  }

  /**
   * A full disk or a lost database passes: what was done is kept in hand until it can be written.
   */
  private Run written(Advance advance) throws InterruptedException {
    while (true) {
      job.committing(true);
      try {
        return progress.advance(advance);
      } catch (Refused refused) {
        if (!refused.refusal().isPassing()) {
          throw refused;
        }
        Outage.unlessAway(log, "run " + run.id() + " waits for the database", refused);
      } finally {
        job.committing(false);
      }
      job.pause();
    }
  }

  /** A fault of ours ends the run rather than leave it running for ever. */
  private void giveUp() {
    try {
      progress.advance(new Advance(run).fail("the daemon could not execute the run; see its log"));
    } catch (Refused e) {
      log.debug("run {} had ended already", run.id());
    }
  }
}
