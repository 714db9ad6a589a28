package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.chaos.fault.Preload;
import dev.holdpoint.store.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The daemon of one round, and callers who find it wherever it listens now. */
final class Subject implements Victim, AutoCloseable {
  /** A client who has no answer by then asks again. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Small, so that readers who were away miss something, and are told so. */
  static final int WINDOW = 400;

  private static final int LEASE_MS = 3_000;

  private final boolean postgres;
  private final Path config;
  private final String connectors;
  private final @Nullable Preload preload;
  private final DaemonProcess process;
  private final String token;
  private final Acknowledged acknowledged;
  private volatile boolean abandoned;

  /**
   * @param program what is started in place of {@code bin/holdpoint}; null for that
   * @param receiver where deliveries go
   */
  Subject(
      Path folder,
      boolean postgres,
      @Nullable Path program,
      String receiver,
      Acknowledged acknowledged)
      throws IOException {
    this.postgres = postgres;
    this.acknowledged = acknowledged;
    Files.createDirectories(folder);
    config = folder.resolve("chaos.yaml");
    connectors =
        """
        connectors:
          crm:
            kind: external
            base_url: %s
        """
            .formatted(receiver);
    replay(WINDOW);
    List<String> database =
        postgres ? List.of("--database", EmbeddedPostgres.shared().newDatabase()) : List.of();
    String[] arguments =
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of("--config", config.toString()), database.stream())
            .toArray(String[]::new);
    preload =
        postgres || Preload.missing() != null
            ? null
            : Preload.over(folder.resolve("data"), folder.resolve("control"));
    process =
        DaemonProcess.startProgram(
            program == null ? DaemonProcess.launcher() : program,
            folder,
            preload == null ? Map.of() : preload.environment(),
            arguments);
    token = process.adminToken();
  }

  private void replay(int events) throws IOException {
    Files.writeString(
        config,
        connectors
            // A command in flight ends its run: nobody answers here.
            + "effects:\n  on_crash: interrupt\n"
            + "limits:\n  stream_replay_events: %d\n".formatted(events)
            + (postgres ? "cluster:\n  lease_ms: %d\n".formatted(LEASE_MS) : ""));
  }

  /** Starts anew, and from then on streams replay all that there is. */
  void startWithWholeHistory() throws IOException {
    replay(1_000_000_000);
    process.terminate();
    process.restart();
  }

  /** Lets every client go: something was found, and some may wait for what will not come. */
  void abandon() {
    abandoned = true;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** A caller with all rights, who knows where the daemon listened last. */
  Http http() {
    return new Http(process.address(), token).within(PATIENCE);
  }

  DaemonProcess process() {
    return process;
  }

  /** How long it has to stand still until others would take its work over, or callers give up. */
  Duration longStandstill() {
    return postgres ? Duration.ofMillis(LEASE_MS + 1_500) : PATIENCE.plusMillis(500);
  }

  @Override
  public Path data() {
    return process.data();
  }

  @Override
  public boolean onPostgres() {
    return postgres;
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public void kill() throws IOException {
    process.kill9();
  }

  @Override
  public void start() throws IOException {
    if (!process.isAlive()) {
      process.begin();
    }
    process.awaitReady();
  }

  @Override
  public Process launch() throws IOException {
    process.begin();
    return process.process();
  }

  @Override
  public @Nullable Preload preload() {
    return preload;
  }

  @Override
  public void lossIsPossible() {
    acknowledged.lossIsPossible();
  }

  @Override
  public void close() throws IOException {
    process.close();
    if (preload != null) {
      preload.close();
    }
  }
}
