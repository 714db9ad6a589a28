package dev.holdpoint.daemon.cluster;

import dev.holdpoint.engine.commit.Outage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that this node is there, from the moment at which it has joined: a start on a busy machine
 * may take longer than a node may be silent.
 */
public final class Pulse implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Pulse.class);

  private final Membership membership;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  public Pulse(Membership membership) {
    this.membership = membership;
    this.thread = Thread.ofPlatform().daemon().name("node-beat").unstarted(this::beat);
  }

  public Pulse start() {
    thread.start();
    return this;
  }

  private void beat() {
    try {
      do {
        try {
          membership.beat();
        } catch (RuntimeException e) {
          Outage.unlessAway(log, "this node could not renew its lease; retrying", e);
        }
      } while (!closed.await(membership.beatMs(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
