package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.delivery.DeliveryBodies.DeliveryView;
import dev.holdpoint.api.status.DeliveryStatus;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.delivery.DeliveryState;

/** Deliveries as a client sees them: without their address and without what they carry. */
public final class DeliveryViews {
  private DeliveryViews() {}

  public static DeliveryView of(Delivery delivery) {
    DeliveryState state = delivery.state();
    DeliveryFault fault = state.fault();
    return new DeliveryView(
        delivery.id(),
        DeliveryStatus.valueOf(delivery.status().name()),
        delivery.sessionId(),
        delivery.runId(),
        delivery.target().plugin(),
        delivery.lane(),
        state.attempts(),
        state instanceof DeliveryState.Waiting waiting ? waiting.dueAtMs() : null,
        state instanceof DeliveryState.Delivered delivered ? delivered.atMs() : null,
        state instanceof DeliveryState.DeadLettered dead ? dead.atMs() : null,
        fault == null ? null : fault.wire(),
        delivery.slip().replayedFrom(),
        delivery.slip().sizeBytes(),
        delivery.slip().createdAtMs());
  }
}
