package dev.holdpoint.engine.permit;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.permit.Redemption;
import dev.holdpoint.core.permit.VoidReason;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a permit would say of a call in a run of the loop. Where the daemon carries it out itself,
 * the committed intent is the redemption; where an agent over ACP does, the option that it is told,
 * which is committed before. The run holds all there is to know.
 */
final class NativeCalls {
  private static final String DAEMON = "daemon";

  /** Each with its run, which may be large. */
  private static final int ROWS_AT_ONCE = 5;

  private NativeCalls() {}

  /**
   * @param successorId of the approval that is asked in its place; null when there is none
   */
  static PermitState state(
      Queries queries,
      Run then,
      Approval approval,
      ApprovalState.Allowed allowed,
      @Nullable String successorId) {
    Run now = queries.run(then.key());
    Run run = now == null ? then : now;
    Call call = call(run, approval.callId());
    Call last = call == null || successorId != null ? last(queries, run, approval) : call;
    Approval successor =
        successorId == null
            ? null
            : Gates.approval(queries, successorId).map(Gates.Found::gate).orElse(null);
    if (successor != null) {
      return new PermitState.Voided(
          last == null ? 1 : last.openAttempt(),
          successor.isOfMovedWorld() ? VoidReason.STALE_WORLD : VoidReason.SUPERSEDED,
          successor.createdAtMs(),
          DAEMON);
    }
    Call.Attempt attempt = last == null ? null : last.attempt();
    int number = attempt == null ? 1 : attempt.number();
    Redemption redemption =
        new Redemption(
            number, attempt == null ? allowed.atMs() : attempt.startedAtMs(), DAEMON, "");
    long atMs = run.updatedAtMs();
    if (call == null) {
      // The turn is over, so every call of it has its result.
      return done(queries, run, approval.callId(), redemption, allowed.atMs());
    }
    boolean ended = run.state() instanceof RunState.Settled;
    return switch (call.progress()) {
      case PLANNED ->
          ended
              ? new PermitState.Voided(call.openAttempt(), VoidReason.WITHDRAWN, atMs, DAEMON)
              : new PermitState.Ready(call.openAttempt(), allowed.atMs(), Long.MAX_VALUE);
      // What was begun and has no result when its run is over: nobody knows.
      case STARTED ->
          ended
              ? new PermitState.Uncertain(redemption, atMs, run.error(), true)
              : new PermitState.Started(redemption, null, null);
      case UNCERTAIN -> new PermitState.Uncertain(redemption, atMs, null, ended);
      case DONE -> done(queries, run, approval.callId(), redemption, atMs);
    };
  }

  /** By what the transcript has as its result: an error, an exit code, or what the agent said. */
  private static PermitState done(
      Queries queries, Run run, String callId, Redemption redemption, long atMs) {
    Json result =
        Trails.transcript(queries, run).stream()
            .filter(step -> step instanceof Step.Result one && one.callId().equals(callId))
            .map(step -> ((Step.Result) step).content())
            .reduce((_, last) -> last)
            .orElse(null);
    JsonNode told = result == null ? JsonTree.object() : JsonTree.of(result);
    if (told.path("uncertain").asBoolean(false)) {
      return told.path("resolved").asString("").equals(UncertainEffect.Resolved.HAPPENED.wire())
          ? new PermitState.Succeeded(redemption, atMs, told.path("by").asString(DAEMON), null)
          : new PermitState.Uncertain(redemption, atMs, null, true);
    }
    boolean failed =
        told.has("error")
            || told.path("exit_code").asInt(0) != 0
            || told.path("status").asString("").equals("failed");
    return failed
        ? new PermitState.Failed(redemption, atMs, DAEMON, null, null)
        : new PermitState.Succeeded(redemption, atMs, DAEMON, null);
  }

  /**
   * The call as it was when this approval last spoke for it: before another was asked in its place,
   * or before its turn was over. Null once retention has removed that.
   */
  private static @Nullable Call last(Queries queries, Run run, Approval approval) {
    List<Long> rows = Trails.after(queries, run, 0).reversed();
    for (int from = 0; from < rows.size(); from += ROWS_AT_ONCE) {
      List<Long> some = rows.subList(from, Math.min(rows.size(), from + ROWS_AT_ONCE));
      for (JournalRow row : queries.journalRows(some).reversed()) {
        Run then = row.run();
        Call call = then == null ? null : call(then, approval.callId());
        if (then != null && call != null && speaks(then, approval)) {
          return call;
        }
      }
    }
    return null;
  }

  private static boolean speaks(Run run, Approval approval) {
    return run.approvalOf(approval.callId()).filter(one -> one.key() == approval.key()).isPresent();
  }

  private static @Nullable Call call(Run run, String callId) {
    return run.calls().stream()
        .filter(one -> one.call().id().equals(callId))
        .findFirst()
        .orElse(null);
  }
}
