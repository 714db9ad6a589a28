package dev.holdpoint.engine.retention;

import dev.holdpoint.core.cluster.Checkup;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.failure.Damaged;
import java.util.Objects;
import java.util.Optional;

/** Who walks through everything that is stored, and when: one node at a time, now and then. */
public final class Checkups {
  private final Commits commits;
  private final Engine engine;
  private final long everyMs;

  /**
   * @param everyMs how long after the end of one the next begins; 0 for never
   */
  public Checkups(Commits commits, Engine engine, long everyMs) {
    this.commits = commits;
    this.engine = engine;
    this.everyMs = everyMs;
  }

  /** A damaged one keeps nobody from anything: the next walk overwrites it. */
  public Checkup now() {
    try {
      Checkup known = engine.read(queries -> queries.kept(Checkup.KIND, Checkup.KEY));
      return Objects.requireNonNullElse(known, Checkup.NONE);
    } catch (Damaged e) {
      return Checkup.DAMAGED;
    }
  }

  /** Begins one, or takes one up that was left; empty where it is not this node's to do now. */
  public Optional<Checkup> begin() {
    if (!isDue(now(), engine.nowMs())) {
      return Optional.empty();
    }
    return commits.commit(
        change -> {
          Checkup known = stored(change);
          if (!isDue(known, change.nowMs()) || isElsewhere(change, known)) {
            return Optional.empty();
          }
          Checkup mine = known.by(change.ledger().epoch());
          change.keep(Checkup.KIND, mine);
          return Optional.of(mine);
        });
  }

  private boolean isDue(Checkup known, long nowMs) {
    return everyMs > 0
        && (known.isUnderWay()
            || known.finishedAtMs() == 0
            || nowMs - known.finishedAtMs() >= everyMs
            // Clocks of nodes differ; one that was set back is further off.
            || known.finishedAtMs() - nowMs > everyMs);
  }

  private static boolean isElsewhere(Change change, Checkup known) {
    return known.node() != 0
        && known.node() != change.ledger().epoch()
        && change.queries().silentMs(known.node()) != null;
  }

  /** Notes how far it is; false when it is another node's by now. */
  public boolean note(Checkup progress) {
    return commits.commit(
        change -> {
          Checkup known = stored(change);
          boolean mine = known.isUnderWay() && known.node() == progress.node();
          if (mine) {
            change.keep(Checkup.KIND, progress);
          }
          return mine;
        });
  }

  public void finish(Checkup progress) {
    note(progress.finished(engine.nowMs()), progress.node());
  }

  private void note(Checkup last, long node) {
    commits.commit(
        change -> {
          if (stored(change).node() == node) {
            change.keep(Checkup.KIND, last);
          }
          return last;
        });
  }

  private static Checkup stored(Change change) {
    try {
      return Objects.requireNonNullElse(change.kept(Checkup.KIND, Checkup.KEY), Checkup.NONE);
    } catch (Damaged e) {
      return Checkup.DAMAGED;
    }
  }
}
