package dev.holdpoint.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files of one secret, for their owner's eyes. */
final class SecretFile {
  private static final Set<PosixFilePermission> OWNER_READS =
      PosixFilePermissions.fromString("rw-------");

  private SecretFile() {}

  static void hide(Path file) throws IOException {
    Files.setPosixFilePermissions(file, OWNER_READS);
  }

  /**
   * A crash leaves the whole file or none: it is written and synced under another name first, and
   * the folder is synced so that the name lasts.
   */
  static void write(Path file, String secret) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(draft);
    try (FileChannel channel =
        FileChannel.open(
            draft,
            EnumSet.of(CREATE_NEW, WRITE),
            PosixFilePermissions.asFileAttribute(OWNER_READS))) {
      ByteBuffer bytes = ByteBuffer.wrap((secret + "\n").getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder = FileChannel.open(file.resolveSibling("."), READ)) {
      folder.force(true);
    }
  }

  /**
   * @param key the setting that names the file, for whoever has to mend it
   */
  static String read(Path file, String key) throws StartRefused {
    try {
      return Files.readString(file).strip();
    } catch (NoSuchFileException _) {
      throw new StartRefused("The file of " + key + ", " + file + ", does not exist");
    } catch (IOException e) {
      throw new StartRefused(
          "The file of %s, %s, cannot be read: %s"
              .formatted(key, file, e.getClass().getSimpleName()));
    }
  }
}
