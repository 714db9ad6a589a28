package dev.holdpoint.http.stream;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a stream will send.
 *
 * @param cursor the last position that the reader has seen
 * @param greeting written with the headers, so that the reader knows at once that it is connected
 * @param heartbeat written after {@code heartbeatNanos} of silence
 * @param live called once with the open stream by whoever wants to {@link SseStream#push}; the
 *     registration is closed with the stream
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares plans.
public record StreamPlan(
    String contentType,
    FrameSource source,
    long cursor,
    byte[] greeting,
    Supplier<byte[]> heartbeat,
    long heartbeatNanos,
    Function<SseStream, Registration> live) {
  private static final String EVENTS = "text/event-stream; charset=utf-8";
  private static final String LINES = "application/x-ndjson";
  private static final byte[] NOTHING = {};
  private static final byte[] GREETING = Frames.comment("open");
  private static final Supplier<byte[]> HEARTBEAT = always(Frames.heartbeat());
  private static final Duration HEARTBEAT_AFTER = Duration.ofSeconds(10);
  private static final Duration SPACE_AFTER = Duration.ofSeconds(30);

  /** Server-sent events: greeted by a comment, with a typed heartbeat after 10 s of silence. */
  public static StreamPlan events(FrameSource source, long cursor) {
    return new StreamPlan(
        EVENTS, source, cursor, GREETING, HEARTBEAT, HEARTBEAT_AFTER.toNanos(), StreamPlan::nobody);
  }

  /**
   * One JSON object a line. An empty line would be no object, so what shows now and then that the
   * reader is still there is a space in front of the next one.
   */
  public static StreamPlan lines(FrameSource source, long cursor) {
    byte[] space = {' '};
    return new StreamPlan(
        LINES, source, cursor, NOTHING, always(space), SPACE_AFTER.toNanos(), StreamPlan::nobody);
  }

  public StreamPlan greeting(byte[] frame) {
    return new StreamPlan(contentType, source, cursor, frame, heartbeat, heartbeatNanos, live);
  }

  /**
   * With a heartbeat at once: a reader that does not get it has something before it that buffers.
   */
  public StreamPlan greetingWithHeartbeat() {
    byte[] beat = heartbeat.get();
    byte[] both = Arrays.copyOf(greeting, greeting.length + beat.length);
    System.arraycopy(beat, 0, both, greeting.length, beat.length);
    return greeting(both);
  }

  public StreamPlan heartbeat(byte[] frame, Duration after) {
    return heartbeat(always(frame), after);
  }

  /** With heartbeats of which no two are alike; each is asked for when it is sent. */
  public StreamPlan heartbeat(Supplier<byte[]> frames, Duration after) {
    return new StreamPlan(contentType, source, cursor, greeting, frames, after.toNanos(), live);
  }

  public StreamPlan live(Function<SseStream, Registration> attach) {
    return new StreamPlan(contentType, source, cursor, greeting, heartbeat, heartbeatNanos, attach);
  }

  private static Supplier<byte[]> always(byte[] frame) {
    return () -> frame;
  }

  private static Registration nobody(SseStream stream) {
    return Registration.NONE;
  }
}
