package dev.holdpoint.vault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** A file with one key, that only its owner can read. */
final class KeyFile {
  private static final int LONGEST = 4_096;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final Path path;

  KeyFile(Path path) {
    this.path = path;
  }

  /** The file beside this one in which its successor lies until it takes over. */
  KeyFile next() {
    return new KeyFile(beside(".next"));
  }

  /** The file in which a key is written before it takes this name. */
  Path draft() {
    return beside(".new");
  }

  Path path() {
    return path;
  }

  boolean exists() {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  AuditKey read() throws IOException, KeyRefused {
    if (!Files.isRegularFile(path)) {
      throw new KeyRefused(path + " is no file; it must hold the audit key");
    }
    Set<PosixFilePermission> modes = Files.getPosixFilePermissions(path);
    if (!OWNER_ONLY.containsAll(modes)) {
      throw new KeyRefused(
          "%s holds the audit key and its mode is %s, so that others may use it; run: chmod 600 %s"
              .formatted(path, PosixFilePermissions.toString(modes), path));
    }
    if (Files.size(path) > LONGEST) {
      throw new KeyRefused(path + " is too large to be a key; put the audit key back");
    }
    try {
      return AuditKey.parse(new String(Files.readAllBytes(path), US_ASCII));
    } catch (IllegalArgumentException e) {
      throw new KeyRefused(
          "%s must hold the audit key, Ed25519 as PKCS #8 in PEM, and has %s; put the key back"
              .formatted(path, e.getMessage()));
    }
  }

  /** A crash leaves the whole file or none. */
  void write(AuditKey key) throws IOException {
    Path draft = draft();
    Files.deleteIfExists(draft);
    try (FileChannel channel =
        FileChannel.open(
            draft,
            EnumSet.of(CREATE_NEW, WRITE),
            PosixFilePermissions.asFileAttribute(OWNER_ONLY))) {
      ByteBuffer bytes = ByteBuffer.wrap(key.pem().getBytes(US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
    syncFolder();
  }

  /** Puts this file into the place of another. */
  void moveTo(KeyFile other) throws IOException {
    Files.move(path, other.path, StandardCopyOption.ATOMIC_MOVE);
    other.syncFolder();
  }

  void remove() throws IOException {
    Files.deleteIfExists(path);
    syncFolder();
  }

  private Path beside(String ending) {
    return path.resolveSibling(path.getFileName() + ending);
  }

  private void syncFolder() throws IOException {
    try (FileChannel folder = FileChannel.open(path.resolveSibling("."), READ)) {
      folder.force(true);
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
