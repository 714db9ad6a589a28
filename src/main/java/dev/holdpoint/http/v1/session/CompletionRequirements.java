package dev.holdpoint.http.v1.session;

import dev.holdpoint.api.session.InputBodies.CompletionRequirement;
import dev.holdpoint.core.run.Requirement;
import dev.holdpoint.engine.run.RequiredPaths;
import java.util.ArrayList;
import java.util.List;

/** What a run must have done before it may call itself completed. */
public final class CompletionRequirements {
  private final RequiredPaths paths;

  public CompletionRequirements(RequiredPaths paths) {
    this.paths = paths;
  }

  List<Requirement> requirements(String sessionId, List<CompletionRequirement> sent) {
    List<Requirement> requirements = new ArrayList<>();
    for (int i = 0; i < sent.size(); i++) {
      String path = sent.get(i).path();
      String fault = path == null ? null : paths.fault(sessionId, path);
      if (fault != null) {
        throw Inputs.invalid(
            "/completion_requirements/" + i + "/path",
            "path " + fault + "; use a file that the run can write.");
      }
      requirements.add(new Requirement(path));
    }
    return List.copyOf(requirements);
  }
}
