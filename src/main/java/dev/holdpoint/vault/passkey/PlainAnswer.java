package dev.holdpoint.vault.passkey;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import tools.jackson.databind.JsonNode;

/**
 * Whether all who verify an answer later read it as the daemon does. Java and the library take
 * forms that no standard has: with an authenticator of their own, people could give a yes that
 * counts, and that other programs then find to be none.
 */
final class PlainAnswer {
  private PlainAnswer() {}

  /** One JSON object in UTF-8, no member of which is there twice, of a page that nobody frames. */
  static boolean isClientData(byte[] bytes) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      JsonNode said = JsonTree.read(text);
      JsonNode framed = said.path("crossOrigin");
      return said.isObject()
          && (framed.isMissingNode() || (framed.isBoolean() && !framed.booleanValue()));
    } catch (CharacterCodingException | NotJson e) {
      return false;
    }
  }
}
