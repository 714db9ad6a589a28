package dev.holdpoint.blackbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Processes that commands of a run have left the numbers of. */
final class Pids {
  private Pids() {}

  /** The numbers in a file, with spaces between. */
  static List<Long> in(Path file) throws IOException {
    return Arrays.stream(Files.readString(file).strip().split(" ")).map(Long::valueOf).toList();
  }

  /** What has ended but was not collected by its parent yet, a zombie, does nothing any more. */
  static boolean isAlive(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return !stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
    } catch (IOException e) {
      return false;
    }
  }
}
