package dev.holdpoint.daemon.doctor;

import dev.holdpoint.client.http.FolderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The data folder: whose it is, who may look into it, how much room there is, who uses it. */
public final class FolderCheck {
  private static final long FEW_BYTES = 64L << 20;
  private static final long SOME_BYTES = 512L << 20;

  /** What is named so is a key, whoever made it. */
  private static final Pattern KEYS =
      Pattern.compile("admin-token|.*[-._](key|secret)|.*\\.pem|.*\\.key");

  private final Path data;

  public FolderCheck(Path data) {
    this.data = data;
  }

  public List<DoctorFinding> look() {
    if (!Files.exists(data)) {
      return List.of(
          DoctorFinding.warn(
              "data_folder",
              data + " does not exist yet",
              "the first 'holdpoint serve' creates it; choose another with --data if "
                  + "this is wrong"));
    }
    if (!Files.isDirectory(data)) {
      return List.of(
          DoctorFinding.fail(
              "data_folder", data + " is not a folder", "choose another with --data"));
    }
    List<DoctorFinding> findings = new ArrayList<>();
    try {
      findings.add(access());
      findings.add(room());
      findings.addAll(keys());
      findings.addAll(leftovers());
    } catch (IOException e) {
      findings.add(
          DoctorFinding.fail(
              "data_folder",
              data + " cannot be read: " + e.getMessage(),
              "run this as the daemon's user"));
    }
    return findings;
  }

  private DoctorFinding access() throws IOException {
    PosixFileAttributes attributes = Files.readAttributes(data, PosixFileAttributes.class);
    String owner = attributes.owner().getName();
    String me = System.getProperty("user.name", "");
    if (!Files.isWritable(data)) {
      return DoctorFinding.fail(
          "data_folder",
          "%s belongs to %s and is not writable for %s".formatted(data, owner, me),
          "run the daemon and this command as "
              + owner
              + ", or give the folder to "
              + me
              + " (chown -R)");
    }
    if (isOpen(attributes.permissions())) {
      return DoctorFinding.warn(
          "data_folder",
          data
              + " is accessible to other users ("
              + PosixFilePermissions.toString(attributes.permissions())
              + ")",
          "chmod 700 " + data);
    }
    return DoctorFinding.ok("data_folder", data + ", of " + owner + " alone");
  }

  private static boolean isOpen(Set<PosixFilePermission> mode) {
    return mode.stream().anyMatch(one -> !one.name().startsWith("OWNER"));
  }

  private DoctorFinding room() throws IOException {
    long free = Files.getFileStore(data).getUsableSpace();
    String left = (free >> 20) + " MB are free";
    if (free < FEW_BYTES) {
      return DoctorFinding.fail(
          "disk_space",
          left,
          "free disk space: commits are refused when it is full (storage_full)");
    }
    return free < SOME_BYTES
        ? DoctorFinding.warn("disk_space", left, "free disk space before commits are refused")
        : DoctorFinding.ok("disk_space", left);
  }

  private List<DoctorFinding> keys() throws IOException {
    List<DoctorFinding> findings = new ArrayList<>();
    try (Stream<Path> files = Files.list(data)) {
      for (Path file : files.sorted().toList()) {
        if (KEYS.matcher(file.getFileName().toString()).matches() && Files.isRegularFile(file)) {
          findings.add(key(file));
        }
      }
    }
    return findings;
  }

  private static DoctorFinding key(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      return DoctorFinding.fail(
          "keys", file + " cannot be read", "give the daemon's user access (chown)");
    }
    if (Files.size(file) == 0) {
      return DoctorFinding.fail(
          "keys",
          file + " is empty",
          "restore it from a backup, or remove it to generate a new one");
    }
    return isOpen(Files.getPosixFilePermissions(file))
        ? DoctorFinding.warn("keys", file + " is readable for other users", "chmod 600 " + file)
        : DoctorFinding.ok("keys", file + ", so that only its owner has access");
  }

  private List<DoctorFinding> leftovers() {
    List<DoctorFinding> findings = new ArrayList<>();
    if (Files.exists(data.resolve("unfinished-restore"), LinkOption.NOFOLLOW_LINKS)) {
      findings.add(
          DoctorFinding.fail(
              "restore",
              "a restore into this folder was interrupted",
              "remove everything in it and run 'holdpoint restore' again"));
    }
    return findings;
  }

  /** Whether a daemon has the folder open. */
  public boolean isInUse() {
    return FolderLock.isHeld(data);
  }
}
