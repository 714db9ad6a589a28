package dev.holdpoint.cli.inbox;

import dev.holdpoint.core.rendering.Rendering;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which lines of which text were on the screen so far. */
final class SeenLines {
  private @Nullable String id;
  private String text = "";
  private BitSet lines = new BitSet();
  private List<WrappedLines.Tracked> tracked = List.of();

  /** Of the form over the card; null where there is none. */
  private @Nullable SeenLines over;

  /** Gives whether all has been seen by now. */
  boolean add(Drawing.Seen seen) {
    if (!seen.isForm()) {
      over = null;
      return note(seen);
    }
    SeenLines form = over == null ? new SeenLines() : over;
    over = form;
    return form.note(seen);
  }

  private boolean note(Drawing.Seen seen) {
    // Another card, another width or another input: nothing of it was seen.
    if (!Objects.equals(id, seen.id()) || !text.equals(seen.text())) {
      id = seen.id();
      text = seen.text();
      lines = new BitSet();
    }
    lines.set(seen.from(), Math.max(seen.from(), seen.to()));
    tracked = seen.tracked();
    return seen.id() != null && lines.nextClearBit(0) >= seen.of();
  }

  /** The digest of what was on the screen of this card so far; null where that is another card. */
  @Nullable String rendered(String cardId) {
    if (!cardId.equals(id)) {
      return null;
    }
    Map<String, StringBuilder> parts = new HashMap<>();
    for (WrappedLines.Tracked one : tracked) {
      if (lines.nextClearBit(one.from()) >= one.to()) {
        StringBuilder part = parts.get(one.label());
        if (part == null) {
          parts.put(one.label(), new StringBuilder(one.text()));
        } else {
          part.append(one.continues() ? "" : "\n").append(one.text());
        }
      }
    }
    return Rendering.sha256(
        Rendering.LABELS.stream()
            .filter(parts::containsKey)
            .map(label -> new Rendering.Section(label, parts.get(label) + "\n"))
            .toList());
  }
}
