package dev.holdpoint.daemon;

import dev.holdpoint.cli.demo.DemoDaemon;
import dev.holdpoint.cli.demo.DemoFailed;
import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.daemon.start.AdminToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code serve} in a process of its own, with the JVM and the jar of this one. */
final class ChildDaemon implements DemoDaemon {
  private static final Pattern READY = Pattern.compile("ready on (http://[^ \"]+)");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LAST_WORDS = 10;

  private final Class<?> program;
  private final Path data;
  private final Path log;
  private @Nullable Process process;
  private boolean closed;

  ChildDaemon(Class<?> program, Path folder) {
    this.program = program;
    this.data = folder.resolve("data");
    this.log = folder.resolve("daemon.log");
  }

  @Override
  public DaemonAddress start(Consumer<Duration> waiting) throws DemoFailed, InterruptedException {
    long began = System.nanoTime();
    try {
      Files.deleteIfExists(log);
      Process started = launch();
      while (true) {
        Matcher ready = READY.matcher(log());
        if (ready.find()) {
          String token = Files.readString(data.resolve(AdminToken.FILE)).strip();
          return DaemonAddress.of(ready.group(1), token);
        }
        Duration soFar = Duration.ofNanos(System.nanoTime() - began);
        waiting.accept(soFar);
        if (started.waitFor(20, TimeUnit.MILLISECONDS) || soFar.compareTo(PATIENCE) > 0) {
          throw new DemoFailed("the daemon did not start:\n" + lastWords());
        }
      }
    } catch (IOException e) {
      throw new DemoFailed("the daemon could not be started: " + e.getMessage());
    }
  }

  private synchronized Process launch() throws IOException, DemoFailed {
    if (closed) {
      throw new DemoFailed("stopped");
    }
    List<String> command = new ArrayList<>(sameProgram());
    command.addAll(List.of("serve", "--port", "0", "--data", data.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    // What the person has configured is for the daemon of theirs, its database above all.
    builder.environment().keySet().removeIf(name -> name.startsWith("HOLDPOINT_"));
    Process started = builder.start();
    process = started;
    return started;
  }

  /** The command line of this process up to the program: the same JVM, flags, cache and jar. */
  private List<String> sameProgram() {
    String java = Path.of(System.getProperty("java.home", ""), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path", "");
    String[] all = ProcessHandle.current().info().arguments().orElse(new String[0]);
    int jar = Arrays.asList(all).indexOf("-jar");
    List<String> command = new ArrayList<>(List.of(java));
    if (jar < 0) {
      command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath));
      command.add(program.getName());
      return command;
    }
    Arrays.stream(all, 0, jar)
        // What the launcher says of this process' terminal does not hold for one that writes a log.
        .filter(flag -> !flag.startsWith("-Dholdpoint."))
        .forEach(command::add);
    command.addAll(List.of("-jar", classPath));
    return command;
  }

  private String log() throws IOException {
    return Files.exists(log) ? Files.readString(log) : "";
  }

  private synchronized Process process() {
    if (process == null) {
      throw new IllegalStateException("it was never started");
    }
    return process;
  }

  @Override
  public void kill() throws InterruptedException {
    process().destroyForcibly().waitFor();
  }

  @Override
  public long pid() {
    return process().pid();
  }

  @Override
  public Path data() {
    return data;
  }

  @Override
  public synchronized boolean isAlive() {
    // Ctrl-C reaches both processes; that the daemon obeys it is nothing to report.
    return closed || process().isAlive();
  }

  @Override
  public String lastWords() {
    try {
      List<String> lines = log().lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_WORDS), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** It may come from Ctrl-C at any moment, so no start can follow. */
  void end() throws InterruptedException {
    Process last;
    synchronized (this) {
      closed = true;
      last = process;
    }
    if (last != null) {
      last.destroy();
      if (!last.waitFor(5, TimeUnit.SECONDS)) {
        last.destroyForcibly().waitFor();
      }
    }
  }
}
