package dev.holdpoint.engine.json;

import dev.holdpoint.core.record.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digest of what a person was asked: a decision is good for that and nothing else. */
public final class Digests {
  private Digests() {}

  /** Lowercase hex SHA-256 of the RFC 8785 form of {@code {tool_name, input}}. */
  public static String of(String toolName, Json input) {
    try {
      String canonical =
          CanonicalJson.of(
              JsonTree.object()
                  .put("tool_name", toolName)
                  .set("input", JsonTree.read(input.text())));
      return sha256Hex(canonical.getBytes(StandardCharsets.UTF_8));
    } catch (NotJson e) {
      throw new IllegalArgumentException("A tool's input is JSON: " + e.getMessage(), e);
    }
  }

  public static String sha256Hex(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /** For what comes in pieces. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
