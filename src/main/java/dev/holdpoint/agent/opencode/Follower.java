package dev.holdpoint.agent.opencode;

import dev.holdpoint.agent.opencode.OpenCodeApi.NotReached;
import dev.holdpoint.agent.peer.PeerFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Follows the events of one talk for as long as it is open, however often the stream is cut. */
final class Follower {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /**
   * A server sends something every 10 or 30 seconds; one that is silent for longer is not there.
   */
  private static final Duration SILENCE = Duration.ofSeconds(90);

  private final OpenCodeSession talk;
  private final OpenCodeApi api;
  private final OpenCodeEvents events;
  private final Duration patience;
  private final CompletableFuture<Boolean> attached = new CompletableFuture<>();
  private volatile boolean closed;
  private volatile @Nullable OpenCodeStream stream;
  private @Nullable Thread thread;

  /**
   * @param patience how long the server may be out of reach
   */
  Follower(OpenCodeSession talk, OpenCodeApi api, Duration patience) {
    this.talk = talk;
    this.api = api;
    this.events = new OpenCodeEvents(talk, api);
    this.patience = patience;
  }

  /** Gives once nothing that happens from now on is missed. */
  void start(Duration atMost) throws PeerFailure, InterruptedException {
    thread = Thread.ofVirtual().name("opencode-" + talk.id()).start(this::followOrGiveUp);
    try {
      attached.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      throw new PeerFailure("OpenCode did not start its event stream in time");
    } catch (ExecutionException e) {
      throw new PeerFailure(
          String.valueOf(Objects.requireNonNullElse(e.getCause(), e).getMessage()));
    }
  }

  private void followOrGiveUp() {
    try {
      follow();
    } catch (RuntimeException e) {
      // Nobody would hear of anything any more, and nobody would know.
      lost("a message of the OpenCode server could not be processed");
      throw e;
    }
  }

  private void follow() {
    long reachedAt = System.nanoTime();
    Duration pause = FIRST_PAUSE;
    while (!closed && talk.isAlive()) {
      String why = "it has closed the event stream";
      try (OpenCodeStream open = new OpenCodeStream(api.events())) {
        stream = open;
        watch(open);
        events.catchUp(!attached.isDone());
        attached.complete(true);
        pause = FIRST_PAUSE;
        try {
          read(open);
        } finally {
          reachedAt = System.nanoTime();
        }
      } catch (NotReached | PeerFailure | IOException e) {
        why = String.valueOf(e.getMessage());
      } catch (InterruptedException _) {
        return;
      }
      if (closed || !talk.isAlive()) {
        return;
      }
      if (System.nanoTime() - reachedAt > patience.toNanos()) {
        lost("the OpenCode server cannot be reached: " + why);
        return;
      }
      if (!paused(pause)) {
        return;
      }
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
  }

  private void read(OpenCodeStream open) throws IOException, InterruptedException {
    for (JsonNode event = open.next(); event != null && !closed; event = open.next()) {
      events.event(event);
    }
  }

  /** A connection of which the other end has vanished gives no sign of it. */
  private void watch(OpenCodeStream followed) {
    CompletableFuture.delayedExecutor(SILENCE.toMillis(), TimeUnit.MILLISECONDS)
        .execute(
            () -> {
              if (stream == followed && !closed) {
                if (followed.silentForNanos() > SILENCE.toNanos()) {
                  shut(followed);
                } else {
                  watch(followed);
                }
              }
            });
  }

  private static boolean paused(Duration pause) {
    try {
      Thread.sleep(pause); // backing off before it reconnects
      return true;
    } catch (InterruptedException _) {
      return false;
    }
  }

  private void lost(String reason) {
    attached.completeExceptionally(new PeerFailure(reason));
    talk.gone(reason);
  }

  /** Its server has ended. */
  void gone(String reason) {
    lost(reason);
    close();
  }

  void close() {
    closed = true;
    Thread follows = thread;
    if (follows != null) {
      follows.interrupt();
    }
    OpenCodeStream open = stream;
    stream = null;
    if (open != null) {
      // Closing may wait for whoever reads, and nobody waits for that.
      Thread.ofVirtual().start(() -> shut(open));
    }
    talk.gone("the conversation was closed");
  }

  private static void shut(OpenCodeStream open) {
    try {
      open.close();
    } catch (IOException _) {
      // It was open for reading alone: nothing is lost.
    }
  }
}
