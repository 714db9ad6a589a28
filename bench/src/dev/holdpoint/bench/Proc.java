package dev.holdpoint.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the kernel counts for a process. */
final class Proc {
  private static final double TICKS_PER_SECOND = 100;
  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  private static final Pattern COMPILER = Pattern.compile("\\(C[12] Compiler");

  private Proc() {}

  /** User and system time of all its threads so far; 0 once it is gone. */
  static double cpuSeconds(long pid) {
    Path file = Path.of("/proc", Long.toString(pid), "stat");
    return Files.exists(file) ? cpuSeconds(read(file)) : 0;
  }

  private static double cpuSeconds(String stat) {
    // The name before it may hold spaces and brackets.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]))
        / TICKS_PER_SECOND;
  }

  /** What of it the JVM spent on compiling. */
  static double compilerSeconds(long pid) {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      return threads
          .map(thread -> read(thread.resolve("stat")))
          .filter(stat -> COMPILER.matcher(stat).find())
          .mapToDouble(Proc::cpuSeconds)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same for all processes below this one. */
  static double cpuSecondsBelow(ProcessHandle process) {
    return process.descendants().mapToDouble(child -> cpuSeconds(child.pid())).sum();
  }

  static long residentBytes(long pid) {
    return number(pid, "status", "VmRSS:") * 1024;
  }

  /** Pages that it has made to be written to a disk. What goes to sockets is not among them. */
  static long writtenBytes(long pid) {
    return number(pid, "io", "write_bytes:");
  }

  private static long number(long pid, String file, String name) {
    for (String line : read(Path.of("/proc", Long.toString(pid), file)).split("\n")) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new IllegalStateException("process " + pid + " has no " + name);
  }

  /** How many files this process may open. */
  static long fileLimit() {
    for (String line : read(Path.of("/proc/self/limits")).split("\n")) {
      if (line.startsWith("Max open files")) {
        String soft = line.substring("Max open files".length()).trim().split(" +")[0];
        return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
      }
    }
    return Long.MAX_VALUE;
  }

  static String processorName() {
    for (String line : read(Path.of("/proc/cpuinfo")).split("\n")) {
      if (line.startsWith("model name")) {
        return line.substring(line.indexOf(':') + 1).trim();
      }
    }
    return System.getProperty("os.arch");
  }

  static String loadAverage() {
    return read(Path.of("/proc/loadavg")).split(" ")[0];
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
