package dev.holdpoint.client.approver;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An approver's key in a file: PEM, with the id under which it is registered on a line before it.
 * An Ed25519 key is PKCS #8, as OpenSSL writes and reads it; an HMAC key is its bytes under a label
 * of ours.
 *
 * @param keyId null when the file does not tell
 */
public record KeyFile(ApproverKey key, @Nullable String keyId) {
  private static final String PKCS8 = "PRIVATE KEY";
  private static final String HMAC = "HOLDPOINT HMAC KEY";
  private static final Pattern PEM =
      Pattern.compile(
          "-----BEGIN (%s|%s)-----\\s+([A-Za-z0-9+/=\\s]+)-----END \\1-----"
              .formatted(PKCS8, HMAC));
  private static final Pattern KEY_ID = Pattern.compile("(?m)^key_id: (\\S+)$");
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");
  private static final int LINE = 64;
  private static final int LONGEST = 64 * 1024;

  /**
   * @throws KeyUnusable when there is no key in it; the message does not quote the file
   */
  public static KeyFile read(Path file) throws IOException, KeyUnusable {
    return parse(text(file));
  }

  private static String text(Path file) throws IOException, KeyUnusable {
    try {
      if (Files.size(file) > LONGEST) {
        throw new KeyUnusable("it is too long for a key");
      }
      return Files.readString(file);
    } catch (NoSuchFileException _) {
      throw new IOException(file + " does not exist");
    } catch (CharacterCodingException _) {
      throw new KeyUnusable("it is not text");
    }
  }

  static KeyFile parse(String text) throws KeyUnusable {
    Matcher pem = PEM.matcher(text);
    if (!pem.find()) {
      throw new KeyUnusable(
          "it has neither an Ed25519 key (PEM, PKCS #8) nor an HMAC key of "
              + "Holdpoint; 'holdpoint keys approver add --generate' creates both kinds");
    }
    byte[] secret;
    try {
      secret = Base64.getDecoder().decode(pem.group(2).replaceAll("\\s", ""));
    } catch (IllegalArgumentException _) {
      throw new KeyUnusable("the part between its first and last line is not base64");
    }
    if (pem.find()) {
      throw new KeyUnusable("it has more than one key");
    }
    ApproverKey key =
        text.contains("BEGIN " + HMAC)
            ? ApproverKey.Hmac.of(secret)
            : ApproverKey.Ed25519.of(secret);
    Matcher id = KEY_ID.matcher(text);
    return new KeyFile(key, id.find() ? id.group(1) : null);
  }

  /** Whether others than its owner can read the file, as far as the file system tells. */
  public static boolean isExposed(Path file) {
    try {
      return !OWNER.containsAll(Files.getPosixFilePermissions(file));
    } catch (IOException | UnsupportedOperationException _) {
      // A file system without owners has none to warn; one that cannot be read is told when read.
      return false;
    }
  }

  String text() {
    String label = key instanceof ApproverKey.Hmac ? HMAC : PKCS8;
    return (keyId == null ? "" : "key_id: " + keyId + "\n")
        + "-----BEGIN %s-----\n".formatted(label)
        + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(key.secret())
        + "\n-----END %s-----\n".formatted(label);
  }

  /** Makes the file, readable by its owner alone. One that is there already is left alone. */
  public void create(Path file) throws IOException {
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER));
    } catch (FileAlreadyExistsException _) {
      throw new IOException(file + " already exists; its key would be overwritten");
    } catch (NoSuchFileException _) {
      throw new IOException("the folder of " + file + " does not exist");
    }
    Files.write(file, text().getBytes(StandardCharsets.UTF_8), StandardOpenOption.SYNC);
  }

  /** The same key in the same file, with the id that it was given. */
  public void named(Path file, String id) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(next);
    new KeyFile(key, id).create(next);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
