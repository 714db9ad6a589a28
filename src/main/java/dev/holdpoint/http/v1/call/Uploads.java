package dev.holdpoint.http.v1.call;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.content.InputPiece;
import java.net.URLConnection;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Files that came in a body, in base 64. */
public final class Uploads {
  private static final String UNKNOWN = "application/octet-stream";

  private final Assets assets;

  public Uploads(Assets assets) {
    this.assets = assets;
  }

  /**
   * Puts the bytes on disk; the caller's work then names them.
   *
   * @param problem what a body is refused as that has no such bytes
   * @param pointer where in the body the file stands
   */
  public InputPiece.Upload store(
      String fileName, @Nullable String mediaType, String base64, Problem problem, String pointer) {
    String where = pointer + "/content_base64";
    byte[] bytes = decode(base64, problem, where);
    return assets.store(fileName, typeOf(fileName, mediaType), bytes, where);
  }

  private static String typeOf(String fileName, @Nullable String given) {
    String type = given == null ? URLConnection.guessContentTypeFromName(fileName) : given;
    return type == null ? UNKNOWN : type.toLowerCase(Locale.ROOT).strip();
  }

  /** One text for the same bytes and no other: padded, nothing in between, no bits to spare. */
  static byte[] decode(String base64, Problem problem, String pointer) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw notBase64(problem, pointer);
    }
    int tail = bytes.length % 3 == 0 ? 3 : bytes.length % 3;
    if (base64.length() % 4 != 0
        || bytes.length == 0
        || !base64.endsWith(
            Base64.getEncoder()
                .encodeToString(Arrays.copyOfRange(bytes, bytes.length - tail, bytes.length)))) {
      throw notBase64(problem, pointer);
    }
    return bytes;
  }

  private static Refused notBase64(Problem problem, String pointer) {
    return problem
        .because("content_base64 must contain the file's bytes in padded base64 (RFC 4648).")
        .at(pointer, "is not valid base64")
        .asException();
  }
}
