package dev.holdpoint.store.doc;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a journal row that is a document.
 *
 * @param sessionId only where there is no run to tell it
 */
public record JournalDoc(@Nullable String sessionId, @Nullable Run run, List<LedgerEvent> events) {

  /** The same on its way in: the run's text was made already for the run's own row. */
  public record Written(@Nullable String sessionId, @Nullable Json run, List<LedgerEvent> events) {}
}
