package dev.holdpoint.http.v1.gate;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.v1.call.Bodies;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an agent outside submits when it raises a gate. */
final class OutsideWork {
  private OutsideWork() {}

  static Submission submission(Call call, String text) {
    return new Submission(
            RunKind.INPUT,
            RunHead.Driver.OUTSIDE,
            call.caller().principalId(),
            "daemon",
            "external",
            call.caller().name(),
            text,
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE)
        .askedBy(call.caller().name())
        .within(call.trace());
  }

  static GateDraft.Deadline deadline(@Nullable Long atMs, @Nullable Long afterMs) {
    if (atMs != null && afterMs != null) {
      throw Problem.INVALID_REQUEST
          .because("Send either expires_at_ms or expires_after_ms. Nothing was raised.")
          .at("/expires_at_ms", "is not allowed together with expires_after_ms")
          .asException();
    }
    return new GateDraft.Deadline(atMs, afterMs);
  }

  /**
   * The agent's own name for its request, good within its session and for as long as the run is
   * kept.
   */
  static @Nullable IdempotencyKey requestKey(Call call, @Nullable String key, String what) {
    return key == null
        ? null
        : new IdempotencyKey(
            "request:" + Bodies.hash(List.of(call.path("session_id"), call.endpoint().id(), key)),
            Bodies.hash(List.of(what)));
  }
}
