package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.delivery.DeliveryBodies.DeliveryView;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.status.DeliveryStatus;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.engine.delivery.TargetLabel;
import dev.holdpoint.http.server.Caller;
import org.jspecify.annotations.Nullable;

/** Deliveries as a client sees them: without their address and without what they carry. */
public final class DeliveryViews {
  private DeliveryViews() {}

  /** As a part of something that others see too. */
  static DeliveryView within(Delivery delivery) {
    return view(delivery, null);
  }

  public static DeliveryView of(Delivery delivery, Caller caller) {
    return view(
        delivery,
        caller.may(Access.DECIDE) ? TargetLabel.of(delivery.target()) : delivery.target().plugin());
  }

  private static DeliveryView view(Delivery delivery, @Nullable String label) {
    DeliveryState state = delivery.state();
    DeliveryFault fault = state.fault();
    return new DeliveryView(
        delivery.id(),
        DeliveryStatus.valueOf(delivery.status().name()),
        delivery.sessionId(),
        delivery.runId(),
        delivery.target().plugin(),
        delivery.lane(),
        label,
        delivery.slip().title(),
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
