package dev.holdpoint.core.delivery;

import dev.holdpoint.core.id.Ulid;
import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.reply.ReplyHandle;
import org.jspecify.annotations.Nullable;

/**
 * Something that somebody outside is to get.
 *
 * @param by on whose word it is sent: who submitted the run, or who asked for the replay
 * @param lane what all deliveries to the same target share, and what people see in place of its
 *     address: the plugin and a digest
 * @param text what a person reads, and {@code data} the whole; both are empty once it has arrived
 * @param sizeBytes how much that was
 * @param replayedFrom the id of the dead letter that it repeats, or null
 * @param notice whether somebody wanted to be told: it is sent in his name, not in the session's
 */
public record Delivery(
    long key,
    String id,
    long sessionKey,
    String sessionId,
    long runKey,
    String runId,
    String agentId,
    String by,
    ReplyHandle target,
    String lane,
    String text,
    Json data,
    long sizeBytes,
    long createdAtMs,
    @Nullable String replayedFrom,
    DeliveryState state,
    boolean notice) {
  public static final String PREFIX = "dlv_";

  /** An output of the run. */
  public Delivery(
      long key,
      String id,
      long sessionKey,
      String sessionId,
      long runKey,
      String runId,
      String agentId,
      String by,
      ReplyHandle target,
      String lane,
      String text,
      Json data,
      long sizeBytes,
      long createdAtMs,
      @Nullable String replayedFrom,
      DeliveryState state) {
    this(
        key,
        id,
        sessionKey,
        sessionId,
        runKey,
        runId,
        agentId,
        by,
        target,
        lane,
        text,
        data,
        sizeBytes,
        createdAtMs,
        replayedFrom,
        state,
        false);
  }

  public DeliveryStatus status() {
    return state.status();
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
    Delivery carried = next instanceof DeliveryState.Delivered ? withoutContent() : this;
    return new Delivery(
        key,
        id,
        sessionKey,
        sessionId,
        runKey,
        runId,
        agentId,
        by,
        target,
        lane,
        carried.text,
        carried.data,
        sizeBytes,
        createdAtMs,
        replayedFrom,
        next,
        notice);
  }

  public Delivery carrying(String words, Json whole) {
    return new Delivery(
        key,
        id,
        sessionKey,
        sessionId,
        runKey,
        runId,
        agentId,
        by,
        target,
        lane,
        words,
        whole,
        sizeBytes,
        createdAtMs,
        replayedFrom,
        state,
        notice);
  }

  /** What is needed to tell of it. */
  public Delivery withoutContent() {
    return carrying("", Json.EMPTY_OBJECT);
  }

  /** The same once more, as a delivery of its own. */
  public Delivery again(long newKey, String newId, String wisher, long nowMs) {
    return new Delivery(
        newKey,
        newId,
        sessionKey,
        sessionId,
        runKey,
        runId,
        agentId,
        wisher,
        target,
        lane,
        text,
        data,
        sizeBytes,
        nowMs,
        id,
        new DeliveryState.Queued(),
        notice);
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

  /** The key of the dead letter that it repeats, 0 for none. */
  public long originKey() {
    return replayedFrom == null ? 0 : Ulid.keyOf(PREFIX, replayedFrom).orElse(0);
  }

  public @Nullable Long dueAtMs() {
    return state.dueAtMs();
  }
}
