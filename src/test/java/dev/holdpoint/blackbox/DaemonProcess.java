package dev.holdpoint.blackbox;

import dev.holdpoint.store.MigratedLedger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One daemon, started by {@code bin/holdpoint serve} on a folder of its own and a free port. */
public final class DaemonProcess implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("ready on (http://[^ \"]+)");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String LITTLE_COMPILED =
      "-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=2 -XX:C1MaxInlineSize=6";

  /**
   * These daemons do not live long enough for the second compiler, which takes half of a start, nor
   * for much of the first. The collector of the daemon starts threads that a short life does not
   * pay back: a sixth of a start.
   */
  public static final String SHORT_LIVED = LITTLE_COMPILED + " -XX:+UseSerialGC";

  private final Path data;
  private final List<String> arguments;
  private final Map<String, String> environment;
  private final List<String> under;
  private final Path program;
  private volatile Process process;
  private volatile Path log;
  private volatile String address = "";
  private int starts;

  private DaemonProcess(Path data, List<String> arguments, Map<String, String> environment)
      throws IOException {
    this(launcher(), data, arguments, environment, List.of());
  }

  /**
   * @param program what is started as {@code bin/holdpoint} is
   * @param under what starts the program, and becomes it
   */
  private DaemonProcess(
      Path program,
      Path data,
      List<String> arguments,
      Map<String, String> environment,
      List<String> under)
      throws IOException {
    this(
        program,
        data,
        arguments,
        environment,
        under,
        !environment.containsKey("HOLDPOINT_DATABASE"));
    awaitReady();
  }

  private DaemonProcess(
      Path program,
      Path data,
      List<String> arguments,
      Map<String, String> environment,
      List<String> under,
      boolean migrated)
      throws IOException {
    this.program = program;
    this.under = List.copyOf(under);
    this.data = data;
    this.arguments = List.copyOf(arguments);
    this.environment = Map.copyOf(environment);
    if (migrated) {
      MigratedLedger.in(data);
    }
    log = nextLog();
    process = spawn(log);
  }

  /** Starts a daemon and waits until it is ready. {@code folder} holds its data and its logs. */
  public static DaemonProcess start(Path folder, String... arguments) throws IOException {
    return new DaemonProcess(
        folder.resolve("data"), List.of(arguments), Map.of("HOLDPOINT_JAVA_OPTS", SHORT_LIVED));
  }

  /** Starts a daemon with variables in its environment. */
  public static DaemonProcess start(
      Path folder, Map<String, String> environment, String... arguments) throws IOException {
    Map<String, String> all = new HashMap<>(Map.of("HOLDPOINT_JAVA_OPTS", SHORT_LIVED));
    all.putAll(environment);
    return new DaemonProcess(folder.resolve("data"), List.of(arguments), all);
  }

  /** Starts a daemon without waiting for it; where there is no ledger, it makes its own. */
  public static DaemonProcess launch(
      Path folder, Map<String, String> environment, String... arguments) throws IOException {
    Map<String, String> all = new HashMap<>(Map.of("HOLDPOINT_JAVA_OPTS", SHORT_LIVED));
    all.putAll(environment);
    return new DaemonProcess(
        launcher(), folder.resolve("data"), List.of(arguments), all, List.of(), false);
  }

  /** Starts another program that is called as {@code bin/holdpoint} is. */
  public static DaemonProcess startProgram(
      Path program, Path folder, Map<String, String> environment, String... arguments)
      throws IOException {
    Map<String, String> all = new HashMap<>(Map.of("HOLDPOINT_JAVA_OPTS", SHORT_LIVED));
    all.putAll(environment);
    return new DaemonProcess(program, folder.resolve("data"), List.of(arguments), all, List.of());
  }

  /** Starts a daemon that may use so much heap; it ends when it needs more. */
  public static DaemonProcess startSmall(Path folder, int heapMegabytes) throws IOException {
    return new DaemonProcess(
        folder.resolve("data"),
        List.of(),
        // With the collector that people have: how much fits depends on it.
        Map.of("HOLDPOINT_JAVA_OPTS", LITTLE_COMPILED + " -Xmx" + heapMegabytes + "m"));
  }

  /** Starts a daemon that may have so many files open. */
  static DaemonProcess startWithFiles(Path folder, int files) throws IOException {
    return new DaemonProcess(
        launcher(),
        folder.resolve("data"),
        List.of(),
        Map.of("HOLDPOINT_JAVA_OPTS", SHORT_LIVED),
        List.of("sh", "-c", "ulimit -n " + files + " && exec \"$@\"", "sh"));
  }

  private Path nextLog() throws IOException {
    Path next = data.resolveSibling("daemon-" + ++starts + ".log");
    Files.createDirectories(next.getParent());
    return next;
  }

  private Process spawn(Path output) throws IOException {
    List<String> command = new ArrayList<>(under);
    command.addAll(command(program, data, arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Starts the process again without waiting for it. */
  public void begin() throws IOException {
    log = nextLog();
    process = spawn(log);
  }

  private static List<String> command(Path program, Path data, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(program.toString(), "serve"));
    if (!arguments.contains("--port")) {
      command.addAll(List.of("--port", "0"));
    }
    command.addAll(List.of("--data", data.toString()));
    command.addAll(arguments);
    return command;
  }

  /** A daemon that does not start. */
  public record Refusal(int exitCode, String said) {}

  /** Starts a daemon that must give up by itself, and tells how it did. */
  public static Refusal refused(Path data, String... arguments) throws IOException {
    return refusal(new ProcessBuilder(command(launcher(), data, List.of(arguments))));
  }

  /** The same with options of its JVM. */
  public static Refusal refusedWith(Path data, String javaOptions) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(launcher(), data, List.of()));
    builder.environment().put("HOLDPOINT_JAVA_OPTS", javaOptions);
    return refusal(builder);
  }

  private static Refusal refusal(ProcessBuilder builder) throws IOException {
    Process process = builder.redirectErrorStream(true).start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Refusal(process.waitFor(), said);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      process.destroyForcibly();
    }
  }

  public void awaitReady() throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      Matcher ready = READY.matcher(log());
      if (ready.find()) {
        address = ready.group(1);
        return;
      }
      if (awaitExit(Duration.ofMillis(20)).isPresent()) {
        throw new IllegalStateException("the daemon did not start:\n" + log());
      }
    }
    throw new IllegalStateException("the daemon was not ready in time:\n" + log());
  }

  /** {@code bin/holdpoint} of this checkout. */
  public static Path launcher() {
    return Path.of("bin", "holdpoint").toAbsolutePath();
  }

  public String address() {
    return address;
  }

  public Path data() {
    return data;
  }

  /** Where the session's tools work. For ids of letters, digits, {@code -} and {@code _} alone. */
  public Path workspace(String sessionId) {
    return data.resolve("workspaces").resolve(sessionId);
  }

  public long pid() {
    return process.pid();
  }

  /** The process that was started last. */
  public Process process() {
    return process;
  }

  /** What the daemon has printed since it was last started. */
  public String log() throws IOException {
    return Files.exists(log) ? Files.readString(log) : "";
  }

  public String adminToken() throws IOException {
    return Files.readString(data.resolve("admin-token")).strip();
  }

  public Http http() throws IOException {
    return new Http(address, adminToken());
  }

  /** The power goes. */
  public DaemonProcess kill9() throws IOException {
    process.destroyForcibly();
    awaitExit(PATIENCE);
    return this;
  }

  /** Starts again on the same folder, with a new port. */
  public DaemonProcess restart() throws IOException {
    begin();
    awaitReady();
    return this;
  }

  /** SIGTERM; gives the exit code. */
  public int terminate() throws IOException {
    process.destroy();
    return awaitExit(PATIENCE)
        .orElseThrow(() -> new IllegalStateException("the daemon did not stop"));
  }

  /** Waits until it ends by itself; gives the exit code. */
  public int awaitEnd() throws IOException {
    return awaitExit(PATIENCE)
        .orElseThrow(() -> new IllegalStateException("the daemon did not end:\n" + logged()));
  }

  private String logged() {
    try {
      return log();
    } catch (IOException e) {
      return e.toString();
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** SIGSTOP: it keeps its sockets and all that it knows, and does nothing. */
  public void pause() throws IOException {
    signal("STOP");
  }

  /** SIGCONT: it goes on as if no time had passed. */
  public void resume() throws IOException {
    signal("CONT");
  }

  private void signal(String name) throws IOException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
    try {
      if (kill.waitFor() != 0) {
        throw new IOException("kill -" + name + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private OptionalInt awaitExit(Duration patience) throws IOException {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)
          ? OptionalInt.of(process.exitValue())
          : OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    kill9();
  }
}
