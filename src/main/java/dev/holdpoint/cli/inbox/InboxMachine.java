package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import dev.holdpoint.cli.inbox.Inbox.Item;
import dev.holdpoint.cli.inbox.Inbox.Listing;
import dev.holdpoint.cli.inbox.Inbox.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What follows from what happens. A function of its arguments and nothing else. */
final class InboxMachine {
  private static final Inbox.Settled GONE = new Inbox.Settled("it is no longer pending", false);

  private InboxMachine() {}

  static Step step(Inbox inbox, InboxEvent happening) {
    return switch (happening) {
      case InboxEvent.Pressed(var key, var shown) ->
          moved(inbox, KeyBindings.pressed(read(inbox, shown), key, shown));
      case InboxEvent.Listed listed -> listed(inbox, listed);
      case InboxEvent.Unlisted(var why) -> Step.to(inbox.loaded().inTrouble(why));
      case InboxEvent.Opened(var card) -> Step.to(opened(inbox, card));
      case InboxEvent.Changed(var id) -> changed(inbox, id);
      case InboxEvent.Updated(var card, var notice) -> Step.to(updated(inbox, card, notice));
      case InboxEvent.Held(var card) ->
          Step.to(updated(inbox, card, "Allowed. U undoes it.").holding(List.of(card.id())));
      case InboxEvent.Undone(var cards, var notice) -> undone(inbox, cards, notice);
      case InboxEvent.Settled(var id, var how) -> Step.to(settled(inbox, id, how));
      case InboxEvent.Sent(var id, var how) ->
          Step.to(inbox.with(id, new Inbox.Settled(how, true)));
      case InboxEvent.Failed(var id, var why) -> Step.to(failed(inbox, id, why));
      case InboxEvent.Gathered gathered -> Step.to(ManyKeys.gathered(inbox, gathered));
      case InboxEvent.ManySent sent -> manySent(inbox, sent);
      case InboxEvent.Foreseen foreseen -> Step.to(RuleKeys.foreseen(inbox, foreseen));
      case InboxEvent.Told(var id, var key, var heading, var lines) ->
          Step.to(told(inbox, new Mode.Reading(id, key, heading, lines)));
      case InboxEvent.Edited(var id, var input) -> Step.to(edited(inbox, id, input));
      // What happened while nobody listened is in no event.
      case InboxEvent.Connected() -> Step.refresh(inbox.live(true).inTrouble(null), false);
      case InboxEvent.Lost(var why) -> Step.to(inbox.live(false).inTrouble(why));
      case InboxEvent.Idle() ->
          inbox.mode() instanceof Mode.Browsing
                  && (!inbox.listing().fresh().isEmpty() || hasOld(inbox))
              ? Step.refresh(inbox, true)
              : Step.to(inbox);
      case InboxEvent.Tick() -> Step.to(inbox);
      case InboxEvent.Left() -> new Step(inbox, new Effect.Quit());
    };
  }

  /** Whether there are decided rows other than the one that is shown. */
  private static boolean hasOld(Inbox inbox) {
    return inbox.items().stream()
        .anyMatch(item -> item.isSettled() && !item.id().equals(inbox.selected()));
  }

  private static Inbox read(Inbox inbox, InboxEvent.Shown shown) {
    Card card = inbox.card(shown.id());
    return card != null && shown.whole() && !inbox.wasRead(card) ? inbox.read(card) : inbox;
  }

  private static Step listed(Inbox inbox, InboxEvent.Listed told) {
    // It was asked before the filter changed; the answer to the other question is on its way.
    if (!told.wish().equals(inbox.listing().wish())) {
      return Step.to(inbox);
    }
    Map<String, InboxRow> rows = new LinkedHashMap<>();
    told.rows().forEach(row -> rows.put(row.id(), row));
    boolean anew = told.anew() || inbox.items().stream().allMatch(Item::isSettled);
    Item current = inbox.current();
    List<InboxRow> fresh = new ArrayList<>();
    List<Item> items = anew ? ordered(inbox, rows, current) : kept(inbox, rows, told.more(), fresh);
    Item lost =
        current != null
                && !current.isSettled()
                && !(current.state() instanceof Inbox.Sending)
                && !rows.containsKey(current.id())
                && (anew || !told.more())
            ? current
            : null;
    Inbox next =
        inbox
            .with(
                new Listing(
                    told.wish(), fresh, told.total(), told.more(), true, inbox.listing().live()))
            .inTrouble(inbox.listing().live() ? null : "updates every 5 s")
            .withItems(items);
    // Rows that stay where they are were asked for by nobody.
    Inbox here = told.anew() ? next.loaded() : next;
    return lost == null
        ? behind(here, here.current())
        : new Step(leaving(here, lost), new Effect.Look(lost.id()));
  }

  /** Without a stream the list is all that tells that the card that is shown is another by now. */
  private static Step behind(Inbox inbox, @Nullable Item item) {
    return item != null && item.card() != null && item.isBehind()
        ? new Step(inbox, new Effect.Reread(item.card()))
        : Step.to(inbox);
  }

  /** As the daemon sorts them. The card that is shown stays, wherever its row would be. */
  private static List<Item> ordered(
      Inbox inbox, Map<String, InboxRow> rows, @Nullable Item current) {
    List<Item> items = new ArrayList<>();
    rows.values().forEach(row -> items.add(now(inbox.item(row.id()), row)));
    if (current != null && !rows.containsKey(current.id())) {
      int at = Math.min(inbox.indexOfSelected(), items.size());
      items.add(at, current.state() instanceof Inbox.Waiting ? current.with(GONE) : current);
    }
    return items;
  }

