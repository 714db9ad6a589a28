package dev.holdpoint.http.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something that a client keeps for the daemon and brings back: an object as characters that may
 * stand in a header. It is readable and not signed, so it says nothing that its holder may not say
 * by other means.
 */
final class ResumeToken {
  private static final String VERSION = "1.";

  /** What a header may well hold, and more than anything that is given out. */
  private static final int LENGTH = 6_000;

  private ResumeToken() {}

  static String of(ObjectNode content) {
    return VERSION
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(JsonTree.write(content).text().getBytes(UTF_8));
  }

  /** Null for what was never given out. */
  static @Nullable JsonNode content(String text) {
    if (!text.startsWith(VERSION) || text.length() > LENGTH) {
      return null;
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text.substring(VERSION.length()));
      JsonNode content = JsonTree.read(new String(bytes, UTF_8));
      return content.isObject() ? content : null;
    } catch (IllegalArgumentException | NotJson e) {
      return null;
    }
  }
}
