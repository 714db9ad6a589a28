package dev.holdpoint.cli.inbox;

import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which lines of which text were on the screen so far. */
final class SeenLines {
  private @Nullable String id;
  private String text = "";
  private BitSet lines = new BitSet();

  /** Gives whether all has been seen by now. */
  boolean add(Drawing.Seen seen) {
    // Another card, another width or another input: nothing of it was seen.
    if (!Objects.equals(id, seen.id()) || !text.equals(seen.text())) {
      id = seen.id();
      text = seen.text();
      lines = new BitSet();
    }
    lines.set(seen.from(), Math.max(seen.from(), seen.to()));
    return seen.id() != null && lines.nextClearBit(0) >= seen.of();
  }
}
