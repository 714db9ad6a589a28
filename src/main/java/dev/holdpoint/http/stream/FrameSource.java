package dev.holdpoint.http.stream;

import java.util.List;

/** Where a stream's frames come from. */
public interface FrameSource {

  /**
   * What lies after the cursor, oldest first. Called on a virtual thread and by one thread at a
   * time for one stream, so it may read a database.
   */
  Batch next(long cursor, int maxFrames);

  /**
   * Whether a reader who begins at the cursor has something to catch up with. Until that is read it
   * is sent nothing that is worth something only now.
   */
  default boolean isBehind(long cursor) {
    return true;
  }

  /**
   * Asks to be woken when there may be more. The source may call {@code wake} from any thread, any
   * number of times: it sets a flag and returns.
   */
  Registration onNews(Runnable wake);

  /** No stream will be opened on it after all. */
  default void abandon() {}

  /**
   * Whether it is to be read now although there are no news; asked by the one clock of all streams.
   */
  default boolean isDue() {
    return false;
  }

  /** The last frames of a stream that the daemon ends because it stops. Called as a read is. */
  default List<byte[]> farewell() {
    return List.of();
  }

  /**
   * Complete frames to write as they are.
   *
   * @param cursor where the next read starts; it may move although no frame passed the filter
   * @param more whether reading again at once would give something
   * @param end whether the stream is over once these frames are written
   */
  record Batch(List<byte[]> frames, long cursor, boolean more, boolean end) {
    public Batch(List<byte[]> frames, long cursor, boolean more) {
      this(frames, cursor, more, false);
    }

    public static Batch last(List<byte[]> frames, long cursor) {
      return new Batch(frames, cursor, false, true);
    }
  }
}
