package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("The recorded model requests of a run.")
public record RunDebugView(
    String runId,
    @About("The level at which it was recorded; off if there is nothing.") DebugLevel level,
    @About("In chronological order.") List<DebugArtifactView> artifacts) {
  public RunDebugView {
    artifacts = Copies.of(artifacts);
  }
}
