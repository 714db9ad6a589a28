package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import java.util.List;
import java.util.Map;
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
   * @param calm whether the card was there long enough for a key to be meant for it
   */
  record Shown(@Nullable String id, boolean whole, boolean calm) {
    static final Shown NOTHING = new Shown(null, false, true);

    Shown(@Nullable String id, boolean whole) {
      this(id, whole, true);
    }
  }

  /**
   * A list that was read.
   *
   * @param wish what was asked for
   * @param total all that waits, whatever was asked for
   * @param more whether there are more rows than these
   * @param anew whether rows may move on the screen
   */
  record Listed(Wish wish, List<InboxRow> rows, long total, boolean more, boolean anew)
      implements InboxEvent {
    public Listed {
      rows = List.copyOf(rows);
    }
  }

  /** The list could not be read. */
  record Unlisted(String why) implements InboxEvent {}

  /** A card was read, as its row was selected. */
  record Opened(Card card) implements InboxEvent {}

  /**
   * Something is new that only the daemon knows to be listed.
   *
   * @param id what has changed; null for what was raised
   */
  record Changed(@Nullable String id) implements InboxEvent {}

  /**
   * Somebody has voted, looked, claimed or said something; it still waits.
   *
   * @param notice what to say about a key that did it; empty when no key did
   */
  record Updated(Card card, String notice) implements InboxEvent {}

  /** It was decided here, and takes effect in a moment. */
  record Held(Card card) implements InboxEvent {}

  /** What was held waits again. */
  record Undone(List<Card> cards, String notice) implements InboxEvent {
    public Undone {
      cards = List.copyOf(cards);
    }
  }

  /** It waits no longer. {@code how} says by whom. */
  record Settled(String id, String how) implements InboxEvent {}

  /** It was decided here. */
  record Sent(String id, String how) implements InboxEvent {}

  /** What was asked for could not be done; it still waits. */
  record Failed(String id, String why) implements InboxEvent {}

  /**
   * The cards of the selected rows were read.
   *
   * @param me under which name decisions of this person are recorded
   */
  record Gathered(ApprovalBehavior behavior, List<Card> cards, String me) implements InboxEvent {
    public Gathered {
      cards = List.copyOf(cards);
    }
  }

  /**
   * Several were decided here.
   *
   * @param sent all that was sent
   * @param settled how, by id; the others wait
   * @param held what takes effect in a moment
   */
  record ManySent(List<String> sent, Map<String, String> settled, List<String> held, String notice)
      implements InboxEvent {
    public ManySent {
      sent = List.copyOf(sent);
      settled = Map.copyOf(settled);
      held = List.copyOf(held);
    }
  }

  /**
   * What a rule would have decided.
   *
   * @param ok whether that could be found out
   */
  record Foreseen(String id, String key, PermissionScopeKind scope, String words, boolean ok)
      implements InboxEvent {}

  /**
   * Something that was asked for about a card.
   *
   * @param lines safe to print
   */
  record Told(String id, char key, String heading, List<String> lines) implements InboxEvent {
    public Told {
      lines = List.copyOf(lines);
    }
  }

  /** The editor was left. */
  record Edited(String id, JsonNode input) implements InboxEvent {}

  /** The stream is there, again or for the first time. */
  record Connected() implements InboxEvent {}

  record Lost(String why) implements InboxEvent {}

  /** Nobody has pressed a key for a while, so that rows may move. */
  record Idle() implements InboxEvent {}

  /** Nothing but that time has passed, or the window has another size. */
  record Tick() implements InboxEvent {}

  /** Nobody is there any more. */
  record Left() implements InboxEvent {}
}
