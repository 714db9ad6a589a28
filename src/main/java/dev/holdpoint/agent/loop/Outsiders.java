package dev.holdpoint.agent.loop;

import dev.holdpoint.core.run.Run;

/** Who carries out the runs that go to agents outside. */
public interface Outsiders {
  /** For a daemon that has no such agents. */
  Outsiders NONE =
      new Outsiders() {
        @Override
        public boolean carry(Run run) {
          return false;
        }

        @Override
        public long work(Run run, WorkerTask job) {
          throw new IllegalStateException("run " + run.id() + " is not carried out by this daemon");
        }
      };

  /** Whether the run is one of theirs. */
  boolean carry(Run run);

  /** Works on the run until it parks or ends, as {@link WorkerPool.Loop} does. */
  long work(Run run, WorkerTask job);
}
