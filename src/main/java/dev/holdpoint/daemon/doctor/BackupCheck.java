package dev.holdpoint.daemon.doctor;

import dev.holdpoint.daemon.backup.Backup;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Whether backups are what was backed up, by their manifests. */
public final class BackupCheck {
  private static final String CHECK = "backups";
  private static final String REMEDY = "make another backup, and remove this one";

  private BackupCheck() {}

  /**
   * @param place a backup, or a folder of them
   */
  public static List<Finding> look(Path place) {
    return look(place, OutputStream.nullOutputStream());
  }

  /**
   * @param heard gets all that is read, and may make it wait
   */
  public static List<Finding> look(Path place, OutputStream heard) {
    List<Finding> findings = new ArrayList<>();
    try {
      List<Path> archives = archives(place);
      for (Path archive : archives) {
        findings.add(one(archive, heard));
      }
      if (archives.isEmpty()) {
        findings.add(
            Finding.warn(CHECK, "there is none in " + place, "make one: holdpoint backup --to"));
      }
    } catch (Halted e) {
      return findings;
    } catch (IOException e) {
      findings.add(
          Finding.fail(
              CHECK,
              place + " cannot be read: " + e.getMessage(),
              "name a backup or a folder of them that this user may read"));
    }
    return findings;
  }

  private static Finding one(Path archive, OutputStream heard) throws IOException {
    try (Backup backup = Backup.open(archive, heard)) {
      List<String> damaged = backup.damaged();
      return damaged.isEmpty()
          ? Finding.ok(CHECK, archive + " is what was backed up")
          : Finding.fail(
              CHECK,
              "%s is whole, and what is in it was damaged when it was made: %s"
                  .formatted(archive, damaged.getFirst()),
              "keep older backups");
    } catch (IOException e) {
      if (e instanceof Halted) {
        throw e;
      }
      return Finding.fail(CHECK, String.valueOf(e.getMessage()), REMEDY);
    }
  }

  /** Thrown by whoever hears what is read, to end it. */
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
