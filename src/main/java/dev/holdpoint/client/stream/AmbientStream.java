package dev.holdpoint.client.stream;

import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one session asks, as long as somebody looks, over as many connections as it takes. Each
 * begins with how things stand, so that nothing is missed that was asked in between.
 */
public final class AmbientStream implements AutoCloseable {
  public static final String INITIAL = "initial";
  private static final Set<String> KNOWN = Set.of(INITIAL, "approval", "clarify");

  /** Three keepalives. */
  private static final int SILENCE_MS = 15_000;

  private final FrameStream frames;

  public AmbientStream(Connection connection, RequestPath path, @Nullable String lastId) {
    this.frames = new FrameStream(connection, path, lastId, SILENCE_MS);
  }

  /** Who shows it. */
  @FunctionalInterface
  public interface Handler {
    /**
     * @return whether to go on
     */
    boolean take(AmbientFrame frame);

    /**
     * The connection is gone and will be tried again. What is shown may be out of date until the
     * next {@link AmbientFrame.State}.
     *
     * @return whether to go on
     */
    default boolean lost(String why, int waitMs) {
      return true;
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
            // A kind of event that a newer daemon sends is not for this client.
            return !KNOWN.contains(frame.event())
                || handler.take(
                    AmbientFrame.read(frame.event(), ClientJson.parseTree(frame.data())));
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
