package dev.holdpoint.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.holdpoint.daemon.config.Config;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The token that opens everything: the operator's own, or one that is generated on the first start
 * into a file that only its owner can read.
 *
 * @param origin where it can be read, for the line that the daemon prints
 */
public record AdminToken(String value, String origin) {
  public static final String FILE = "admin-token";

  private static final Set<PosixFilePermission> OWNER_READS =
      PosixFilePermissions.fromString("rw-------");
  private static final Pattern USABLE = Pattern.compile("[!-~]{1,512}");

  public static AdminToken of(Config config, DataFolder folder) throws StartRefused {
    Optional<String> given = config.adminToken();
    if (given.isPresent()) {
      return new AdminToken(given.get(), "admin_token");
    }
    Optional<Path> file = config.adminTokenFile();
    return file.isPresent() ? read(file.get()) : readOrCreate(folder.path().resolve(FILE));
  }

  private static AdminToken readOrCreate(Path file) throws StartRefused {
    try {
      if (Files.exists(file)) {
        Files.setPosixFilePermissions(file, OWNER_READS);
      } else {
        write(file, random());
      }
    } catch (IOException e) {
      throw new StartRefused("The admin token cannot be kept in " + file + ": " + e);
    }
    return read(file);
  }

  private static AdminToken read(Path file) throws StartRefused {
    String text;
    try {
      text = Files.readString(file).strip();
    } catch (NoSuchFileException _) {
      throw new StartRefused("The file of the admin token, " + file + ", does not exist");
    } catch (IOException e) {
      throw new StartRefused("The admin token cannot be read from " + file + ": " + e);
    }
    if (!USABLE.matcher(text).matches()) {
      throw new StartRefused(
          file + " must hold the admin token alone: up to 512 visible ASCII characters");
    }
    return new AdminToken(text, file.toString());
  }

  private static String random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return "hpt_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * A crash leaves the whole file or none: it is written and synced under another name first, and
   * the folder is synced so that the name lasts.
   */
  private static void write(Path file, String token) throws IOException {
    Path draft = file.resolveSibling(FILE + ".new");
    Files.deleteIfExists(draft);
    try (FileChannel channel =
        FileChannel.open(
            draft,
            EnumSet.of(CREATE_NEW, WRITE),
            PosixFilePermissions.asFileAttribute(OWNER_READS))) {
      ByteBuffer bytes = ByteBuffer.wrap((token + "\n").getBytes(UTF_8));
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

  /** Records print their members; a token must not end up in a log that way. */
  @Override
  public String toString() {
    return "AdminToken[" + origin + "]";
  }
}
