package dev.holdpoint.core.inbox;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a gate in a list. It does not depend on the other rows, so that a page can begin
 * behind a row that is gone.
 *
 * @param rank what the list is sorted by
 * @param key of the gate, which decides between gates of the same rank
 */
public record InboxPlace(long rank, long key) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,19})\\.([0-9]{1,19})");

  public String text() {
    return rank + "." + key;
  }

  /** Reads what {@link #text} has written; empty for any other text. */
  public static Optional<InboxPlace> of(String text) {
    Matcher found = TEXT.matcher(text);
    try {
      return found.matches()
          ? Optional.of(
              new InboxPlace(Long.parseLong(found.group(1)), Long.parseLong(found.group(2))))
          : Optional.empty();
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }
}
