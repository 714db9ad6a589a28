package dev.holdpoint.cli.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A settings file that somebody else owns. It is replaced whole or not at all. */
final class SettingsFile {
  private static final int MAX_BYTES = 8 * 1024 * 1024;
  private static final int MAX_LINKS = 40;

  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  private final Path file;
  private final byte @Nullable [] before;
  private final @Nullable String text;

  private SettingsFile(Path file, byte @Nullable [] before, @Nullable String text) {
    this.file = file;
    this.before = before;
    this.text = text;
  }

  static SettingsFile read(Path named) throws IOException {
    return at(target(named));
  }

  /**
   * The same in a project. What a project holds is written by others: a link in it does not lead to
   * files of the person who connects it.
   */
  static SettingsFile in(Path project, Path named) throws IOException {
    Path file = target(named);
    if (!real(file).startsWith(project.toRealPath())) {
      throw new IOException(
          named
              + " leads out of the project by a symbolic link, to "
              + real(file)
              + ". Nothing was written. Replace the link with a file, or use --scope user");
    }
    return at(file);
  }

  /** Also of a file that is not there: then by the folder that is. */
  private static Path real(Path file) throws IOException {
    Path there = file.toAbsolutePath();
    while (!Files.exists(there)) {
      there = Objects.requireNonNull(there.getParent());
    }
    Path rest = there.relativize(file.toAbsolutePath());
    return there.toRealPath().resolve(rest).normalize();
  }

  private static SettingsFile at(Path file) throws IOException {
    byte[] bytes = bytes(file);
    String text = bytes == null ? null : new String(bytes, UTF_8);
    if (text != null && !Arrays.equals(text.getBytes(UTF_8), bytes)) {
      throw new IOException(
          file + " is not UTF-8. It was not changed. Correct the file and try again");
    }
    return new SettingsFile(file, bytes, text);
  }

  /**
   * A link to settings that are kept elsewhere stays a link, also where nothing is at its end yet.
   */
  private static Path target(Path named) throws IOException {
    if (Files.exists(named)) {
      return named.toRealPath();
    }
    Path file = named.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(file); links++) {
      if (links == MAX_LINKS) {
        throw new IOException(named + " is a broken link; it was not changed");
      }
      file = file.resolveSibling(Files.readSymbolicLink(file));
    }
    return file;
  }

  private static byte @Nullable [] bytes(Path file) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is not a file");
    }
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(file + " is too large for a settings file; it was not changed");
    }
    return Files.readAllBytes(file);
  }

  Path path() {
    return file;
  }

  /** What it holds; null when it is not there. */
  @Nullable String text() {
    return text;
  }

  /**
   * @param after what it shall hold; null when it shall not be there
   * @return whether anything had to be done
   */
  boolean write(@Nullable String after) throws IOException {
    if (Objects.equals(text, after)) {
      return false;
    }
    if (after == null) {
      checkUntouched();
      Files.delete(file);
      return true;
    }
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path draft = file.resolveSibling("." + file.getFileName() + ".holdpoint-new");
    Files.deleteIfExists(draft);
    try {
      Set<PosixFilePermission> rights = before == null ? null : rights();
      try (FileChannel out = draft(draft, rights)) {
        ByteBuffer rest = ByteBuffer.wrap(after.getBytes(UTF_8));
        while (rest.hasRemaining()) {
          out.write(rest);
        }
        if (rights != null) {
          Files.setPosixFilePermissions(draft, rights);
        }
        out.force(true);
      }
      checkUntouched();
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
    return true;
  }

  /**
   * What takes the place of a file holds all that was in it, so nobody else may read it before it
   * has that file's rights. A new file gets those that the process gives to all its files.
   */
  static FileChannel draft(Path draft, @Nullable Set<PosixFilePermission> rights)
      throws IOException {
    Set<StandardOpenOption> fresh = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return rights == null
        ? FileChannel.open(draft, fresh)
        : FileChannel.open(draft, fresh, PosixFilePermissions.asFileAttribute(OWNER));
  }

  private @Nullable Set<PosixFilePermission> rights() throws IOException {
    return Files.getFileStore(file).supportsFileAttributeView("posix")
        ? Files.getPosixFilePermissions(file)
        : null;
  }

  /** The program writes its settings too. */
  private void checkUntouched() throws IOException {
    byte[] now = bytes(file);
    if (!Arrays.equals(before, now)) {
      throw new IOException(
          file + " was changed by another program at the same time. It was left alone; try again");
    }
  }
}
