package dev.holdpoint.http.ambient;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.stream.StreamPlan;
import java.time.Duration;

/** What all streams of this surface share. */
final class OnScreen {
  private static final byte[] NO_GREETING = {};
  private static final byte[] KEEPALIVE = Frames.comment("keepalive");

  /** Silence is looked for once a second, so it comes after 4.5 to 5.5 s: every 5 s or so. */
  private static final Duration KEEPALIVE_AFTER = Duration.ofMillis(4_500);

  private OnScreen() {}

  /** Whether there is such a session is another matter. */
  static String session(Call call) {
    String id = call.query("session_id");
    if (id == null || id.isEmpty()) {
      throw Problem.INVALID_REQUEST
          .because("Send the id of the session on screen as the query parameter session_id.")
          .asException();
    }
    return id;
  }

  /** A comment before the first frame would be none of it, but some readers count lines. */
  static StreamPlan plan(FrameSource source, long cursor) {
    return StreamPlan.events(source, cursor)
        .greeting(NO_GREETING)
        .heartbeat(KEEPALIVE, KEEPALIVE_AFTER);
  }
}
