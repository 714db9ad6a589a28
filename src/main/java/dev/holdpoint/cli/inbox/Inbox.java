package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.HeldBodies.HeldView;
import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is known and shown.
 *
 * @param items as they are on the screen
 * @param selected whose card is shown; null when there is nothing
 * @param notice what to say about the last key, or nothing
 * @param scroll how many lines of the card are above the window
 * @param trouble why nothing new comes in; null when all is well
 */
record Inbox(
    List<Item> items,
    @Nullable String selected,
    Mode mode,
    String notice,
    int scroll,
    @Nullable String trouble,
    Listing listing,
    Picks picks,
    Marks marks) {
  static final Inbox EMPTY = of(Wish.ALL);

  /** The notice of a key whose answer is on its way. */
  private static final String LOADING = "Loading…";

  Inbox {
    items = List.copyOf(items);
  }

  static Inbox of(Wish wish) {
    return new Inbox(
        List.of(),
        null,
        new Mode.Browsing(),
        "",
        0,
        null,
        new Listing(wish, List.of(), 0, false, false, false),
        new Picks(Set.of(), Set.of(), null),
        new Marks(Map.of(), List.of()));
  }

  /**
   * A row of the list, its card, and what became of it.
   *
   * @param card null until it was read
   */
  record Item(InboxRow row, @Nullable Card card, State state) {
    String id() {
      return row.id();
    }

    Item with(State next) {
      return new Item(row, card, next);
    }

    Item with(InboxRow next) {
      return new Item(next, card, state);
    }

    Item with(@Nullable Card next) {
      return new Item(row, next, state);
    }

    boolean isSettled() {
      return state instanceof Settled;
    }

    /** Whether the list, as it was read last, tells something else than the card. */
    boolean isBehind() {
      return card != null
          && !isSettled()
          && !(Objects.equals(card.held(), row.held())
              && card.revision() == row.revision()
              && Objects.equals(card.inList(), row.standing()));
    }

    /** The decision that takes effect in a moment; null where none does. */
    @Nullable HeldView held() {
      return isSettled() ? null : card == null ? row.held() : card.held();
    }
  }

  /**
   * What follows from something that happened.
   *
   * @param effect null when nothing is to be done outside
   */
  record Step(Inbox inbox, @Nullable Effect effect) {
    static Step to(Inbox inbox) {
      return new Step(inbox, null);
    }

    /**
     * The list is read again.
     *
     * @param anew whether rows may move on the screen
     */
    static Step refresh(Inbox inbox, boolean anew) {
      return new Step(inbox, new Effect.Refresh(inbox.listing().wish(), anew));
    }
  }

  sealed interface State {}

  record Waiting() implements State {}

  /** Something was sent and is not answered yet. */
  record Sending() implements State {}

  /**
   * @param how by whom and what
   * @param own whether it was decided here
   */
  record Settled(String how, boolean own) implements State {}

  /**
   * What was read of the list.
   *
   * @param fresh rows that are not on the screen yet, as they do not belong behind the last
   * @param total all that waits, whatever is listed
   * @param more whether there are more rows than were read
   * @param listed whether it was read at least once
   * @param live whether the stream is there
   */
  record Listing(
      Wish wish, List<InboxRow> fresh, long total, boolean more, boolean listed, boolean live) {
    public Listing {
      fresh = List.copyOf(fresh);
    }
  }

  /**
   * The rows that are selected.
   *
   * @param byHand those that were selected one by one
   * @param anchor where a range begins; null for none
   */
  record Picks(Set<String> ticked, Set<String> byHand, @Nullable String anchor) {
    public Picks {
      ticked = Set.copyOf(ticked);
      byHand = Set.copyOf(byHand);
    }
  }

  /**
   * @param read the digests and revisions of what was on the screen to its end, by id
   * @param held what was held here last, to be undone together
   */
  record Marks(Map<String, String> read, List<String> held) {
    public Marks {
      read = Map.copyOf(read);
      held = List.copyOf(held);
    }
  }

  /** The tools of the approvals that are listed, by name. */
  Set<String> tools() {
    Set<String> tools = new TreeSet<>();
    for (Item item : items) {
      if (item.row().toolName() != null) {
        tools.add(item.row().toolName());
      }
    }
    return tools;
  }

  @Nullable Item item(@Nullable String id) {
    for (Item item : items) {
      if (item.id().equals(id)) {
        return item;
      }
    }
    return null;
  }

  /** The card of a row; null where it is not there or not read. */
  @Nullable Card card(@Nullable String id) {
    Item item = item(id);
    return item == null ? null : item.card();
  }

  @Nullable Item current() {
    return item(selected);
  }

  int indexOfSelected() {
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i).id().equals(selected)) {
        return i;
      }
    }
    return -1;
  }

  /** How many of those that are listed wait, on the screen or not yet. */
  long waiting() {
    return items.stream().filter(item -> !item.isSettled()).count() + listing.fresh().size();
  }

  Inbox with(Mode next) {
    return new Inbox(
        items, selected, next, "", next.equals(mode) ? scroll : 0, trouble, listing, picks, marks);
  }

  Inbox saying(String text) {
    return new Inbox(items, selected, mode, text, scroll, trouble, listing, picks, marks);
  }

  Inbox loading() {
    return saying(LOADING);
  }

  /** What was asked for is here, or is known not to come. */
  Inbox loaded() {
    return notice.equals(LOADING) ? saying("") : this;
  }

  /** What a key says that finds no row to act on. */
  Inbox withoutRow(String why) {
    return listing.listed() ? saying(why) : loading();
  }

  Inbox scrolled(int to) {
    return new Inbox(
        items, selected, mode, notice, Math.max(0, to), trouble, listing, picks, marks);
  }

  Inbox inTrouble(@Nullable String why) {
    return new Inbox(items, selected, mode, notice, scroll, why, listing, picks, marks);
  }

  Inbox with(Listing next) {
    return new Inbox(items, selected, mode, notice, scroll, trouble, next, picks, marks);
  }

  Inbox with(Picks next) {
    return new Inbox(items, selected, mode, notice, scroll, trouble, listing, next, marks);
  }

  Inbox with(Marks next) {
    return new Inbox(items, selected, mode, notice, scroll, trouble, listing, picks, next);
  }

  Inbox live(boolean isLive) {
    return with(
        new Listing(
            listing.wish(),
            listing.fresh(),
            listing.total(),
            listing.more(),
            listing.listed(),
            isLive));
  }

  /** Another question to the daemon: nothing of the answer to the one before is left. */
  Inbox asking(Wish wish) {
    return new Inbox(
        List.of(),
        null,
        new Mode.Browsing(),
        "",
        0,
        trouble,
        new Listing(wish, List.of(), 0, false, false, listing.live()),
        new Picks(Set.of(), Set.of(), null),
        marks);
  }

  Inbox with(String id, State state) {
    return changed(id, item -> item.with(state));
  }

  Inbox changed(String id, UnaryOperator<Item> change) {
    return withItems(
        items.stream().map(item -> item.id().equals(id) ? change.apply(item) : item).toList());
  }

  /** The first is shown when nothing else is. */
  Inbox withItems(List<Item> next) {
    Inbox changed = new Inbox(next, selected, mode, notice, scroll, trouble, listing, picks, marks);
    return changed.current() != null || next.isEmpty()
        ? changed
        : changed.select(next.getFirst().id());
  }

  Inbox select(@Nullable String id) {
    return new Inbox(items, id, new Mode.Browsing(), "", 0, trouble, listing, picks, marks);
  }

  /** Notes that all of the card was on the screen. */
  Inbox read(Card card) {
    Map<String, String> read = new HashMap<>(marks.read());
    read.put(card.id(), card.version());
    return with(new Marks(read, marks.held()));
  }

  boolean wasRead(Card card) {
    return card.version().equals(marks.read().get(card.id()));
  }

  Inbox holding(List<String> ids) {
    return with(new Marks(marks.read(), ids));
  }

  /** Without those that are held no more. */
  Inbox released(List<Card> cards) {
    List<String> undone = cards.stream().map(Card::id).toList();
    return holding(marks.held().stream().filter(id -> !undone.contains(id)).toList());
  }

  /** The selected rows that wait, as they stand on the screen. */
  List<Item> ticked() {
    return items.stream()
        .filter(item -> picks.ticked().contains(item.id()) && !item.isSettled())
        .toList();
  }

  /**
   * What can be undone: the card that is shown, and all that was held together with it. The daemon
   * said that these are held; a list or a card that was read before does not know it yet.
   */
  List<String> undoable() {
    List<String> batch = new ArrayList<>();
    for (String id : new LinkedHashSet<>(marks.held())) {
      Item item = item(id);
      if (item != null && !item.isSettled()) {
        batch.add(id);
      }
    }
    Item open = current();
    return open == null || open.held() == null || batch.contains(open.id())
        ? batch
        : List.of(open.id());
  }
}
