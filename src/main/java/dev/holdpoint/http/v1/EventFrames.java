package dev.holdpoint.http.v1;

import dev.holdpoint.api.StreamFrame;
import dev.holdpoint.api.Wire;
import dev.holdpoint.api.WireJson;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.http.stream.Frames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of stream frames. Those of recent rows are kept, so that many readers share one
 * rendering.
 */
final class EventFrames {
  private static final int KEPT = 256;

  private final EventViews views;
  private final WireJson json;
  private final Map<Long, List<byte[]>> recent =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, List<byte[]>> eldest) {
          return size() > KEPT;
        }
      };

  EventFrames(EventViews views, WireJson json) {
    this.views = views;
    this.json = json;
  }

  /** Adds the frames of the row's events beyond the cursor. */
  void add(JournalRow row, long cursor, List<byte[]> frames) {
    List<byte[]> all = of(row);
    for (int i = 0; i < all.size(); i++) {
      if (row.idOf(i) > cursor) {
        frames.add(all.get(i));
      }
    }
  }

  private List<byte[]> of(JournalRow row) {
    synchronized (recent) {
      List<byte[]> known = recent.get(row.lastId());
      if (known != null) {
        return known;
      }
    }
    List<byte[]> made = new ArrayList<>(row.events().size());
    for (int i = 0; i < row.events().size(); i++) {
      made.add(event(Long.toString(row.idOf(i)), views.frame(row, i)));
    }
    synchronized (recent) {
      recent.put(row.lastId(), made);
    }
    return made;
  }

  byte[] event(@Nullable String id, StreamFrame frame) {
    return Frames.event(id, Wire.typeName(frame.getClass()), json.write(frame));
  }
}
