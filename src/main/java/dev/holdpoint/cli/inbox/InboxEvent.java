package dev.holdpoint.cli.inbox;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What comes in, from whoever. */
sealed interface InboxEvent {
  /**
   * @param shown what was on the screen then
   */
  record Pressed(Key key, Shown shown) implements InboxEvent {}

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
  record Listed(List<Card> cards) implements InboxEvent {
    public Listed {
      cards = List.copyOf(cards);
    }
  }

  record Arrived(Card card) implements InboxEvent {}

  /**
   * Somebody has voted, looked, claimed or said something; it still waits.
   *
   * @param notice what to say about a key that did it; empty when no key did
   */
  record Updated(Card card, String notice) implements InboxEvent {}

  /** It waits no longer. {@code how} says by whom. */
  record Settled(String id, String how) implements InboxEvent {}

  /** It was decided here. */
  record Sent(String id, String how) implements InboxEvent {}

  /** What was asked for could not be done; it still waits. */
  record Failed(String id, String why) implements InboxEvent {}

  /**
   * What a revision changes, and what was said before it.
   *
   * @param lines safe to print
   */
  record Compared(String id, List<String> lines) implements InboxEvent {
    public Compared {
      lines = List.copyOf(lines);
    }
  }

  /** The editor was left. */
  record Edited(String id, JsonNode input) implements InboxEvent {}

  /** The stream is there, again or for the first time. */
  record Connected() implements InboxEvent {}

  record Lost(String why) implements InboxEvent {}

  /** Something to be said that is about no card. */
  record Noted(String text) implements InboxEvent {}

  /** Nothing but that time has passed, or the window has another size. */
  record Tick() implements InboxEvent {}

  /** Nobody is there any more. */
  record Left() implements InboxEvent {}
}
