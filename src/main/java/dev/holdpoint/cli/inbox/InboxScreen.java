package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.cli.RefusalText;
import dev.holdpoint.cli.inbox.Inbox.Step;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.stream.EventStream;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One sitting in front of the inbox: one thread that owns what is known, and a queue to it. */
final class InboxScreen implements EventStream.Handler {
  /** How old a card is changes by itself. */
  private static final int TICK_MS = 1_000;

  private static final int MINUTE_MS = 60_000;

  /** New rows are read at most this often. */
  private static final int AGAIN_MS = 500;

  /** Without a stream the list is read this often. */
  private static final int POLL_MS = 5_000;

  /** Rows may move when no key was pressed for so long. */
  private static final int IDLE_MS = 10_000;

  private final InboxReader reader;
  private final InboxSender mail;
  private final Screen screen;
  private final Wish first;
  private final String where;
  private final boolean decides;
  private final ScreenLooks looks = new ScreenLooks();
  private final BlockingQueue<InboxEvent> queue = new LinkedBlockingQueue<>();
  private final Semaphore mayRead = new Semaphore(1);
  private final Map<String, CardBackground> behind = new ConcurrentHashMap<>();
  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private long pressedMs = now();
  private long readMs = now();
  private final ListReads reads = new ListReads();
  private boolean dirty;
  private @Nullable CallFailed refused;

  /**
   * @param first which requests are listed at the start
   * @param decides whether the person may decide; the looks of others are not told
   */
  InboxScreen(
      InboxReader reader,
      InboxSender mail,
      Screen screen,
      Wish first,
      String where,
      boolean decides) {
    this.reader = reader;
    this.mail = mail;
    this.screen = screen;
    this.first = first;
    this.where = where;
    this.decides = decides;
  }

  private static long now() {
    return System.nanoTime() / 1_000_000;
  }

  /** Returns when somebody leaves. */
  void run() throws CallFailed, InterruptedException {
    EventStream stream = reader.stream();
    Thread.ofVirtual().name("inbox-stream").start(() -> follow(stream));
    Thread.ofPlatform().daemon().name("inbox-keys").start(this::readKeys);
    screen.terminal().handle(Terminal.Signal.INT, _ -> queue.add(new InboxEvent.Left()));
    screen.terminal().handle(Terminal.Signal.WINCH, _ -> queue.add(new InboxEvent.Tick()));
    screen.take();
    Inbox inbox = Inbox.of(first);
    try {
      // Rows are shown as soon as they are there, whatever becomes of the stream.
      act(new Effect.Refresh(first, true));
      while (true) {
        screen.draw(inbox, behind, where);
        tellLook(inbox);
        InboxEvent happening = noted(queue.poll(untilNext(), TimeUnit.MILLISECONDS));
        Step step = InboxMachine.step(inbox, happening == null ? passed() : happening);
        inbox = step.inbox();
        if (step.effect() instanceof Effect.Quit) {
          break;
        }
        act(step.effect());
        learnAbout(inbox.current());
        refreshInTime(inbox);
        if (happening instanceof InboxEvent.Pressed) {
          mayRead.release();
        }
      }
    } finally {
      stream.close();
      screen.giveBack();
    }
    if (refused != null) {
      throw refused;
    }
  }

  /** When the screen changes by itself. */
  private long untilNext() {
    long next = Math.min(TICK_MS, screen.untilCalm());
    long since = now() - readMs;
    return dirty && !reads.areUnderWay()
        ? Math.max(1, Math.min(next, AGAIN_MS - since))
        : Math.max(1, next);
  }

  /** What happens, as far as it is not known better here. */
  private @Nullable InboxEvent noted(@Nullable InboxEvent happening) {
    switch (happening) {
      case null -> {}
      case InboxEvent.Pressed _ -> pressedMs = now();
      case InboxEvent.Changed(var id) -> {
        dirty = true;
        if (id != null) {
          asked.remove(id);
        }
      }
      case InboxEvent.Settled(var id, _) -> reads.settled(Set.of(id));
      case InboxEvent.Sent(var id, _) -> reads.settled(Set.of(id));
      case InboxEvent.Listed listed -> {
        listEnded();
        if (reads.isOld(listed)) {
          dirty = true;
          return reads.current(listed);
        }
      }
      case InboxEvent.Unlisted _ -> listEnded();
      case InboxEvent.ManySent sent -> {
        asked.removeAll(sent.sent());
        reads.settled(sent.settled().keySet());
      }
      case InboxEvent.Undone undone -> {
        Set<String> ids = undone.cards().stream().map(Card::id).collect(Collectors.toSet());
        asked.removeAll(ids);
        reads.waitAgain(ids);
      }
      default -> {}
    }
    return happening;
  }

  private void listEnded() {
    reads.ended();
    readMs = now();
  }

