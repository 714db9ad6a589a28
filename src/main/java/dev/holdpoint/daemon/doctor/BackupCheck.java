package dev.holdpoint.daemon.doctor;

import dev.holdpoint.daemon.backup.Backup;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether backups are what was backed up, by their manifests. */
public final class BackupCheck {
  private static final String CHECK = "backups";
  private static final String REMEDY = "make another backup, and remove this one";
  private static final String FOREIGN = "keep it in another folder; this program cannot check it";
  private static final String LATER = "check it again later";

  /** One that was written to so short a time ago may be half of what is copied here. */
  private static final long SETTLED_MS = 60_000;

  private BackupCheck() {}

  /**
   * @param place a backup, or a folder of them
   */
  public static List<DoctorFinding> look(Path place) {
    return look(place, OutputStream.nullOutputStream(), 0);
  }

  /**
   * For one who did not choose the moment: nothing is said against a backup that may still be on
   * its way into the folder.
   *
   * @param heard gets all that is read, and may make it wait
   */
  public static List<DoctorFinding> look(Path place, OutputStream heard) {
    return look(place, heard, SETTLED_MS);
  }

  private static List<DoctorFinding> look(Path place, OutputStream heard, long settledMs) {
    List<DoctorFinding> findings = new ArrayList<>();
    try {
      List<Path> archives = archives(place);
      boolean folder = Files.isDirectory(place);
      for (Path archive : archives) {
        State before = State.of(archive);
        DoctorFinding one = one(archive, heard);
        State after = State.of(archive);
        if (one.verdict() == DoctorFinding.Verdict.OK || (before == null && !folder)) {
          findings.add(one);
        } else if (after != null) {
          // One that is gone was removed while others were read, as old ones are.
          boolean settled = after.equals(before) && !after.isNewerThan(settledMs);
          findings.add(
              settled ? one : DoctorFinding.warn(CHECK, archive + " is being written", LATER));
        }
      }
      if (archives.isEmpty()) {
        findings.add(
            DoctorFinding.warn(
                CHECK, "there is none in " + place, "make one: holdpoint backup --to"));
      }
    } catch (Halted e) {
      return findings;
    } catch (IOException e) {
      findings.add(
          DoctorFinding.fail(
              CHECK,
              place + " cannot be read: " + e.getMessage(),
              "name a backup or a folder of them that this user may read"));
    }
    return findings;
  }

  private static DoctorFinding one(Path archive, OutputStream heard) throws IOException {
    try (Backup backup = Backup.open(archive, heard)) {
      List<String> damaged = backup.damaged();
      return damaged.isEmpty()
          ? DoctorFinding.ok(CHECK, archive + " is what was backed up")
          : DoctorFinding.fail(
              CHECK,
              "%s is whole, and what is in it was damaged when it was made: %s"
                  .formatted(archive, damaged.getFirst()),
              "keep older backups");
    } catch (IOException e) {
      if (e instanceof Halted) {
        throw e;
      }
      return DoctorFinding.fail(
          CHECK, String.valueOf(e.getMessage()), e instanceof Backup.Foreign ? FOREIGN : REMEDY);
    }
  }

  private record State(long bytes, FileTime written) {
    /** Null when it is not there. */
    static @Nullable State of(Path file) throws IOException {
      try {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        return new State(now.size(), now.lastModifiedTime());
      } catch (NoSuchFileException e) {
        return null;
      }
    }

    boolean isNewerThan(long ms) {
      return Math.abs(System.currentTimeMillis() - written.toMillis()) < ms;
    }
  }

  /** Thrown by the one who hears what is read, to end it. */
  public static final class Halted extends IOException {
    public Halted() {
      super("ended before its end");
    }
  }

  private static List<Path> archives(Path place) throws IOException {
    if (!Files.isDirectory(place)) {
      return List.of(place);
    }
    try (Stream<Path> files = Files.list(place)) {
      return files.filter(file -> file.toString().endsWith(".zip")).sorted().toList();
    }
  }
}
