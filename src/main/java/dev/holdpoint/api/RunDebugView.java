package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("What was kept of how a run asked its model.")
public record RunDebugView(
    String runId,
    @About("At which level it was kept; off where nothing was, or nothing is any more.")
        DebugLevel level,
    @About("In the order in which they came about.") List<DebugArtifactView> artifacts) {
  public RunDebugView {
    artifacts = Copies.of(artifacts);
  }
}
