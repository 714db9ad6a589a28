package dev.holdpoint.http.server;

import dev.holdpoint.core.problem.Refusal;

/** The bodies of the native surface's refusals. */
final class ProblemJson {
  static final String CONTENT_TYPE = "application/problem+json";

  private ProblemJson() {}

  static byte[] of(Refusal refusal, int status, String requestId) {
    var problem = refusal.problem();
    var body =
        new HandWritten()
            .put("type", "urn:holdpoint:problem:" + problem.code())
            .put("title", problem.title())
            .put("status", status)
            .put("detail", refusal.detail())
            .putIfSet("instance", RequestIds.instance(status, requestId))
            .put("code", problem.code())
            .put("domain", problem.domain())
            .put("request_id", requestId)
            .errors(refusal.faults());
    var settlement = refusal.settlement();
    if (settlement != null) {
      body.put(
          "resolution",
          new HandWritten()
              .put("by", settlement.by())
              .put("at_ms", settlement.atMs())
              .put("behavior", settlement.behavior())
              .put("outcome", settlement.outcome())
              .putIfSet("applied", settlement.applied())
              .putIfSet("successor_id", settlement.successorId())
              .putIfSet("late_answer", settlement.lateAnswer()));
    }
    var held = refusal.held();
    if (held != null) {
      body.put(
          "resolution",
          new HandWritten()
              .put("by", held.by())
              .put("at_ms", held.atMs())
              .put("behavior", held.behavior())
              .put("until_ms", held.untilMs()));
    }
    body.putIfSet("conflicting_resource_id", refusal.conflictingResourceId());
    var permit = refusal.permit();
    if (permit != null) {
      body.putIfSet("void_reason", permit.voidReason());
      if (permit.redeemedAtMs() != null) {
        body.put("redeemed_at_ms", permit.redeemedAtMs());
      }
      body.putIfSet("redeemed_by", permit.redeemedBy())
          .putIfSet("successor_id", permit.successorId());
    }
    if (refusal.current() != null) {
      body.put("current", refusal.current());
    }
    return body.bytes();
  }
}
