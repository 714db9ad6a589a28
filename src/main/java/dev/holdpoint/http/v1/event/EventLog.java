package dev.holdpoint.http.v1.event;

import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened, along a trail of journal rows. Each may hold megabytes, so few are read at once.
 */
public final class EventLog implements Reply.Rows {
  private final ViewContext sight;
  private final List<Long> trail;
  private final boolean triage;
  private int at;

  /**
   * @param triage whether the reader may know what people do about gates
   */
  public EventLog(ViewContext sight, List<Long> trail, boolean triage) {
    this.sight = sight;
    this.trail = trail;
    this.triage = triage;
  }

  @Override
  public @Nullable List<RunEventEntry> next(int want) {
    if (at == trail.size()) {
      return null;
    }
    List<Long> rows = trail.subList(at, Math.min(trail.size(), at + want));
    at += rows.size();
    return sight.engine.read(
        queries ->
            queries.journalRows(rows).stream()
                .flatMap(row -> sight.events.entries(row, triage).stream())
                .toList());
  }
}
