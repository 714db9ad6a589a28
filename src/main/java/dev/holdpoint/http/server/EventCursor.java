package dev.holdpoint.http.server;

import dev.holdpoint.core.problem.Problem;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The last event that the reader of a stream says it has seen. */
public final class EventCursor {
  private EventCursor() {}

  /** The larger of the two places that can hold one wins; empty when neither does. */
  public static OptionalLong of(Call call) {
    Long query = id(call.query("cursor"));
    String header = call.header("Last-Event-ID");
    Long last = header == null || header.isEmpty() ? null : id(header);
    if (query == null && last == null) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Math.max(query == null ? 0 : query, last == null ? 0 : last));
  }

  private static @Nullable Long id(@Nullable String text) {
    if (text == null) {
      return null;
    }
    if (!text.matches("[0-9]{1,40}")) {
      throw Problem.INVALID_EVENT_CURSOR
          .because(
              "An event id is a decimal number. Send the id of the last event that you "
                  + "received, or 0 for all events.")
          .asException();
    }
    String digits = text.replaceFirst("^0+(?=.)", "");
    // Wider than any id of ours: never issued, which the stream then says.
    return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
  }
}
