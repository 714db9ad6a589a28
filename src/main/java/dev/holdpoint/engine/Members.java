package dev.holdpoint.engine;

import dev.holdpoint.core.problem.Problem;
import java.util.LinkedHashSet;
import java.util.List;

/** The sessions that belong to a channel or a project. */
final class Members {
  private Members() {}

  /** Each once, and each of them there. */
  static List<String> existing(Change change, List<String> ids) {
    for (int i = 0; i < ids.size(); i++) {
      if (change.session(ids.get(i)) == null) {
        throw Problem.INVALID_REQUEST
            .because(
                "There is no session "
                    + Sessions.shown(ids.get(i))
                    + "; create it with POST /v1/sessions before it becomes a member.")
            .at("/members/" + i, "names no session")
            .asException();
      }
    }
    return List.copyOf(new LinkedHashSet<>(ids));
  }
}
