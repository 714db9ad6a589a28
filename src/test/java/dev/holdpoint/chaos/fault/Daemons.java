package dev.holdpoint.chaos.fault;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.chaos.Victim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** What faults see of a daemon from outside: its process, and the door that it listens at. */
final class Daemons {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(90);
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final String LISTENING = "0A";

  private Daemons() {}

  /** How a daemon was started. */
  record Life(List<String> command, Map<String, String> environment, Path folder) {
    static Life of(long pid) throws IOException {
      Path proc = Path.of("/proc", Long.toString(pid));
      Map<String, String> environment = new HashMap<>();
      for (String line : words(proc.resolve("environ"))) {
        int at = line.indexOf('=');
        if (at > 0) {
          environment.put(line.substring(0, at), line.substring(at + 1));
        }
      }
      return new Life(
          words(proc.resolve("cmdline")), environment, proc.resolve("cwd").toRealPath());
    }

    private static List<String> words(Path file) throws IOException {
      String all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      List<String> words = new ArrayList<>(List.of(all.split("\0", -1)));
      words.removeLast();
      return words;
    }

    /** The same with another option of its JVM, which comes last and so counts. */
    Process again(String javaOption, Path log) throws IOException {
      List<String> words = new ArrayList<>(command);
      words.add(words.indexOf("-jar"), javaOption);
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
      builder.environment().clear();
      builder.environment().putAll(environment);
      return builder.start();
    }
  }

  /** What a command said, and how it ended. */
  record Said(int exitCode, String text) {}

  /** A command of this checkout's {@code bin/holdpoint}. */
  static Said holdpoint(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(DaemonProcess.launcher().toString()));
    command.addAll(List.of(words));
    return run(command);
  }

  static Said run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      return new Said(process.waitFor(), text);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Waits until it is so; false when it was not within this time. */
  static boolean until(Duration longest, BooleanSupplier so) {
    long began = System.nanoTime();
    while (!so.getAsBoolean()) {
      if (System.nanoTime() - began > longest.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(5_000_000);
    }
    return true;
  }

  /** The port that this process listens at, if any. */
  static OptionalInt port(long pid) {
    try {
      Set<String> sockets = new HashSet<>();
      try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
        for (Path file : files.toList()) {
          String target = Files.readSymbolicLink(file).toString();
          if (target.startsWith("socket:[")) {
            sockets.add(target.substring("socket:[".length(), target.length() - 1));
          }
        }
      }
      for (String table : List.of("tcp", "tcp6")) {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "net", table))) {
          String[] words = line.strip().split("\\s+", -1);
          if (words.length > 9 && words[3].equals(LISTENING) && sockets.contains(words[9])) {
            return OptionalInt.of(
                Integer.parseInt(words[1].substring(words[1].indexOf(':') + 1), 16));
          }
        }
      }
    } catch (IOException e) {
      // Gone, or about to be; a file that was closed meanwhile means another look.
    }
    return OptionalInt.empty();
  }

  static boolean isReady(long pid) {
    OptionalInt port = port(pid);
    try {
      return port.isPresent()
          && new Http("http://127.0.0.1:" + port.getAsInt(), null)
                  .within(SHORT)
                  .get("/readyz")
                  .status()
              == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** After a fault is over: it comes back by itself, or has ended and is started again. */
  static void recover(Victim victim) throws Exception {
    long pid = victim.pid();
    if (!until(LONG_ENOUGH, () -> !isAlive(pid) || isReady(pid))) {
      throw new AssertionError("the daemon neither came back nor ended");
    }
    if (!isAlive(pid)) {
      victim.start();
    }
  }
}
