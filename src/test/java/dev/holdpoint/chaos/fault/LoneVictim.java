package dev.holdpoint.chaos.fault;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.chaos.Victim;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A daemon of one test, for one fault. */
final class LoneVictim implements Victim {
  private final DaemonProcess daemon;
  private final @Nullable Preload preload;
  private final boolean postgres;
  private int starts;
  private boolean lossy;

  LoneVictim(DaemonProcess daemon, @Nullable Preload preload, boolean postgres) {
    this.daemon = daemon;
    this.preload = preload;
    this.postgres = postgres;
  }

  /** How often it was started since the test began. */
  int starts() {
    return starts;
  }

  void forget() {
    lossy = false;
  }

  boolean mayHaveLost() {
    return lossy;
  }

  @Override
  public Path data() {
    return daemon.data();
  }

  @Override
  public boolean onPostgres() {
    return postgres;
  }

  @Override
  public long pid() {
    return daemon.pid();
  }

  @Override
  public void kill() throws IOException {
    daemon.kill9();
  }

  @Override
  public void start() throws IOException {
    starts++;
    daemon.restart();
  }

  @Override
  public Process launch() throws IOException {
    starts++;
    daemon.begin();
    return daemon.process();
  }

  @Override
  public @Nullable Preload preload() {
    return preload;
  }

  @Override
  public void lossIsPossible() {
    lossy = true;
  }
}
