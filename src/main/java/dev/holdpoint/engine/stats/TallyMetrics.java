package dev.holdpoint.engine.stats;

import dev.holdpoint.core.stats.Decided;
import dev.holdpoint.core.stats.StageCause;

/** What this node has counted, told once the commit that counts it is durable. */
public interface TallyMetrics {
  TallyMetrics NONE =
      new TallyMetrics() {
        @Override
        public void decided(Decided gate) {}

        @Override
        public void stageOpened(StageCause because) {}

        @Override
        public void lateAnswers(int count) {}
      };

  void decided(Decided gate);

  void stageOpened(StageCause because);

  void lateAnswers(int count);
}
