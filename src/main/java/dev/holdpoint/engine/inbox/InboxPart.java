package dev.holdpoint.engine.inbox;

import dev.holdpoint.core.inbox.InboxPlace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the inbox.
 *
 * @param <R> what is shown of a gate
 * @param next where the next page begins; null when nothing follows
 * @param truncated whether there are gates that were not looked at
 */
public record InboxPart<R>(List<R> rows, @Nullable InboxPlace next, boolean truncated) {
  public InboxPart {
    rows = List.copyOf(rows);
  }
}
