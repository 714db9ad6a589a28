package dev.holdpoint.cli.inbox;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known and shown.
 *
 * @param items oldest first
 * @param selected whose details are shown; null when there is nothing
 * @param notice what to say about the last key, or nothing
 * @param scroll how many lines of the details are above the window
 * @param trouble why nothing new comes in; null when all is well
 * @param listed whether what waits was read at least once
 */
record Inbox(
    List<Item> items,
    @Nullable String selected,
    Mode mode,
    String notice,
    int scroll,
    @Nullable String trouble,
    boolean listed) {
  static final Inbox EMPTY = new Inbox(List.of(), null, new Mode.Browsing(), "", 0, null, false);

  Inbox {
    items = List.copyOf(items);
  }

  /** A card and what became of it. */
  record Item(Card card, State state) {}

  sealed interface State {}

  record Waiting() implements State {}

  /** Something was sent and is not answered yet. */
  record Sending() implements State {}

  /**
   * @param how by whom and what
   * @param own whether it was decided here
   */
  record Settled(String how, boolean own) implements State {}

  @Nullable Item item(@Nullable String id) {
    for (Item item : items) {
      if (item.card().id().equals(id)) {
        return item;
      }
    }
    return null;
  }

  @Nullable Item current() {
    return item(selected);
  }

  int indexOfSelected() {
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i).card().id().equals(selected)) {
        return i;
      }
    }
    return -1;
  }

  long waiting() {
    return items.stream().filter(item -> !(item.state() instanceof Settled)).count();
  }

  Inbox with(Mode next) {
    return new Inbox(items, selected, next, "", next.equals(mode) ? scroll : 0, trouble, listed);
  }

  Inbox saying(String text) {
    return new Inbox(items, selected, mode, text, scroll, trouble, listed);
  }

  Inbox scrolled(int to) {
    return new Inbox(items, selected, mode, notice, Math.max(0, to), trouble, listed);
  }

  Inbox inTrouble(@Nullable String why) {
    return new Inbox(items, selected, mode, notice, scroll, why, listed);
  }

  Inbox with(String id, State state) {
    return withItems(
        items.stream()
            .map(item -> item.card().id().equals(id) ? new Item(item.card(), state) : item)
            .toList());
  }

  /** The oldest is shown when nothing else is. */
  Inbox withItems(List<Item> next) {
    Inbox changed = new Inbox(next, selected, mode, notice, scroll, trouble, listed);
    return changed.current() != null || next.isEmpty()
        ? changed
        : changed.select(next.getFirst().card().id());
  }

  Inbox select(@Nullable String id) {
    return new Inbox(items, id, new Mode.Browsing(), "", 0, trouble, listed);
  }

  Inbox afterListing() {
    return new Inbox(items, selected, mode, notice, scroll, null, true);
  }
}
