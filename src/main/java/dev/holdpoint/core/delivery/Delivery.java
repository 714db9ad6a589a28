package dev.holdpoint.core.delivery;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.session.ReplyHandle;
import org.jspecify.annotations.Nullable;

/**
 * Something that somebody outside is to get.
 *
 * @param content null once it has arrived, and where only the delivery itself was asked for
 */
public record Delivery(DeliveryHeader slip, DeliveryState state, @Nullable Content content) {
  public static final String PREFIX = "dlv_";

  /**
   * What it carries.
   *
   * @param text what a person reads
   * @param data the whole, as a JSON object
   */
  public record Content(String text, Json data) {}

  public long key() {
    return slip.key();
  }

  public String id() {
    return slip.id();
  }

  public long sessionKey() {
    return slip.sessionKey();
  }

  public String sessionId() {
    return slip.sessionId();
  }

  public long runKey() {
    return slip.runKey();
  }

  public String runId() {
    return slip.runId();
  }

  public ReplyHandle target() {
    return slip.target();
  }

  public String lane() {
    return slip.lane();
  }

  /** The key of the dead letter that it repeats, 0 for none. */
  public long originKey() {
    return slip.originKey();
  }

  public DeliveryStatus status() {
    return state.status();
  }

  public @Nullable Long dueAtMs() {
    return state.dueAtMs();
  }

  public boolean isOpen() {
    return state instanceof DeliveryState.Open;
  }

  /** Whether it is a dead letter of which no replay has arrived yet. */
  public boolean isUnresolved() {
    return state instanceof DeliveryState.DeadLettered dead && !dead.resolved();
  }

  /** What has arrived is not kept; what never did may be sent again. */
  public Delivery at(DeliveryState next) {
    return new Delivery(slip, next, next instanceof DeliveryState.Delivered ? null : content);
  }

  public Delivery carrying(@Nullable Content what) {
    return new Delivery(slip, state, what);
  }

  /** The same once more, as a delivery of its own. */
  public Delivery again(long key, String id, String wisher, long nowMs, Content what) {
    return new Delivery(slip.again(key, id, wisher, nowMs), new DeliveryState.Queued(), what);
  }

  /** How many attempts in a row have failed at the target, this delivery being the last. */
  public int strikes() {
    return switch (state) {
      case DeliveryState.Queued _, DeliveryState.Delivered _ -> 0;
      case DeliveryState.Waiting waiting -> waiting.strikes();
      case DeliveryState.Sending sending -> sending.strikes();
      case DeliveryState.DeadLettered dead -> dead.strikes();
    };
  }
}
