package dev.holdpoint.http.mcp;

import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.ClientGates;
import dev.holdpoint.engine.external.Waiters;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.stream.Registration;
import dev.holdpoint.http.stream.SseStream;
import dev.holdpoint.http.stream.StreamPlan;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The one answer that a request waits for, and signs of life until it comes. */
public final class AnswerSource implements FrameSource {
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);
  private static final byte[] PING = Frames.comment("ping");

  /** A client that tries twice and gives up then outlives a restart of the daemon. */
  private static final int RETRY_MS = 15_000;

  private final Room room;
  private final ClientId client;
  private final Await await;
  private final Audience to;
  private final long runKey;
  private final Waiters.Vigil vigil;
  private final UnaryOperator<JsonNode> dress;
  private final AtomicLong progress = new AtomicLong();
  private final boolean own;
  private volatile boolean cancelled;

  /** What all answers share. */
  record Room(
      Engine engine,
      Feed feed,
      ClientGates clients,
      ToolResults telling,
      Cancellations cancellations) {}

  /**
   * Who is told.
   *
   * @param site where people find what waits
   */
  public record Audience(Caller caller, String site) {}

  /**
   * @param vigil ends with the wait
   */
  AnswerSource(
      Room room, ClientId client, Await await, Audience to, long runKey, Waiters.Vigil vigil) {
    this(room, client, await, to, runKey, vigil, UnaryOperator.identity());
  }

  /**
   * @param dress what a result is sent as
   */
  private AnswerSource(
      Room room,
      ClientId client,
      Await await,
      Audience to,
      long runKey,
      Waiters.Vigil vigil,
      UnaryOperator<JsonNode> dress) {
    this.dress = dress;
    this.room = room;
    this.client = client;
    this.await = await;
    this.to = to;
    this.runKey = runKey;
    this.vigil = vigil;
    this.own = vigil.isWatching();
  }

  /**
   * The answer to a client that has no session: its stream is all that it can hold on to, so there
   * is nothing to come back to and nothing to cancel but the stream itself.
   */
  public static StreamPlan once(
      McpSurface.Rooms rooms,
      ToolResults telling,
      Called.Waits waits,
      Audience to,
      UnaryOperator<JsonNode> dress) {
    return new AnswerSource(
            new Room(rooms.engine(), rooms.feed(), rooms.clients(), telling, new Cancellations()),
            ClientId.NOBODY,
            waits.await(),
            to,
            waits.runKey(),
            waits.vigil(),
            dress)
        .plan(false);
  }

  /**
   * @param comesBack whether the client knows that it may: an older one would take an event without
   *     data for a broken message
   */
  StreamPlan plan(boolean comesBack) {
    byte[] greeting = comesBack ? Frames.place(await.place(), RETRY_MS) : PING;
    return StreamPlan.events(this, 0)
        .greeting(greeting)
        .heartbeat(this::signOfLife, SIGN_OF_LIFE)
        .live(this::watched);
  }

  private byte[] signOfLife() {
    return await.progressToken() == null
        ? PING
        : message(McpReply.progress(await.progressToken(), progress.incrementAndGet()));
  }

  private Registration watched(SseStream stream) {
    vigil.onDoubt(() -> stream.push(PING));
    return Registration.NONE;
  }

  @Override
  public Batch next(long cursor, int maxFrames) {
    if (cancelled) {
      return Batch.last(List.of(), cursor);
    }
    JsonNode result = result(isDue());
    return result == null
        ? new Batch(List.of(), cursor, false)
        : Batch.last(List.of(answer(result)), cursor + 1);
  }

  @Override
  public boolean isDue() {
    return await.untilMs() != null && room.engine.nowMs() >= await.untilMs();
  }

  @Override
  public List<byte[]> farewell() {
    JsonNode result = cancelled ? null : result(true);
    return result == null ? List.of() : List.of(answer(result));
  }

  /**
   * @param evenIfPending whether "nobody has decided" is an answer now; some clients know none such
   */
  private @Nullable JsonNode result(boolean evenIfPending) {
    GateSnapshot held =
        room.engine
            .read((Queries queries) -> GateSnapshot.find(queries, await.gateId()))
            .orElse(null);
    if (held == null) {
      return ToolResults.mistake("The request was removed together with its session.");
    }
    boolean handsOutId = evenIfPending && await.wording() == Await.Wording.PLAIN;
    if (own && (!held.isPending() || handsOutId)) {
      // Noted before it is sent: what may have been received answers no other call.
      room.clients.told(
          held.run(),
          null,
          await.wording() == Await.Wording.CLAUDE ? ToolCalls.acting(held.run(), to.caller) : null);
    }
    return switch (await.wording()) {
      case CLAUDE -> ToolResults.verdict(held.run());
      case PLAIN ->
          held.isPending() && !evenIfPending
              ? null
              : room.telling.decision(held, await.requestKey(), to.site, to.caller);
    };
  }

  private byte[] answer(JsonNode result) {
    return message(McpReply.result(await.id(), dress.apply(result)));
  }

  private static byte[] message(byte[] data) {
    return Frames.event(null, "message", data);
  }

  @Override
  public Registration onNews(Runnable wake) {
    Runnable stop =
        () -> {
          cancelled = true;
          wake.run();
        };
    room.cancellations.add(client, await.id(), stop);
    Registration listening =
        Registration.of(room.feed.listen(new Feed.Filter.OfRun(runKey), wake::run));
    return () -> {
      listening.close();
      room.cancellations.remove(client, await.id(), stop);
      vigil.close();
    };
  }

  @Override
  public void abandon() {
    vigil.close();
  }
}
