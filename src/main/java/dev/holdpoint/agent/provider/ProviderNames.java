package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Names and ids as every provider takes them. One that does not fit is shortened, with a mark that
 * only itself has, so that two never become one and the same is always called the same.
 */
final class ProviderNames {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
  private static final Pattern ID = Pattern.compile("[a-zA-Z0-9_-]{1,40}");
  private static final int MARK = 12;

  private final Map<String, String> tools = new HashMap<>();

  /** The tools under the names that they have on the wire. */
  List<ToolSpec> of(List<ToolSpec> specs) {
    List<ToolSpec> named = new ArrayList<>();
    for (ToolSpec spec : specs) {
      String name = tool(spec.name());
      tools.put(name, spec.name());
      named.add(new ToolSpec(name, spec.description(), spec.inputSchema()));
    }
    return named;
  }

  static String tool(String name) {
    return NAME.matcher(name).matches() ? name : shortened(name, 64);
  }

  /**
   * The tool that a model means; what it made up stays as it is, and is told that there is none.
   */
  String meant(String wireName) {
    return tools.getOrDefault(wireName, wireName);
  }

  static String id(String id) {
    return ID.matcher(id).matches() ? id : shortened(id, 40);
  }

  private static String shortened(String text, int length) {
    String plain = text.replaceAll("[^a-zA-Z0-9_-]", "_");
    int kept = Math.min(plain.length(), length - MARK - 1);
    return plain.substring(0, kept) + "_" + mark(text);
  }

  private static String mark(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, MARK);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
