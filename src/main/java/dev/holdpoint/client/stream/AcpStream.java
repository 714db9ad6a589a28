package dev.holdpoint.client.stream;

import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The messages of one server's agent, over as many connections as it takes. */
public final class AcpStream implements AutoCloseable {
  /** Three heartbeats. */
  private static final int SILENCE_MS = 30_000;

  private final FrameStream frames;

  public AcpStream(Connection connection, RequestPath path, @Nullable String lastId) {
    this.frames = new FrameStream(connection, path, lastId, SILENCE_MS);
  }

  /** Who reads the messages. */
  @FunctionalInterface
  public interface Handler {
    /**
     * @param message one JSON-RPC object
     * @return whether to go on
     */
    boolean take(JsonNode message);

    /**
     * The connection is gone and will be tried again.
     *
     * @return whether to go on
     */
    default boolean lost(String why, int waitMs) {
      return true;
    }
  }

  /** The last message that the handler has taken. */
  public @Nullable String lastId() {
    return frames.lastId();
  }

  /**
   * Returns when the handler has enough or {@link #close} is called.
   *
   * @throws CallFailed when the daemon refuses the stream, as it does when the server has ended
   */
  public void follow(Handler handler) throws CallFailed {
    frames.follow(
        new FrameStream.Taker() {
          @Override
          public boolean take(FrameParser.Frame frame) {
            return handler.take(ClientJson.parseTree(frame.data()));
          }

          @Override
          public boolean lost(String why, int waitMs) {
            return handler.lost(why, waitMs);
          }
        });
  }

  @Override
  public void close() {
    frames.close();
  }
}
