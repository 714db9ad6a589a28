package dev.holdpoint.cli;

import dev.holdpoint.api.delivery.DeliveryBodies.DeliveryView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.status.DeliveryStatus;
import java.io.PrintWriter;

/** Deliveries in words. */
public final class DeliveryText {
  private DeliveryText() {}

  public static String status(DeliveryStatus status, Paint paint) {
    String word = Wire.name(status).replace('_', ' ');
    return switch (status) {
      case DELIVERED -> paint.green(word);
      case RETRYING -> paint.yellow(word);
      case DEAD_LETTERED -> paint.red(word);
      case PENDING -> word;
    };
  }

  /** {@code slack:sha256:… retrying, 3 attempts, failed:timeout}. */
  public static String brief(DeliveryView delivery, Paint paint) {
    String error = delivery.lastError();
    return Visible.line(delivery.target())
        + " "
        + status(delivery.status(), paint)
        + ", "
        + Times.count(delivery.attempts(), "attempt")
        + (error == null ? "" : ", " + Visible.line(error));
  }

  public static void print(DeliveryView delivery, PrintWriter out, Paint paint) {
    new Facts(out, paint)
        .line("delivery", delivery.deliveryId())
        .painted("status", status(delivery.status(), paint))
        .line("target", delivery.target())
        .line("session", delivery.sessionId())
        .line("run", delivery.runId())
        .line("attempts", "" + delivery.attempts())
        .line("error", delivery.lastError())
        .line("size", delivery.contentSizeBytes() + " bytes")
        .line("repeats", delivery.replayedFromDeliveryId())
        .time("made", delivery.createdAtMs())
        .time("next", delivery.nextAttemptAtMs())
        .time("delivered", delivery.deliveredAtMs())
        .time("given up", delivery.deadLetteredAtMs());
  }
}
