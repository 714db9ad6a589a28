package dev.holdpoint.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The real daemon, in its own process, on a folder of its own. */
final class Daemon implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("ready on http://[^ \"]*:(\\d+)");
  private static final Pattern HEAP =
      Pattern.compile("jvm_memory_used_bytes\\{area=\"heap\"[^}]*} (\\S+)");

  /** By these a data folder is known; no other has the same. */
  private static final Set<String> OWN = Set.of("node-id", "lock");

  private static final long START_WITHIN_MS = 120_000;
  private static final long STOP_WITHIN_MS = 20_000;
  private static final long LOOK_EVERY_MS = 2;

  private final Path launcher;
  private final Path folder;
  private final List<String> arguments;
  private Process process;
  private Requests requests;
  private int port;
  private double startedInSeconds;
  private int starts;

  private Daemon(Path launcher, Path folder, List<String> arguments) {
    this.launcher = launcher;
    this.folder = folder;
    this.arguments = arguments;
  }

  static Daemon start(Path launcher, Path folder, List<String> arguments) throws IOException {
    Daemon daemon = new Daemon(launcher, folder, arguments);
    daemon.launch();
    return daemon;
  }

  /** Another one for the same ledger, with the keys and the token of this one. */
  Daemon another(Path place) throws IOException {
    Path copy = Files.createDirectories(place.resolve("data"));
    try (Stream<Path> files = Files.list(data())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!OWN.contains(file.getFileName().toString())) {
          Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
    return start(launcher, place, arguments);
  }

  private void launch() throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "serve", "--port", "0"));
    command.addAll(List.of("--data", data().toString()));
    command.addAll(arguments);
    Path log = folder.resolve("daemon-" + ++starts + ".log");
    long began = System.nanoTime();
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    port = awaitReady(log);
    requests = new Requests(Files.readString(data().resolve("admin-token")).strip());
    if (ask("/readyz").status() != 200) {
      throw new IllegalStateException("the daemon says it is ready and is not");
    }
    startedInSeconds = (System.nanoTime() - began) / 1e9;
  }

  private int awaitReady(Path log) throws IOException {
    long end = System.currentTimeMillis() + START_WITHIN_MS;
    while (System.currentTimeMillis() < end) {
      Matcher ready = READY.matcher(Files.readString(log));
      if (ready.find()) {
        return Integer.parseInt(ready.group(1));
      }
      if (await(LOOK_EVERY_MS)) {
        break;
      }
    }
    throw new IllegalStateException("the daemon did not start:\n" + Files.readString(log));
  }

  /** Nothing is drained, nothing is closed. Gives the time to be ready again. */
  double killAndRestart() throws IOException {
    kill();
    launch();
    return startedInSeconds;
  }

  /** As the power going. */
  void kill() {
    process.destroyForcibly();
    await(10_000);
  }

  private boolean await(long millis) {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Path data() {
    return folder.resolve("data");
  }

  int port() {
    return port;
  }

  Requests requests() {
    return requests;
  }

  double startedInSeconds() {
    return startedInSeconds;
  }

  HttpConnection.Answer ask(String path) {
    try (HttpConnection connection = new HttpConnection(port)) {
      return connection.send(requests.get(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many runs have this status now. */
  long runs(String status) {
    // The status of the daemon may be a moment old; the list is not.
    String name = "\"total_count\":";
    String body = ask("/v1/runs?page=true&limit=1&status=" + status).body();
    int from = body.indexOf(name) + name.length();
    int end = from;
    while (Character.isDigit(body.charAt(end))) {
      end++;
    }
    return Long.parseLong(body.substring(from, end));
  }

  /** Whether any run has it. */
  boolean hasRuns(String status) {
    return ask("/v1/runs?limit=1&status=" + status).body().contains("\"run_");
  }

  double cpuSeconds() {
    return Proc.cpuSeconds(process.pid());
  }

  double compilerSeconds() {
    return Proc.compilerSeconds(process.pid());
  }

  long residentBytes() {
    return Proc.residentBytes(process.pid());
  }

  double residentMiB() {
    return residentBytes() / (double) (1 << 20);
  }

  /** What it has given the kernel to write to a disk since it was started. */
  long writtenBytes() {
    return Proc.writtenBytes(process.pid());
  }

  /** What is in the heap and needed, in bytes. */
  long liveHeapBytes() throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    // Twice: what the first one finalizes, the second one frees.
    for (int i = 0; i < 2; i++) {
      Process collect =
          new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "GC.run")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        collect.waitFor(60, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    double used = 0;
    Matcher spaces = HEAP.matcher(ask("/metrics").body());
    while (spaces.find()) {
      used += Double.parseDouble(spaces.group(1));
    }
    return (long) used;
  }

  /** Asks first, so that a flight recording of the daemon is written. */
  @Override
  public void close() {
    process.destroy();
    if (!await(STOP_WITHIN_MS)) {
      kill();
    }
  }
}
