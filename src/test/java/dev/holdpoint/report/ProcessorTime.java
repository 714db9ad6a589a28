package dev.holdpoint.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Processor time as Linux counts it; zero elsewhere. */
final class ProcessorTime {
  /** A tick of {@code /proc} is a hundredth of a second, whatever the kernel's own clock. */
  private static final long MS_PER_TICK = 10;

  private ProcessorTime() {}

  /**
   * What this JVM, all that it started and all that those started have used, in milliseconds: that
   * of a process which has ended is counted with its parent.
   */
  static long ofTree() {
    ProcessHandle self = ProcessHandle.current();
    return Stream.concat(Stream.of(self), self.descendants())
            .mapToLong(process -> ticks(process.pid()))
            .sum()
        * MS_PER_TICK;
  }

  private static long ticks(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The name of the command stands in parentheses and may hold anything.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long sum = 0;
      for (int field = 11; field <= 14; field++) {
        sum += Long.parseLong(fields[field]);
      }
      return sum;
    } catch (IOException e) {
      return 0; // ended meanwhile, or no Linux
    }
  }
}
