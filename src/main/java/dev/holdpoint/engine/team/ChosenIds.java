package dev.holdpoint.engine.team;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.session.SessionIds;
import org.jspecify.annotations.Nullable;

/** Ids that callers choose: the same rule for all. */
final class ChosenIds {
  private ChosenIds() {}

  static void check(@Nullable String id, String member, Problem problem) {
    String fault = id == null ? null : SessionIds.fault(id);
    if (fault != null) {
      String told = fault.replace("session_id", member);
      throw problem.because(told).at("/" + member, told).asException();
    }
  }
}
