package dev.holdpoint.vault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** A file of one secret, for its owner's eyes. */
public final class SecretFile {
  private static final int LONGEST = 4_096;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final Path path;

  public SecretFile(Path path) {
    this.path = path;
  }

  /** The file beside this one in which its successor lies until it takes over. */
  SecretFile next() {
    return new SecretFile(beside(".next"));
  }

  /** The file in which a secret is written before it takes this name. */
  Path draft() {
    return beside(".new");
  }

  Path path() {
    return path;
  }

  public boolean exists() {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Takes from others what they may do with a file that is there. */
  public void hide() throws IOException {
    Files.setPosixFilePermissions(path, OWNER_ONLY);
  }

  /**
   * Reads a file that nobody else may read.
   *
   * @param what is in it, for whoever has to mend it
   */
  String read(String what) throws IOException, KeyRefused {
    if (!Files.isRegularFile(path)) {
      throw new KeyRefused("%s is not a file; it must hold the %s".formatted(path, what));
    }
    Set<PosixFilePermission> modes = Files.getPosixFilePermissions(path);
    if (!OWNER_ONLY.containsAll(modes)) {
      throw new KeyRefused(
          "%s holds the %s but its mode %s gives access to other users; run: chmod 600 %s"
              .formatted(path, what, PosixFilePermissions.toString(modes), path));
    }
    if (Files.size(path) > LONGEST) {
      throw new KeyRefused("%s is too large to be a key; restore the %s".formatted(path, what));
    }
    try {
      return Files.readString(path);
    } catch (CharacterCodingException _) {
      throw new KeyRefused("%s is not text; restore the %s".formatted(path, what));
    } catch (AccessDeniedException _) {
      throw new KeyRefused(
          "%s holds the %s but cannot be read; make the daemon's user its owner (chown)"
              .formatted(path, what));
    }
  }

  /**
   * A crash leaves the whole file or none: it is written and synced under another name first, and
   * the folder is synced so that the name lasts.
   */
  public void write(String secret) throws IOException {
    Path draft = draft();
    Files.deleteIfExists(draft);
    try (FileChannel channel =
        FileChannel.open(
            draft,
            EnumSet.of(CREATE_NEW, WRITE),
            PosixFilePermissions.asFileAttribute(OWNER_ONLY))) {
      ByteBuffer bytes = ByteBuffer.wrap(secret.getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
    syncFolder();
  }

  /** Puts this file into the place of another. */
  void moveTo(SecretFile other) throws IOException {
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
