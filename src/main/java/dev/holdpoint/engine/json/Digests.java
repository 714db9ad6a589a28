package dev.holdpoint.engine.json;

import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

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

  /**
   * Lowercase hex SHA-256 of the RFC 8785 form of {@code {questions, form}}, with the members that
   * views show and no other.
   */
  public static String of(Question question) {
    ObjectNode asked = JsonTree.object();
    ArrayNode questions = asked.putArray("questions");
    question.questions().forEach(one -> questions.add(of(one)));
    if (question.form() != null) {
      asked.set("form", JsonTree.of(question.form()));
    }
    return sha256Hex(CanonicalJson.of(asked).getBytes(StandardCharsets.UTF_8));
  }

  private static ObjectNode of(StructuredQuestion question) {
    ObjectNode asked =
        JsonTree.object()
            .put("id", question.id())
            .put("header", question.header())
            .put("question", question.question());
    ArrayNode options = asked.putArray("options");
    for (Option option : question.options()) {
      ObjectNode one = options.addObject().put("id", option.id()).put("label", option.label());
      put(one, "description", option.description());
      put(one, "preview", option.preview());
    }
    asked.put("multi_select", question.multiSelect());
    if (question.optional()) {
      asked.put("optional", true);
    }
    if (question.closed()) {
      asked.put("closed", true);
    }
    Answer byDefault = question.answerByDefault();
    if (byDefault != null) {
      ObjectNode given = asked.putObject("default");
      byDefault.selectedOptionIds().forEach(given.putArray("selected_option_ids")::add);
      put(given, "freeform_answer", byDefault.freeformAnswer());
    }
    return asked;
  }

  private static void put(ObjectNode to, String name, @Nullable String value) {
    if (value != null) {
      to.put(name, value);
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
