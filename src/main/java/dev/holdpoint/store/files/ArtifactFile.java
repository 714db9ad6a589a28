package dev.holdpoint.store.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.debug.Artifact;
import dev.holdpoint.core.debug.ArtifactFormat;
import dev.holdpoint.core.debug.ArtifactId;
import dev.holdpoint.core.debug.CaptureLevel;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import dev.holdpoint.engine.port.DebugBundles.Draft;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file of an artifact: a line of JSON that says what it is, then its text, sealed where there
 * is a key. The digest of the text stands in the line; it is sealed as well, since a short text can
 * be guessed from it. What is sealed is bound to the run, and the text to the whole line.
 */
final class ArtifactFile {
  private static final int VERSION = 1;

  private final String runId;
  private final @Nullable Sealing sealing;

  ArtifactFile(String runId, @Nullable Sealing sealing) {
    this.runId = runId;
    this.sealing = sealing;
  }

  /**
   * @param kept so many bytes of {@code utf8} are
   */
  byte[] write(Draft draft, byte[] utf8, int kept, long nowMs) {
    byte[] text = kept == utf8.length ? utf8 : Arrays.copyOf(utf8, kept);
    String digest = Digests.sha256Hex(text);
    ObjectNode line =
        JsonTree.object()
            .put("v", VERSION)
            .put("artifact_id", draft.id().text())
            .put("level", word(draft.level()))
            .put("format", word(draft.format()))
            .put("updated_at_ms", nowMs)
            .put("plaintext_bytes", kept)
            .put("encrypted", sealing != null)
            .put("sha256", sealing == null ? digest : sealed(digest, draft.id(), sealing));
    if (kept < utf8.length) {
      line.put("original_bytes", utf8.length);
    }
    byte[] head = (JsonTree.write(line).text() + "\n").getBytes(UTF_8);
    byte[] body = sealing == null ? text : sealing.seal(text, about(head));
    byte[] file = Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, file, head.length, body.length);
    return file;
  }

  private String sealed(String digest, ArtifactId id, Sealing with) {
    return Base64.getEncoder()
        .encodeToString(with.seal(HexFormat.of().parseHex(digest), about(id)));
  }

  /**
   * @param head the line without its end
   * @param size of the whole file
   * @return null when it is not the line of this artifact
   */
  @Nullable Artifact read(ArtifactId id, byte[] head, long size) {
    try {
      JsonNode line = JsonTree.read(new String(head, UTF_8));
      if (line.path("v").asInt(0) != VERSION
          || !line.path("artifact_id").asString("").equals(id.text())) {
        return null;
      }
      boolean encrypted = line.path("encrypted").asBoolean(false);
      String digest = line.path("sha256").asString("");
      return new Artifact(
          id,
          CaptureLevel.valueOf(line.path("level").asString("").toUpperCase(Locale.ROOT)),
          ArtifactFormat.valueOf(line.path("format").asString("").toUpperCase(Locale.ROOT)),
          line.path("updated_at_ms").asLong(0),
          size,
          line.path("plaintext_bytes").asLong(0),
          encrypted ? opened(digest, id) : digest,
          line.has("original_bytes") ? line.path("original_bytes").asLong(0) : null,
          encrypted);
    } catch (NotJson | IllegalArgumentException e) {
      return null;
    }
  }

  private @Nullable String opened(String digest, ArtifactId id) {
    byte[] open =
        sealing == null ? null : sealing.open(Base64.getDecoder().decode(digest), about(id));
    return open == null ? null : HexFormat.of().formatHex(open);
  }

  /** The text after the line; null when it is not what was written, or cannot be opened. */
  @Nullable String text(ArtifactId id, byte[] file) {
    int end = lineEnd(file);
    Artifact artifact = end < 0 ? null : read(id, Arrays.copyOf(file, end), file.length);
    if (artifact == null || artifact.sha256() == null) {
      return null;
    }
    byte[] body = Arrays.copyOfRange(file, end + 1, file.length);
    if (artifact.encrypted()) {
      body = sealing == null ? null : sealing.open(body, about(Arrays.copyOf(file, end + 1)));
    }
    return body != null && Digests.sha256Hex(body).equals(artifact.sha256())
        ? new String(body, UTF_8)
        : null;
  }

  static int lineEnd(byte[] file) {
    for (int i = 0; i < file.length; i++) {
      if (file[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private byte[] about(ArtifactId id) {
    return (runId + "/" + id.text()).getBytes(UTF_8);
  }

  private byte[] about(byte[] head) {
    return (runId + "/" + new String(head, UTF_8)).getBytes(UTF_8);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
