package dev.holdpoint.http.ambient;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.http.server.HandWritten;
import dev.holdpoint.http.server.ProblemStyle;

/** Refusals in plain JSON: many a client of this surface shows {@code error} and nothing else. */
public final class AmbientStyle implements ProblemStyle {
  @Override
  public String contentType() {
    return "application/json";
  }

  @Override
  public byte[] render(Refusal refusal, String requestId) {
    HandWritten body = new HandWritten().put("ok", false);
    if (refusal.problem() == Problem.PROMPT_STALE) {
      body.put("stale", true);
    }
    body.put("error", error(refusal))
        .put("code", refusal.problem().code())
        .put("request_id", requestId)
        .errors(refusal.faults());
    Refusal.Settlement before = refusal.settlement();
    if (before != null) {
      body.put("outcome", before.outcome())
          .put("by", before.by())
          .put("at", new Json(Seconds.of(before.atMs()).toPlainString()))
          .putIfSet("late_answer", before.lateAnswer());
    }
    if (refusal.current() != null) {
      body.put("current", refusal.current());
    }
    return body.bytes();
  }

  private static String error(Refusal refusal) {
    if (refusal.faults().isEmpty()) {
      return refusal.detail();
    }
    Refusal.Fault first = refusal.faults().getFirst();
    String where = first.pointer().isEmpty() ? "The body" : first.pointer();
    String end = first.message().endsWith("?") ? " " : ". ";
    return where + " " + first.message() + end + refusal.detail();
  }
}