  /**
   * Nothing moves under a hand: what is new comes behind the last row, or waits.
   *
   * @param fresh gets the rows that wait
   */
  private static List<Item> kept(
      Inbox inbox, Map<String, InboxRow> rows, boolean more, List<InboxRow> fresh) {
    List<Item> items = new ArrayList<>();
    for (Item item : inbox.items()) {
      InboxRow row = rows.get(item.id());
      if (row != null) {
        items.add(now(item, row));
      } else {
        boolean waits = item.state() instanceof Inbox.Waiting && !more;
        items.add(waits ? item.with(GONE) : item);
      }
    }
    List<InboxRow> listed = new ArrayList<>(rows.values());
    int last = listed.size();
    while (last > 0 && inbox.item(listed.get(last - 1).id()) == null) {
      last--;
    }
    for (int i = 0; i < listed.size(); i++) {
      InboxRow row = listed.get(i);
      if (i >= last) {
        items.add(now(null, row));
      } else if (inbox.item(row.id()) == null) {
        fresh.add(row);
      }
    }
    return items;
  }

  private static Item now(@Nullable Item known, InboxRow row) {
    return known == null || known.isSettled()
        ? new Item(row, null, new Inbox.Waiting())
        : known.with(row);
  }

  /** The card that is shown is read once more; the others are when they are shown. */
  private static Step changed(Inbox inbox, @Nullable String id) {
    Item item = inbox.item(id);
    if (item == null || item.card() == null || item.isSettled()) {
      return Step.to(inbox);
    }
    return item.id().equals(inbox.selected())
        ? new Step(inbox, new Effect.Reread(item.card()))
        : Step.to(inbox.changed(item.id(), one -> one.with((Card) null)));
  }

  /** A card to which a key has led may be older than its row. */
  private static Step moved(Inbox before, Step step) {
    Inbox now = step.inbox();
    return step.effect() != null || Objects.equals(before.selected(), now.selected())
        ? step
        : behind(now, now.current());
  }

  /** A card that was read before is told anew, as after a list that was asked for. */
  private static Inbox opened(Inbox inbox, Card card) {
    Item known = inbox.item(card.id());
    Inbox next =
        known != null && known.card() == null
            ? inbox.changed(card.id(), item -> item.with(card))
            : updated(inbox, card, "");
    return card.id().equals(inbox.selected()) ? next.loaded() : next;
  }

  /**
   * A vote that was sent and did not decide leaves the card waiting. What was shown stays what it
   * was: a request that changed has another digest.
   */
  private static Inbox updated(Inbox inbox, Card card, String notice) {
    Item known = inbox.item(card.id());
    if (known == null || known.isSettled()) {
      return inbox;
    }
    boolean same = known.card() == null || card.asksAs(known.card());
    Item now = same ? known.with(card) : known;
    Inbox next =
        inbox.changed(card.id(), _ -> notice.isEmpty() ? now : now.with(new Inbox.Waiting()));
    return notice.isEmpty() ? next : next.saying(notice);
  }

  private static Step undone(Inbox inbox, List<Card> cards, String notice) {
    Inbox next = inbox;
    for (Card card : cards) {
      next = updated(next, card, notice);
    }
    return Step.refresh(next.released(cards).saying(notice), false);
  }

  private static Step manySent(Inbox inbox, InboxEvent.ManySent sent) {
    Inbox next = inbox;
    for (String id : sent.sent()) {
      String how = sent.settled().get(id);
      next =
          next.changed(
              id,
              item ->
                  how == null
                      ? item.isSettled() ? item : new Item(item.row(), null, new Inbox.Waiting())
                      : item.with(new Inbox.Settled(how, true)));
    }
    return Step.refresh(next.holding(sent.held()).saying(sent.notice()), false);
  }

  /** Decided rows stay where they are, dimmed, until rows may move. */
  private static Inbox settled(Inbox inbox, String id, String how) {
    Item item = inbox.item(id);
    if (item == null) {
      List<InboxRow> fresh =
          inbox.listing().fresh().stream().filter(row -> !row.id().equals(id)).toList();
      Listing listing = inbox.listing();
      return inbox.with(
          new Listing(
              listing.wish(),
              fresh,
              listing.total(),
              listing.more(),
              listing.listed(),
              listing.live()));
    }
    // What was decided here is told by the stream as well.
    if (item.state() instanceof Inbox.Settled(_, var own) && own) {
      return inbox;
    }
    return leaving(inbox.with(id, new Inbox.Settled(how, false)), item);
  }

  /** Nobody goes on typing an answer to what is answered. */
  private static Inbox leaving(Inbox inbox, Item item) {
    if (!item.id().equals(inbox.mode().about())) {
      return inbox;
    }
    Item now = inbox.item(item.id());
    String how =
        now != null && now.state() instanceof Inbox.Settled(var told, _) ? told : "decided";
    boolean known = !how.equals(GONE.how());
    return inbox
        .with(new Mode.Browsing())
        .saying(
            known
                ? "Already " + how + ". Nothing was sent."
                : "It is no longer pending. Nothing was sent.");
  }

  /** A person who has moved to another card stays there. */
  private static Inbox told(Inbox inbox, Mode.Reading reading) {
    return reading.id().equals(inbox.selected()) && inbox.mode() instanceof Mode.Browsing
        ? inbox.with(reading).saying("")
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
