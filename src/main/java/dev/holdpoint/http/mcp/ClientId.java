package dev.holdpoint.http.mcp;

import dev.holdpoint.engine.json.JsonTree;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A client as its session id tells of it, so that every daemon knows it that it comes to.
 *
 * @param nonce the same for no two, so that one never cancels what another waits for
 */
record ClientId(String name, String version, String nonce) {
  /** A client that never said who it is. It cannot cancel, since it may be any other such. */
  static final ClientId NOBODY = new ClientId("mcp", "", "");

  static final int NAME = 200;

  private static final int NONCE = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  static ClientId introduced(String name, String version) {
    byte[] random = new byte[NONCE / 2];
    RANDOM.nextBytes(random);
    return new ClientId(name, version, HexFormat.of().formatHex(random));
  }

  boolean isKnown() {
    return !nonce.isEmpty();
  }

  String text() {
    return ResumeToken.of(
        JsonTree.object().put("name", name).put("version", version).put("nonce", nonce));
  }

  /** Null for what was never given out. */
  static @Nullable ClientId of(String text) {
    JsonNode content = ResumeToken.content(text);
    if (content == null) {
      return null;
    }
    String name = content.path("name").asString("");
    String version = content.path("version").asString("");
    String nonce = content.path("nonce").asString("");
    return isUsable(name) && version.length() <= NAME && nonce.length() == NONCE
        ? new ClientId(name, version, nonce)
        : null;
  }

  static boolean isUsable(String name) {
    return !name.isBlank() && name.length() <= NAME;
  }
}
