package dev.holdpoint.client.stream;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.exc.InvalidTypeIdException;

/**
 * One event stream, followed over as many connections as it takes: each goes on after the last
 * event that the handler has taken.
 */
public final class EventStream implements AutoCloseable {
  /** Three heartbeats. */
  private static final int SILENCE_MS = 30_000;

  private final FrameStream frames;

  public EventStream(Connection connection, RequestPath path, @Nullable String lastId) {
    this.frames = new FrameStream(connection, path, lastId, SILENCE_MS);
  }

  /** Who reads the stream. */
  public interface Handler {
    /**
     * @param id null for what is never sent again: text as it is spoken, heartbeats
     * @return whether to go on
     */
    boolean take(@Nullable String id, StreamFrame frame);

    /**
     * The daemon has taken the stream: what happens from now on comes in it. Without a last id,
     * what happened before does not.
     *
     * @return whether to go on
     */
    default boolean opened() {
      return true;
    }

    /**
     * The connection is gone and will be tried again.
     *
     * @return whether to go on
     */
    default boolean lost(String why, int waitMs) {
      return true;
    }

    /**
     * An event is larger than a client reads.
     *
     * @return whether to go on behind it, on a new connection; else the stream ends with an error
     */
    default boolean passOver(String id) {
      return false;
    }
  }

  /** The last event that the handler has taken. */
  public @Nullable String lastId() {
    return frames.lastId();
  }

  /**
   * Returns when the handler has enough or {@link #close} is called.
   *
   * @throws CallFailed when the daemon refuses the stream, was never there, or sends what cannot be
   *     read
   */
  public void follow(Handler handler) throws CallFailed {
    frames.follow(
        new FrameStream.Taker() {
          @Override
          public boolean take(FrameParser.Frame frame) {
            StreamFrame event;
            try {
              event = ClientJson.read(frame.data(), StreamFrame.class);
            } catch (InvalidTypeIdException _) {
              return true; // A kind of event that a newer daemon sends: not for this client.
            }
            return handler.take(frame.id(), event);
          }

          @Override
          public boolean opened() {
            return handler.opened();
          }

          @Override
          public boolean lost(String why, int waitMs) {
            return handler.lost(why, waitMs);
          }

          @Override
          public boolean passOver(String id) {
            return handler.passOver(id);
          }
        });
  }

  @Override
  public void close() {
    frames.close();
  }
}
