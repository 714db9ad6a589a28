package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Reads every event as it happens, from one life of the daemon to the next, and knows afterwards
 * what it was shown: none of that may be missing or different later.
 */
final class Witness implements AutoCloseable {
  private final MortalDaemon daemon;
  private final ConcurrentSkipListMap<Long, String> seen = new ConcurrentSkipListMap<>();
  private final Thread thread;
  private volatile boolean open = true;
  private volatile String contradiction = "";

  Witness(MortalDaemon daemon) {
    this.daemon = daemon;
    this.thread = Thread.ofVirtual().start(this::watch);
  }

  private void watch() {
    while (open) {
      long cursor = seen.isEmpty() ? 0 : seen.lastKey();
      try (SseTap stream = SseTap.open(daemon.alive(), "/v1/events/stream?cursor=" + cursor)) {
        stream.until(frame -> note(frame) || !open);
      } catch (IOException | UncheckedIOException | AssertionError e) {
        // Killed: the next life goes on after the last event that was seen.
        Thread.onSpinWait();
      }
    }
  }

  private boolean note(SseTap.Frame frame) {
    String before = seen.put(frame.id(), frame.text());
    if (before != null && !before.equals(frame.text())) {
      contradiction = "event " + frame.id() + " was " + before + " and is now " + frame.text();
    }
    return false;
  }

  /** Compares with all that the daemon tells at the end. */
  void check(DaemonProcess process) throws IOException {
    assertThat(contradiction).isEmpty();
    Map<Long, String> shown = Map.copyOf(seen);
    assertThat(shown).isNotEmpty();
    long last = shown.keySet().stream().mapToLong(Long::longValue).max().orElseThrow();
    Map<Long, String> told = new ConcurrentSkipListMap<>();
    try (SseTap stream = SseTap.open(process, "/v1/events/stream?cursor=0")) {
      for (SseTap.Frame frame : stream.until(frame -> frame.id() >= last)) {
        assertThat(told.put(frame.id(), frame.text())).as("ids are used once").isNull();
      }
    }
    assertThat(told).containsExactlyInAnyOrderEntriesOf(new ConcurrentSkipListMap<>(shown));
  }

  @Override
  public void close() {
    open = false;
    thread.interrupt();
  }
}
