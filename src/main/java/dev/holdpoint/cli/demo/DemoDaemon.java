package dev.holdpoint.cli.demo;

import dev.holdpoint.client.http.DaemonAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** A daemon in a process of its own, to be started, killed and started again. */
public interface DemoDaemon {
  /**
   * Starts it on the folder that it had before, and waits until it is ready.
   *
   * @param waiting hears now and then how long it has taken so far
   */
  DaemonAddress start(Consumer<Duration> waiting) throws DemoFailed, InterruptedException;

  /** {@code kill -9}: the process gets no chance to do anything more. */
  void kill() throws InterruptedException;

  long pid();

  /** The folder that it keeps everything in. */
  Path data();

  boolean isAlive();

  /** The end of what it has logged. */
  String lastWords();
}
