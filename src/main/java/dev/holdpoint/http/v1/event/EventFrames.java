package dev.holdpoint.http.v1.event;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.v1.view.EventViews;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of stream frames. Those of recent rows are kept, so that many readers share one
 * rendering.
 */
public final class EventFrames {
  private static final long KEPT_BYTES = 16L << 20;

  private final EventViews views;
  private final WireJson json;
  private final Cache<Long, List<byte[]>> recent =
      Caffeine.newBuilder()
          .maximumWeight(KEPT_BYTES)
          .<Long, List<byte[]>>weigher((_, frames) -> weight(frames))
          .executor(Runnable::run)
          .build();

  public EventFrames(EventViews views, WireJson json) {
    this.views = views;
    this.json = json;
  }

  /**
   * For a stream that, by its filter, can lose only what is of this scope.
   *
   * @param triage whether the reader may know what people do about gates; agents may not
   */
  EventSource.Rendering within(StreamFrame.Scope scope, boolean triage) {
    return new EventSource.Rendering() {
      @Override
      public void add(JournalRow row, long cursor, List<byte[]> frames) {
        EventFrames.this.add(row, cursor, triage, frames);
      }

      // Not every id has an event that this reader would have seen, so the number is never exact.
      @Override
      public byte[] gap(String resumeAfter, long skipped, StreamFrame.Reason reason) {
        return event(
            resumeAfter, new StreamFrame.StreamGap(skipped, reason, scope, true, resumeAfter));
      }
    };
  }

  private void add(JournalRow row, long cursor, boolean triage, List<byte[]> frames) {
    List<byte[]> all = of(row);
    for (int i = 0; i < all.size(); i++) {
      boolean told = triage || !(row.events().get(i) instanceof LedgerEvent.GateUpdated);
      if (told && row.idOf(i) > cursor) {
        frames.add(all.get(i));
      }
    }
  }

  private List<byte[]> of(JournalRow row) {
    return recent.get(row.lastId(), _ -> made(row));
  }

  private List<byte[]> made(JournalRow row) {
    List<byte[]> made = new ArrayList<>(row.events().size());
    for (int i = 0; i < row.events().size(); i++) {
      made.add(event(Long.toString(row.idOf(i)), views.frame(row, i)));
    }
    return made;
  }

  private static int weight(List<byte[]> frames) {
    long bytes = frames.stream().mapToLong(frame -> frame.length).sum();
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }

  byte[] event(@Nullable String id, StreamFrame frame) {
    return Frames.event(id, Wire.typeName(frame.getClass()), json.write(frame));
  }
}
