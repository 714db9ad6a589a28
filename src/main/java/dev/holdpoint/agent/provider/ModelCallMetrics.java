package dev.holdpoint.agent.provider;

import dev.holdpoint.core.run.Usage;

/** Counts what is asked of providers. */
public interface ModelCallMetrics {
  ModelCallMetrics NONE =
      new ModelCallMetrics() {
        @Override
        public void attempted(String route, AttemptOutcome outcome) {}

        @Override
        public void used(String route, Usage usage) {}
      };

  void attempted(String route, AttemptOutcome outcome);

  void used(String route, Usage usage);
}
