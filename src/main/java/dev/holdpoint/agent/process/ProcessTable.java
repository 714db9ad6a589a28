package dev.holdpoint.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The processes of this machine as {@code /proc} shows them. */
public final class ProcessTable {
  private static final Path PROC = Path.of("/proc");

  private ProcessTable() {}

  /**
   * One process.
   *
   * @param startTicks since boot; together with the pid it names a process for good
   */
  public record Entry(long pid, char state, long group, long session, long startTicks) {
    /** What has ended but was not yet collected by its parent runs no more. */
    boolean isAlive() {
      return state != 'Z' && state != 'X';
    }

    /** Looks again at this process alone; another that was given its pid is not it. */
    boolean runsYet() {
      Entry now = read(PROC.resolve(pid + "/stat"));
      return now != null && now.isAlive() && now.startTicks == startTicks;
    }

    public boolean belongsTo(long leader) {
      return group == leader || session == leader || pid == leader;
    }

    boolean hasInEnvironment(String assignment) {
      try {
        byte[] environment = Files.readAllBytes(PROC.resolve(pid + "/environ"));
        return ("\0" + new String(environment, StandardCharsets.ISO_8859_1))
            .contains("\0" + assignment + "\0");
      } catch (IOException e) {
        // It ended, or is another user's: not one that we started.
        return false;
      }
    }
  }

  public static List<Entry> alive() {
    List<Entry> entries = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path folder : folders) {
        Entry entry = read(folder.resolve("stat"));
        if (entry != null && entry.isAlive()) {
          entries.add(entry);
        }
      }
    } catch (IOException e) {
      // A system without /proc: whole groups can still be killed, strays cannot be found.
      return List.of();
    }
    return entries;
  }

  private static @Nullable Entry read(Path stat) {
    try {
      return parse(Files.readString(stat, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return null;
    }
  }

  /** Reads a line of {@code /proc/<pid>/stat}; null when it is none. */
  static @Nullable Entry parse(String stat) {
    // The name in parentheses is the program's own choice and may hold anything, even ") R 1".
    int open = stat.indexOf('(');
    int close = stat.lastIndexOf(')');
    if (open < 1 || close < open) {
      return null;
    }
    String[] fields = stat.substring(close + 1).strip().split(" ", -1);
    if (fields.length < 20 || fields[0].length() != 1) {
      return null;
    }
    try {
      return new Entry(
          Long.parseLong(stat.substring(0, open).strip()),
          fields[0].charAt(0),
          Long.parseLong(fields[2]),
          Long.parseLong(fields[3]),
          Long.parseLong(fields[19]));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Tells one boot of the machine from the next; empty where the system does not say. */
  static String bootId() {
    try {
      return Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
