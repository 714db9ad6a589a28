package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.cli.RefusalText;
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
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One sitting in front of the inbox: one thread that owns what is known, and a queue to it. */
final class InboxScreen implements EventStream.Handler {
  /** How old a card is changes by itself. */
  private static final int TICK_MS = 1_000;

  private static final int MINUTE_MS = 60_000;

  private final InboxSender mail;
  private final Screen screen;
  private final String where;
  private final boolean decides;
  private final ScreenLooks looks = new ScreenLooks();
  private final BlockingQueue<InboxEvent> queue = new LinkedBlockingQueue<>();
  private final Semaphore mayRead = new Semaphore(1);
  private final Map<String, CardBackground> behind = new ConcurrentHashMap<>();
  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private long refreshedMs = System.nanoTime() / 1_000_000;
  private @Nullable CallFailed refused;

  /**
   * @param decides whether the person may decide; the looks of others are not told
   */
  InboxScreen(InboxSender mail, Screen screen, String where, boolean decides) {
    this.mail = mail;
    this.screen = screen;
    this.where = where;
    this.decides = decides;
  }

  /** Returns when somebody leaves. */
  void run() throws CallFailed, InterruptedException {
    EventStream stream = mail.stream();
    Thread.ofVirtual().name("inbox-stream").start(() -> follow(stream));
    Thread.ofPlatform().daemon().name("inbox-keys").start(this::readKeys);
    screen.terminal().handle(Terminal.Signal.INT, _ -> queue.add(new InboxEvent.Left()));
    screen.terminal().handle(Terminal.Signal.WINCH, _ -> queue.add(new InboxEvent.Tick()));
    screen.take();
    Inbox inbox = Inbox.EMPTY;
    try {
      while (true) {
        screen.draw(inbox, behind, where);
        tellLook(inbox);
        InboxEvent happening = queue.poll(TICK_MS, TimeUnit.MILLISECONDS);
        InboxMachine.Step step =
            InboxMachine.step(inbox, happening == null ? new InboxEvent.Tick() : happening);
        inbox = step.inbox();
        if (step.effect() instanceof Effect.Quit) {
          break;
        }
        if (happening instanceof InboxEvent.Updated(var card, _)) {
          asked.remove(card.id());
        }
        learnAbout(inbox.current());
        refreshInTime(inbox);
        act(step.effect());
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

  private void act(@Nullable Effect effect) throws InterruptedException {
    switch (effect) {
      case null -> {}
      // Nobody reads keys meanwhile: the editor gets them.
      case Effect.Edit(var card, var input) -> queue.add(edited(card, input));
      case Effect other -> {
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
    String onScreen =
        item != null && item.state() instanceof Inbox.Waiting ? item.card().id() : null;
    String seen = looks.at(onScreen, System.nanoTime() / 1_000_000);
    if (seen != null && decides) {
      Thread.ofVirtual().name("inbox-seen").start(() -> mail.seen(seen));
    }
  }

  /** What waits for people says in how many minutes something comes. */
  private void refreshInTime(Inbox inbox) throws InterruptedException {
    long nowMs = System.nanoTime() / 1_000_000;
    boolean counts =
        inbox.items().stream()
            .map(item -> item.card().standing())
            .anyMatch(standing -> standing != null && standing.next() != null);
    if (counts && nowMs - refreshedMs >= MINUTE_MS) {
      refreshedMs = nowMs;
      act(new Effect.Refresh());
    }
  }

  /** The work behind a card, once for each card: a run has said more by the time of the next. */
  private void learnAbout(Inbox.@Nullable Item item) {
    if (item == null || !asked.add(item.card().id())) {
      return;
    }
    Card card = item.card();
    Thread.ofVirtual()
        .name("inbox-run")
        .start(
            () -> {
              try {
                behind.put(card.id(), mail.behind(card));
                queue.add(new InboxEvent.Tick());
              } catch (CallFailed _) {
                // The card can be decided without it; it is asked for again.
                asked.remove(card.id());
              }
            });
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
    try {
      InboxEvent happening = mail.read(frame);
      if (happening != null) {
        queue.add(happening);
      }
    } catch (CallFailed e) {
      // What waits is read again as soon as somebody answers.
      queue.add(new InboxEvent.Lost(RefusalText.told(e)));
    }
    return true;
  }
}
