package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.acp.wire.StderrTail;
import dev.holdpoint.engine.port.McpDirectory.Identity;
import dev.holdpoint.engine.port.McpDirectory.Offers;
import dev.holdpoint.engine.port.McpDirectory.Server;
import dev.holdpoint.engine.port.McpDirectory.Status;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Keeps one server connected, and what it offers up to date. */
final class McpConnection implements Link.Events, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(McpConnection.class);
  private static final long FIRST_PAUSE_MS = 500;
  private static final long LONGEST_PAUSE_MS = 60_000;

  /** A list that changes all the time is read so often and no more. */
  private static final long BETWEEN_LISTS_MS = 1_000;

  /** A connection that has lasted so long was a good one: its end is no reason to wait. */
  private static final long GOOD_MS = 30_000;

  /** How often a server that nobody calls is asked whether it is still there. */
  private static final long PING_MS = 30_000;

  private static final Duration LAST_WAIT = Duration.ofSeconds(10);

  private final ServerSpec spec;
  private final Transports transports;
  private final String version;
  private final Lock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private Status status = Status.IDLE;
  private boolean firstTry = true;
  private @Nullable String error;
  private @Nullable ServerLink opened;
  private @Nullable ServerLink link;
  private @Nullable Identity identity;
  private Offers offers = Offers.NONE;
  private final Freshness freshness = new Freshness();
  private boolean changed;

  /** The last attempt to list anew has failed. */
  private boolean stale;

  private boolean suspected;
  private boolean closed;
  private @Nullable Thread thread;

  /**
   * @param version of this program, which the server is told
   */
  McpConnection(ServerSpec spec, Transports transports, String version) {
    this.spec = spec;
    this.transports = transports;
    this.version = version;
  }

  void start() {
    locked(
        () -> {
          status = Status.CONNECTING;
          thread = Thread.ofVirtual().name("mcp-" + spec.name()).start(this::keep);
        });
  }

  private void keep() {
    long pauseMs = 0;
    while (!isClosed()) {
      long since = System.nanoTime();
      try {
        long until = System.nanoTime() + spec.connectTimeout().toNanos();
        Negotiation.Greeted greeted =
            new Negotiation(spec, transports, this, version, this::opened).greet();
        ServerLink connected = greeted.link();
        Listing.Listed read = Listing.read(spec, connected, greeted.capabilities(), until);
        connected(connected, greeted.identity(), read);
        log.info("{} is connected, with {} tools", spec.title(), read.offers().tools().size());
        stay(connected, greeted.capabilities());
        lost(connected.reason());
      } catch (McpFailure e) {
        lost(e.text());
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        // One server's failure must not cost it its keeper.
        log.error("{} could not be maintained", spec.title(), e);
        lost(spec.title() + " could not be maintained; see the log");
      } finally {
        end();
      }
      boolean good = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since) > GOOD_MS;
      pauseMs = good ? 0 : Math.clamp(pauseMs * 2, FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      if (!pause(pauseMs)) {
        return;
      }
    }
  }

  /** From here on whoever closes the keeper ends it too. */
  private void opened(ServerLink now) throws InterruptedException {
    locked(() -> opened = now);
    if (isClosed()) {
      throw new InterruptedException();
    }
  }

  private void end() {
    ServerLink now = opened;
    if (now != null) {
      now.close();
    }
  }

  private void connected(ServerLink connected, Identity who, Listing.Listed what) {
    locked(
        () -> {
          link = connected;
          identity = who;
          offers = what.offers();
          freshness.listed(what.ttlMs());
          status = Status.CONNECTED;
          error = null;
          firstTry = false;
        });
  }

  /** Until it is gone. */
  private void stay(ServerLink connected, JsonNode capabilities)
      throws McpFailure, InterruptedException {
    while (connected.isAlive() && !isClosed()) {
      switch (next(connected)) {
        case LIST -> {
          list(connected, capabilities);
          // So that a list that changes all the time costs little.
          idle(BETWEEN_LISTS_MS);
        }
        case PING -> ping(connected);
        case LOOK -> {}
      }
    }
  }

  /**
   * What was listed last is good until it is listed anew; whether anybody is there, a ping says.
   */
  private void list(ServerLink connected, JsonNode capabilities) throws InterruptedException {
    long until = System.nanoTime() + spec.connectTimeout().toNanos();
    try {
      Listing.Listed read = Listing.read(spec, connected, capabilities, until);
      locked(
          () -> {
            offers = read.offers();
            freshness.listed(read.ttlMs());
            stale = false;
          });
    } catch (McpFailure e) {
      if (connected.isAlive()) {
        log.warn("the items of {} cannot be listed again: {}", spec.title(), e.text());
      }
      locked(
          () -> {
            freshness.tried();
            stale = true;
            suspected = true;
          });
    }
  }

  /** One that is busy with a call may have no time for this, and calls have a time of their own. */
  private void ping(ServerLink connected) throws McpFailure, InterruptedException {
    if (connected.callsUnderWay() > 0 && spec.way() instanceof ServerSpec.Command) {
      return;
    }
    // How many calls were over by now: if there are more later, it has been busy meanwhile.
    long over = connected.callsBegun() - connected.callsUnderWay();
    try {
      Negotiation.ping(connected, spec.connectTimeout());
    } catch (McpFailure e) {
      boolean busy = connected.callsBegun() != over;
      // That nobody listens any more is certain; silence is not.
      if (!connected.isAlive() || !busy || !e.isSilence()) {
        throw e;
      }
    }
  }

  private enum Next {
    LIST,
    PING,
    LOOK
  }

  private Next next(ServerLink connected) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(PING_MS);
      while (!changed && !suspected && !closed && connected.isAlive() && left > 0) {
        left = news.awaitNanos(left);
      }
      boolean list = changed || (stale && left <= 0);
      Next next = list ? Next.LIST : suspected || left <= 0 ? Next.PING : Next.LOOK;
      if (list) {
        changed = false;
      } else {
        suspected = false;
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void lost(String reason) {
    String told = StderrTail.plain(reason, spec.keys());
    locked(
        () -> {
          boolean news = status == Status.CONNECTED || !told.equals(error);
          link = null;
          offers = Offers.NONE;
          identity = null;
          status = closed ? Status.IDLE : Status.FAILED;
          error = closed ? null : told;
          firstTry = false;
          changed = false;
          stale = false;
          suspected = false;
          if (news && !closed) {
            log.warn("{}; retrying", told);
          }
        });
  }

  /** False when nothing more is to be done. */
  private boolean pause(long ms) {
    lock.lock();
    try {
      if (ms == 0 && !closed) {
        // What has been there all the time will be back in a moment: runs may wait for it.
        status = Status.CONNECTING;
        firstTry = true;
      }
    } finally {
      lock.unlock();
    }
    return idle(ms);
  }

  private boolean idle(long ms) {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(ms);
      while (!closed && left > 0) {
        left = news.awaitNanos(left);
      }
      return !closed;
    } catch (InterruptedException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** The connection that is there. */
  ServerLink link() throws McpFailure {
    lock.lock();
    try {
      ServerLink now = link;
      if (now == null || !now.isAlive()) {
        throw new McpFailure(
            "%s is not connected: %s. Nothing was sent"
                .formatted(
                    spec.title(), now != null ? now.reason() : error == null ? "not yet" : error));
      }
      return now;
    } finally {
      lock.unlock();
    }
  }

  /**
   * What it offers. The first attempt to connect is waited for; after that, one that fails holds
   * nobody up. A list whose time is over is read again first.
   */
  Offers offers(long untilNanos) throws InterruptedException {
    lock.lock();
    try {
      long left = untilNanos - System.nanoTime();
      while (status == Status.CONNECTING && firstTry && !closed && left > 0) {
        left = news.awaitNanos(left);
      }
      if (status == Status.CONNECTED && freshness.isOver()) {
        long before = freshness.tries();
        changed = true;
        news.signalAll();
        while (freshness.tries() == before && status == Status.CONNECTED && left > 0) {
          left = news.awaitNanos(left);
        }
      }
      return offers;
    } finally {
      lock.unlock();
    }
  }

  Duration patience() {
    return spec.connectTimeout();
  }

  /** Why it cannot be called now, for models; null when it can. */
  @Nullable String absence() {
    lock.lock();
    try {
      return status == Status.CONNECTED
          ? null
          : "the server %s is not connected (%s); try again later"
              .formatted(spec.name(), error == null ? "not yet" : error);
    } finally {
      lock.unlock();
    }
  }

  Offers offersNow() {
    lock.lock();
    try {
      return offers;
    } finally {
      lock.unlock();
    }
  }

  Server view() {
    lock.lock();
    try {
      return new Server(
          spec.name(), spec.transport(), status, error, spec.isCredentialed(), identity, offers);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void changed() {
    locked(() -> changed = true);
  }

  @Override
  public void suspect() {
    locked(() -> suspected = true);
  }

  @Override
  public void gone() {
    locked(() -> {});
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  private void locked(Runnable step) {
    lock.lock();
    try {
      step.run();
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives once nothing of the server runs any more. */
  @Override
  public void close() {
    locked(() -> closed = true);
    end();
    Thread keeping = thread;
    if (keeping != null) {
      try {
        keeping.join(LAST_WAIT);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
