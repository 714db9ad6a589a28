package dev.holdpoint.cli.inbox;

import dev.holdpoint.cli.inbox.Inbox.Item;
import dev.holdpoint.cli.inbox.Inbox.Picks;
import dev.holdpoint.cli.inbox.Inbox.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keys that are about the list: moving, selecting, searching, filters and sort. */
final class ListKeys {
  private ListKeys() {}

  /** Moving on takes what was settled away. */
  static Inbox move(Inbox inbox, int by) {
    int at = inbox.indexOfSelected();
    if (at < 0) {
      return inbox;
    }
    int to = Math.clamp(at + by, 0, inbox.items().size() - 1);
    Item left = inbox.items().get(at);
    if (!left.isSettled()) {
      return to == at ? inbox : inbox.select(inbox.items().get(to).id());
    }
    List<Item> rest = inbox.items().stream().filter(item -> !item.equals(left)).toList();
    if (rest.isEmpty()) {
      return inbox.select(null).withItems(rest);
    }
    int next = Math.clamp(by > 0 ? at : at - 1, 0, rest.size() - 1);
    return inbox.select(rest.get(next).id()).withItems(rest);
  }

  /** After a decision, the next row that waits. */
  static Inbox next(Inbox inbox) {
    Inbox moved = move(inbox, 1);
    Item item = moved.current();
    while (item != null && item.isSettled() && !moved.equals(move(moved, 1))) {
      moved = move(moved, 1);
      item = moved.current();
    }
    return moved;
  }

  static Inbox select(Inbox inbox) {
    Item item = inbox.current();
    if (item == null || item.isSettled()) {
      return inbox.withoutRow("There is nothing to select.");
    }
    Set<String> ticked = new HashSet<>(inbox.picks().ticked());
    Set<String> byHand = new HashSet<>(inbox.picks().byHand());
    if (ticked.remove(item.id())) {
      byHand.remove(item.id());
    } else {
      ticked.add(item.id());
      byHand.add(item.id());
    }
    return picked(inbox, ticked, byHand, item.id());
  }

  static Inbox selectTo(Inbox inbox) {
    int at = inbox.indexOfSelected();
    int from = at;
    for (int i = 0; i < inbox.items().size(); i++) {
      if (inbox.items().get(i).id().equals(inbox.picks().anchor())) {
        from = i;
      }
    }
    if (at < 0) {
      return inbox.withoutRow("There is nothing to select.");
    }
    Set<String> ticked = new HashSet<>(inbox.picks().ticked());
    inbox.items().subList(Math.min(at, from), Math.max(at, from) + 1).stream()
        .filter(item -> !item.isSettled())
        .forEach(item -> ticked.add(item.id()));
    return picked(inbox, ticked, inbox.picks().byHand(), inbox.picks().anchor());
  }

  static Inbox selectAll(Inbox inbox) {
    Set<String> ticked = new HashSet<>();
    inbox.items().stream().filter(item -> !item.isSettled()).forEach(item -> ticked.add(item.id()));
    return picked(inbox, ticked, inbox.picks().byHand(), inbox.picks().anchor());
  }

  static Inbox selectNone(Inbox inbox) {
    return inbox.with(new Picks(Set.of(), Set.of(), null)).saying("");
  }

  private static Inbox picked(
      Inbox inbox, Set<String> ticked, Set<String> byHand, @Nullable String anchor) {
    return inbox
        .with(new Picks(ticked, byHand, anchor))
        .saying(
            ticked.isEmpty()
                ? "None selected."
                : ticked.size() + " selected. a allows them, d denies them, Esc selects none.");
  }

  static Step asking(Inbox inbox, Wish wish) {
    return Step.refresh(inbox.asking(wish), true);
  }

  static Step sort(Inbox inbox) {
    Wish next = inbox.listing().wish().sortedNext();
    Step step = asking(inbox, next);
    return new Step(step.inbox().saying("Sorted by " + next.sort() + "."), step.effect());
  }

  static Step searching(Inbox inbox, Mode.Searching mode, Key key) {
    return switch (key) {
      case Key.Named.ESCAPE -> Step.to(inbox.with(new Mode.Browsing()));
      case Key.Named.ENTER -> {
        Wish wish = inbox.listing().wish().searching(mode.text());
        yield wish.equals(inbox.listing().wish())
            ? Step.to(inbox.with(new Mode.Browsing()))
            : asking(inbox, wish);
      }
      default -> Step.to(inbox.with(new Mode.Searching(key.after(mode.text(), 200))));
    };
  }

  static Step filtering(Inbox inbox, Mode.Filtering mode, Key key) {
    List<Wish.Field> all = List.of(Wish.Field.values());
    int fields = all.size();
    Wish.Field field = all.get(mode.field());
    Wish draft = mode.draft();
    return switch (key) {
      case Key.Named.ESCAPE -> Step.to(inbox.with(new Mode.Browsing()));
      case Key.Named.ENTER -> asking(inbox, draft);
      case Key.Named.UP ->
          Step.to(inbox.with(new Mode.Filtering(draft, Math.max(0, mode.field() - 1))));
      case Key.Named.DOWN ->
          Step.to(inbox.with(new Mode.Filtering(draft, Math.min(fields - 1, mode.field() + 1))));
      case Key.Named.LEFT -> Step.to(changed(inbox, mode, field, -1));
      case Key.Named.RIGHT -> Step.to(changed(inbox, mode, field, 1));
      case Key.Named.CLEAR_LINE, Key.Named.BACKSPACE ->
          Step.to(inbox.with(new Mode.Filtering(draft.withoutFilters(), mode.field())));
      case Key.Letter(var letter) when letter == ' ' -> Step.to(changed(inbox, mode, field, 1));
      default -> Step.to(inbox);
    };
  }

  private static Inbox changed(Inbox inbox, Mode.Filtering mode, Wish.Field field, int by) {
    String value = field.after(mode.draft().value(field), by, inbox.tools());
    return inbox.with(new Mode.Filtering(mode.draft().with(field, value), mode.field()));
  }
}
