package dev.holdpoint.daemon.doctor;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.cli.Times;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is stuck and what waits, as a daemon tells it or a ledger that none has open. */
record Backlog(
    long pending, long retrying, long givenUp, long prompts, @Nullable Long oldestPromptMs) {
  static Backlog of(StatusView status) {
    StatusView.Delivery delivery = status.delivery();
    StatusView.Runs runs = status.runs();
    return new Backlog(
        delivery.pending(),
        delivery.retrying(),
        delivery.unresolvedDeadLettered(),
        runs.pendingApprovalCount() + runs.pendingQuestionCount(),
        runs.oldestPendingMs());
  }

  static Backlog of(Queries queries, long nowMs) {
    Map<DeliveryStatus, Long> deliveries = queries.countDeliveriesByStatus();
    long prompts = 0;
    long oldest = Long.MAX_VALUE;
    for (GateKind kind : GateKind.values()) {
      Queries.GateFilter waiting = new Queries.GateFilter(kind, GateState.Status.PENDING, null);
      prompts += queries.countGates(waiting);
      for (GateRow row : queries.gates(waiting, 0, 1)) {
        oldest = Math.min(oldest, Ulid.timeOf(row.key()));
      }
    }
    return new Backlog(
        deliveries.getOrDefault(DeliveryStatus.PENDING, 0L),
        deliveries.getOrDefault(DeliveryStatus.RETRYING, 0L),
        queries.countUnresolvedDeliveries(),
        prompts,
        oldest == Long.MAX_VALUE ? null : Math.max(0, nowMs - oldest));
  }

  List<DoctorFinding> findings() {
    return List.of(deliveries(), waiting());
  }

  private DoctorFinding deliveries() {
    String text = "%d pending, %d retrying, %d failed".formatted(pending, retrying, givenUp);
    return givenUp > 0 || retrying > 0
        ? DoctorFinding.warn(
            "deliveries",
            text,
            "if a daemon is running, 'holdpoint deliveries list' shows why; replay "
                + "the failed ones when the target is back")
        : DoctorFinding.ok("deliveries", text);
  }

  /**
   * That something waits is what the daemon is for; whoever looks should still know for how long.
   */
  private DoctorFinding waiting() {
    return DoctorFinding.ok(
        "waiting",
        oldestPromptMs == null
            ? "no pending requests"
            : "%s; the oldest for %s; 'holdpoint inbox' shows them"
                .formatted(
                    Times.count(prompts, "prompt") + " wait",
                    Times.span(Duration.ofMillis(oldestPromptMs))));
  }
}
