package dev.holdpoint.engine.commit;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionIds;
import java.util.OptionalLong;

/** Finds what a work needs, or refuses the work. */
public final class Existing {
  private Existing() {}

  public static Run run(Change change, long key) {
    Run run = change.run(key);
    if (run == null) {
      throw noRun();
    }
    return run;
  }

  public static Run run(Change change, String id) {
    OptionalLong key = Ulid.keyOf("run_", id);
    Run run = key.isPresent() ? change.run(key.getAsLong()) : null;
    if (run == null || !run.id().equals(id)) {
      throw noRun();
    }
    return run;
  }

  public static Session session(Change change, String id) {
    Session session = change.session(id);
    if (session == null) {
      throw noSession(id);
    }
    return session;
  }

  public static RuntimeException noRun() {
    return Problem.RUN_NOT_FOUND
        .because("There is no such run. GET /v1/runs lists them.")
        .asException();
  }

  public static RuntimeException noSession(String id) {
    return Problem.SESSION_NOT_FOUND
        .because("There is no session " + shown(id) + ". Create it with POST /v1/sessions.")
        .asException();
  }

  /** An id as far as it is safe and useful to repeat to the caller. */
  public static String shown(String id) {
    return id.length() <= SessionIds.MAX_LENGTH ? "'" + id + "'" : "with that id";
  }
}