  private InboxEvent passed() {
    if (now() - pressedMs < IDLE_MS) {
      return new InboxEvent.Tick();
    }
    pressedMs = now();
    return new InboxEvent.Idle();
  }

  private void act(@Nullable Effect effect) throws InterruptedException {
    switch (effect) {
      case null -> {}
      // Nobody reads keys meanwhile: the editor gets them.
      case Effect.Edit(var card, var input) -> queue.add(edited(card, input));
      case Effect other -> {
        if (other instanceof Effect.Refresh(_, var anew)) {
          if (anew) {
            asked.clear();
          }
          reads.began();
          dirty = false;
        }
        // Now, while the card is on the screen.
        RenderedRequest rendered = rendered(other);
        Thread.ofVirtual().name("inbox-send").start(() -> queue.add(mail.send(other, rendered)));
      }
    }
  }

  private @Nullable RenderedRequest rendered(Effect effect) {
    String sha256 =
        switch (effect) {
          case Effect.Allow allow -> screen.rendered(allow.card().id());
          case Effect.Deny deny -> screen.rendered(deny.card().id());
          default -> null;
        };
    return sha256 == null ? null : new RenderedRequest("terminal", sha256);
  }

  private InboxEvent edited(Card.ApprovalCard card, JsonNode input) throws InterruptedException {
    screen.giveBack();
    try {
      String text = Editor.edit(ClientJson.pretty(input), System.getenv());
      JsonNode changed = ClientJson.parseTree(text);
      if (!changed.isObject()) {
        return new InboxEvent.Failed(card.id(), "The input must be a JSON object.");
      }
      return changed.equals(input)
          ? new InboxEvent.Failed(card.id(), "Nothing was changed.")
          : new InboxEvent.Edited(card.id(), changed);
    } catch (JacksonException e) {
      return new InboxEvent.Failed(card.id(), "This is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      return new InboxEvent.Failed(card.id(), "The input was not edited: " + e.getMessage());
    } finally {
      screen.take();
    }
  }

  private void tellLook(Inbox inbox) {
    Inbox.Item item = inbox.item(screen.shown().id());
    String onScreen = item != null && item.state() instanceof Inbox.Waiting ? item.id() : null;
    String seen = looks.at(onScreen, now());
    if (seen != null && decides) {
      Thread.ofVirtual().name("inbox-seen").start(() -> reader.seen(seen));
    }
  }

  /**
   * What is new is read a moment after it was told, without a stream every few seconds, and once a
   * minute where a row says in how many minutes something comes.
   */
  private void refreshInTime(Inbox inbox) throws InterruptedException {
    boolean counts = inbox.items().stream().anyMatch(item -> item.row().standing() != null);
    long since = now() - readMs;
    boolean due =
        (dirty && since >= AGAIN_MS)
            || (!inbox.listing().live() && since >= POLL_MS)
            || (counts && since >= MINUTE_MS);
    if (due && !reads.areUnderWay()) {
      act(new Effect.Refresh(inbox.listing().wish(), false));
    }
  }

  /** The card of a row that is shown, and the work behind it. */
  private void learnAbout(Inbox.@Nullable Item item) {
    if (item == null || !asked.add(item.id())) {
      return;
    }
    Thread.ofVirtual().name("inbox-card").start(() -> learn(item.id()));
  }

  private void learn(String id) {
    try {
      Card card = reader.card(id);
      queue.add(new InboxEvent.Opened(card));
      behind.put(id, reader.behind(card));
      queue.add(new InboxEvent.Tick());
    } catch (CallFailed e) {
      queue.add(new InboxEvent.Failed(id, RefusalText.told(e)));
    }
  }

  private void readKeys() {
    try {
      while (true) {
        mayRead.acquire();
        Key key = KeyReader.next(screen.terminal().reader());
        if (key == null) {
          queue.add(new InboxEvent.Left());
          return;
        }
        queue.add(new InboxEvent.Pressed(key, screen.shown()));
      }
    } catch (IOException _) {
      queue.add(new InboxEvent.Left());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void follow(EventStream stream) {
    try {
      stream.follow(this);
    } catch (CallFailed e) {
      refused = e;
      queue.add(new InboxEvent.Left());
    }
  }

  @Override
  public boolean opened() {
    queue.add(new InboxEvent.Connected());
    return true;
  }

  @Override
  public boolean lost(String why, int waitMs) {
    queue.add(new InboxEvent.Lost("the daemon does not respond; retrying"));
    return true;
  }

  /** What waits is read again on the new connection, whatever its size. */
  @Override
  public boolean passOver(String id) {
    return true;
  }

  @Override
  public boolean take(@Nullable String id, StreamFrame frame) {
    InboxEvent happening = reader.read(frame);
    if (happening != null) {
      queue.add(happening);
    }
    return true;
  }
}
