package dev.holdpoint.http.v1.event;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Registration;
import java.util.ArrayList;
import java.util.List;

/**
 * One stream's way through the journal. What it cannot send it announces as a gap: a cursor that
 * was never issued here (or by the daemon of which a backup was restored), one older than the
 * replay window, or a reader that has fallen out of it.
 */
public final class EventSource implements FrameSource {
  private static final int ROWS = 32;
  private static final int BATCH_BYTES = 64 * 1024;

  /** How a surface shows what happened. */
  public interface Rendering {
    /** Adds the frames of the row's events beyond the cursor. */
    void add(JournalRow row, long cursor, List<byte[]> frames);

    /**
     * @param resumeAfter the frame's id, and where the stream goes on
     * @param skipped about how many events the reader has missed
     */
    byte[] gap(String resumeAfter, long skipped, StreamFrame.Reason reason);
  }

  private final Feed feed;
  private final Feed.Filter filter;
  private final Rendering frames;
  private final Feed.Reader reader;
  private boolean begun;

  public EventSource(Feed feed, Feed.Filter filter, Rendering frames) {
    this.feed = feed;
    this.filter = filter;
    this.reader = feed.reader(filter);
    this.frames = frames;
  }

  @Override
  public Batch next(long cursor, int maxFrames) {
    long head = feed.head();
    if (cursor > head) {
      return feed.isIssued(cursor)
          ? new Batch(List.of(), cursor, false)
          : gap(head, 0, StreamFrame.Reason.RESTART_EPOCH);
    }
    Long afterLeap = feed.afterLeap(cursor);
    if (afterLeap != null) {
      return gap(afterLeap, 0, StreamFrame.Reason.RESTART_EPOCH);
    }
    boolean first = !begun;
    begun = true;
    long oldest = feed.oldestReplayed();
    if (cursor < oldest && skipsNothing(first)) {
      return gap(oldest, oldest - cursor, reason(first));
    }
    Feed.Slice slice = reader.after(cursor, ROWS);
    // Some of what comes next may have been removed since, before it could be read.
    long risen = feed.oldestReplayed();
    if (oldest <= cursor && cursor < risen && skipsNothing(first)) {
      return gap(risen, risen - cursor, reason(first));
    }
    // A stream of one session or run stays where it is while only others are busy. It has lagged
    // when something of its own lies before the window, not because time went by.
    if (cursor < oldest && !slice.rows().isEmpty() && slice.rows().getFirst().idOf(0) <= oldest) {
      return gap(oldest, oldest - cursor, StreamFrame.Reason.LIVE_LAG);
    }
    List<byte[]> batch = new ArrayList<>();
    int counted = 0;
    long bytes = 0;
    for (JournalRow row : slice.rows()) {
      frames.add(row, cursor, batch);
      for (; counted < batch.size(); counted++) {
        bytes += batch.get(counted).length;
      }
      // A reader that does not read holds what was made for it: a few frames, or one large row.
      if (bytes >= BATCH_BYTES && row.lastId() != slice.rows().getLast().lastId()) {
        return new Batch(batch, row.lastId(), true);
      }
    }
    return new Batch(batch, slice.cursor(), slice.more());
  }

  @Override
  public boolean isBehind(long cursor) {
    return cursor < feed.head();
  }

  /** A stream of one session or run passes over what others do without a word. */
  private boolean skipsNothing(boolean first) {
    return first || filter instanceof Feed.Filter.All;
  }

  private static StreamFrame.Reason reason(boolean first) {
    return first ? StreamFrame.Reason.REPLAY_WINDOW : StreamFrame.Reason.LIVE_LAG;
  }

  /**
   * The frame carries the id to go on from, so that a browser that reconnects does not ask for the
   * same gap again.
   */
  private Batch gap(long resumeAfter, long skipped, StreamFrame.Reason reason) {
    String id = Long.toString(resumeAfter);
    return new Batch(List.of(frames.gap(id, skipped, reason)), resumeAfter, true);
  }

  @Override
  public Registration onNews(Runnable wake) {
    return Registration.of(feed.listen(filter, wake::run));
  }
}
