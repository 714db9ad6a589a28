package dev.holdpoint.cli.inbox;

import dev.holdpoint.cli.inbox.Inbox.Item;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What follows from what happens. A function of its arguments and nothing else. */
final class InboxMachine {
  private static final Comparator<Item> OLDEST_FIRST =
      Comparator.comparingLong((Item item) -> item.card().createdAtMs())
          .thenComparing(item -> item.card().id());

  private InboxMachine() {}

  /**
   * @param effect null when nothing is to be done outside
   */
  record Step(Inbox inbox, @Nullable Effect effect) {
    static Step to(Inbox inbox) {
      return new Step(inbox, null);
    }
  }

  static Step step(Inbox inbox, InboxEvent happening) {
    return switch (happening) {
      case InboxEvent.Pressed(var key, var shown) -> KeyBindings.pressed(inbox, key, shown);
      case InboxEvent.Listed(var cards) -> listed(inbox, cards);
      case InboxEvent.Arrived(var card) -> Step.to(inbox.withItems(adding(inbox, card)));
      case InboxEvent.Updated(var card, var notice) -> Step.to(updated(inbox, card, notice));
      case InboxEvent.Settled(var id, var how) -> Step.to(settled(inbox, id, how));
      case InboxEvent.Sent(var id, var how) ->
          Step.to(
              id.equals(inbox.selected())
                  ? inbox.with(id, new Inbox.Settled(how, true))
                  : without(inbox, id));
      case InboxEvent.Failed(var id, var why) -> Step.to(failed(inbox, id, why));
      case InboxEvent.Compared(var id, var lines) -> Step.to(compared(inbox, id, lines));
      case InboxEvent.Edited(var id, var input) -> Step.to(edited(inbox, id, input));
      // What happened while nobody listened is in no event.
      case InboxEvent.Connected() -> new Step(inbox.inTrouble(null), new Effect.Refresh());
      case InboxEvent.Lost(var why) -> Step.to(inbox.inTrouble(why));
      case InboxEvent.Noted(var text) -> Step.to(inbox.saying(text));
      case InboxEvent.Tick() -> Step.to(inbox);
      case InboxEvent.Left() -> new Step(inbox, new Effect.Quit());
    };
  }

  private static List<Item> adding(Inbox inbox, Card card) {
    if (inbox.item(card.id()) != null) {
      return inbox.items();
    }
    List<Item> items = new ArrayList<>(inbox.items());
    items.add(new Item(card, new Inbox.Waiting()));
    items.sort(OLDEST_FIRST);
    return items;
  }

  private static Step listed(Inbox inbox, List<Card> cards) {
    Set<String> waiting = new HashSet<>();
    List<Item> items = new ArrayList<>();
    for (Card card : cards) {
      waiting.add(card.id());
      Item known = inbox.item(card.id());
      items.add(
          known == null || known.state() instanceof Inbox.Settled
              ? new Item(card, new Inbox.Waiting())
              : now(known, card));
    }
    Item current = inbox.current();
    Effect effect = null;
    if (current != null && !waiting.contains(current.card().id())) {
      boolean told = current.state() instanceof Inbox.Settled;
      items.add(
          told
              ? current
              : new Item(current.card(), new Inbox.Settled("it is no longer pending", false)));
      effect = told ? null : new Effect.Look(current.card());
    }
    items.sort(OLDEST_FIRST);
    Inbox next = inbox.afterListing().withItems(items);
    return new Step(effect == null ? next : leaving(next, current), effect);
  }

  /** What was shown stays what it was: a request that changed has another id or digest. */
  private static Item now(Item known, Card card) {
    return card.asksAs(known.card()) ? new Item(card, known.state()) : known;
  }

  /** A vote that was sent and did not decide leaves the card waiting. */
  private static Inbox updated(Inbox inbox, Card card, String notice) {
    Item known = inbox.item(card.id());
    if (known == null || known.state() instanceof Inbox.Settled) {
      return inbox;
    }
    Item now = now(known, card);
    Item item = notice.isEmpty() ? now : new Item(now.card(), new Inbox.Waiting());
    Inbox next =
        inbox.withItems(
            inbox.items().stream().map(other -> other.equals(known) ? item : other).toList());
    return notice.isEmpty() ? next : next.saying(notice);
  }

  private static Inbox settled(Inbox inbox, String id, String how) {
    Item item = inbox.item(id);
    // What was decided here is told by the stream as well, with a name in place of "you".
    if (item == null || (item.state() instanceof Inbox.Settled(_, var own) && own)) {
      return inbox;
    }
    if (!id.equals(inbox.selected())) {
      return without(inbox, id);
    }
    return leaving(inbox.with(id, new Inbox.Settled(how, false)), item);
  }

  private static Inbox without(Inbox inbox, String id) {
    return inbox.withItems(
        inbox.items().stream().filter(other -> !other.card().id().equals(id)).toList());
  }

  /** Nobody goes on typing an answer to what is answered. */
  private static Inbox leaving(Inbox inbox, @Nullable Item item) {
    String about = inbox.mode().about();
    return item != null && item.card().id().equals(about)
        ? inbox
            .with(new Mode.Browsing())
            .saying("Already decided by someone else. Nothing was sent.")
        : inbox;
  }

  /** A person who has moved to another card stays there. */
  private static Inbox compared(Inbox inbox, String id, List<String> lines) {
    return id.equals(inbox.selected()) && inbox.mode() instanceof Mode.Browsing
        ? inbox.with(new Mode.Comparing(id, lines)).saying("")
        : inbox;
  }

  private static Inbox failed(Inbox inbox, String id, String why) {
    Item item = inbox.item(id);
    Inbox next =
        item != null && item.state() instanceof Inbox.Sending
            ? inbox.with(id, new Inbox.Waiting())
            : inbox;
    return next.saying(why);
  }

  private static Inbox edited(Inbox inbox, String id, JsonNode input) {
    Item item = inbox.item(id);
    return id.equals(inbox.selected())
            && item != null
            && item.state() instanceof Inbox.Waiting
            && item.card() instanceof Card.ApprovalCard
        ? inbox.with(new Mode.Confirming(id, input))
        : inbox.saying("The edited request is no longer pending. Nothing was sent.");
  }
}
