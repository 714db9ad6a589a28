package dev.holdpoint.http.v1.call;

import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.http.server.Reply;

/** Marks responses to calls whose idempotency key was used before. */
public final class Replays {
  private static final String REPLAYED = "Idempotency-Replayed";

  private Replays() {}

  public static Reply marked(Reply reply, RunOutcome outcome) {
    return marked(reply, outcome.replayed());
  }

  public static Reply marked(Reply reply, boolean replayed) {
    return replayed ? reply.with(REPLAYED, "true") : reply;
  }
}
