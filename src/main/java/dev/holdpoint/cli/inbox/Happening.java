package dev.holdpoint.cli.inbox;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What comes in, from whoever. */
sealed interface Happening {
  /**
   * @param shown what was on the screen then
   */
  record Pressed(Key key, Shown shown) implements Happening {}

  /**
   * What a person could see.
   *
   * @param id the card; null when none was there
   * @param whole whether all that would run was on the screen, if only piece by piece
   */
  record Shown(@Nullable String id, boolean whole) {
    static final Shown NOTHING = new Shown(null, false);
  }

  /** All that waits. */
  record Listed(List<Card> cards) implements Happening {
    public Listed {
      cards = List.copyOf(cards);
    }
  }

  record Arrived(Card card) implements Happening {}

  /** It waits no longer. {@code how} says by whom. */
  record Settled(String id, String how) implements Happening {}

  /** It was decided here. */
  record Sent(String id, String how) implements Happening {}

  /** What was asked for could not be done; it still waits. */
  record Failed(String id, String why) implements Happening {}

  /** The editor was left. */
  record Edited(String id, JsonNode input) implements Happening {}

  /** The stream is there, again or for the first time. */
  record Connected() implements Happening {}

  record Lost(String why) implements Happening {}

  /** Something to be said that is about no card. */
  record Noted(String text) implements Happening {}

  /** Nothing but that time has passed, or the window has another size. */
  record Tick() implements Happening {}

  /** Nobody is there any more. */
  record Left() implements Happening {}
}
