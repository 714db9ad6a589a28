package dev.holdpoint.cli.permit;

import dev.holdpoint.client.http.ClientJson;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A permit in a file that its owner alone can read, and the key of the job that uses it.
 *
 * @param permit the compact JWS
 * @param redeemerKey null while no job has begun with it
 */
public record PermitFile(String permit, @Nullable String redeemerKey) {
  private static final String PERMIT = "permit";
  private static final String KEY = "redeemer_key";

  /** The file is there, and has no permit in it: it was changed, cut, or is another file. */
  static final class NoPermit extends IOException {
    private static final long serialVersionUID = 1;

    private NoPermit(Path file) {
      super(file + " is not a permit");
    }
  }

  public static PermitFile read(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file).strip();
    } catch (NoSuchFileException _) {
      throw new IOException(file + " does not exist");
    } catch (CharacterCodingException _) {
      throw new NoPermit(file);
    }
    if (!text.startsWith("{")) {
      return new PermitFile(text, null);
    }
    try {
      JsonNode tree = ClientJson.parseTree(text);
      JsonNode key = tree.get(KEY);
      return new PermitFile(tree.path(PERMIT).asString(""), key == null ? null : key.asString(""));
    } catch (JacksonException _) {
      throw new NoPermit(file);
    }
  }

  /** Refuses a file that exists: it may be another permit, or one that a job has begun with. */
  public void create(Path file) throws IOException {
    try (var out =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      out.write(java.nio.ByteBuffer.wrap(text().getBytes(StandardCharsets.UTF_8)));
    } catch (FileAlreadyExistsException _) {
      throw new IOException(file + " exists already; name a file that does not. Nothing was asked");
    }
  }

  /** The same with the key of a job, which is on the disk when this returns. */
  PermitFile keep(Path file, String key) throws IOException {
    PermitFile next = new PermitFile(permit, key);
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    Files.deleteIfExists(draft);
    next.create(draft);
    try (var channel = java.nio.channels.FileChannel.open(draft, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    return next;
  }

  private String text() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put(PERMIT, permit);
    if (redeemerKey != null) {
      tree.put(KEY, redeemerKey);
    }
    return ClientJson.pretty(tree) + "\n";
  }

  /** Which permit it is, as it says itself; nothing is verified here. */
  String id() throws IOException {
    String[] parts = permit.split("\\.", -1);
    try {
      byte[] claims = parts.length == 3 ? Base64.getUrlDecoder().decode(parts[1]) : new byte[0];
      return ClientJson.parseTree(new String(claims, StandardCharsets.UTF_8))
          .path("jti")
          .asString("");
    } catch (IllegalArgumentException | JacksonException _) {
      throw new IOException("the file does not have a permit in it");
    }
  }
}
