package dev.holdpoint.client.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * What a person in front of a session is asked. What only Holdpoint tells may be missing, so that a
 * client of this kind can be used with whatever else speaks as it does.
 */
public sealed interface AmbientPrompt {
  /** What an answer names, so that it hits exactly what was shown. */
  String id();

  @Nullable String sessionId();

  /**
   * Whether a call may run.
   *
   * @param command the command, or the tool's name and its input
   * @param patternKeys what may be granted for longer, narrowest first
   * @param createdAt in seconds, as all times here
   * @param expiresAt null when it waits as long as it takes
   * @param waitsFor who must agree and what comes next; null where one click of anyone decides
   */
  record Approval(
      String approvalId,
      String command,
      String description,
      @Nullable String patternKey,
      List<String> patternKeys,
      @Nullable String sessionId,
      @Nullable String runId,
      @Nullable Double createdAt,
      @Nullable Double expiresAt,
      @Nullable String waitsFor)
      implements AmbientPrompt {
    public Approval {
      patternKeys = List.copyOf(patternKeys);
    }

    @Override
    public String id() {
      return approvalId;
    }
  }

  /**
   * A question of the agent's.
   *
   * @param choicesOffered empty when any text will do
   * @param timeoutSeconds 0, as {@code expiresAt}, when it waits as long as it takes
   * @param waitsFor who may answer and what comes next; null where anyone may
   */
  record Clarification(
      String clarifyId,
      String question,
      List<String> choicesOffered,
      @Nullable String sessionId,
      @Nullable String kind,
      double requestedAt,
      double timeoutSeconds,
      double expiresAt,
      @Nullable String waitsFor)
      implements AmbientPrompt {
    public Clarification {
      choicesOffered = List.copyOf(choicesOffered);
    }

    @Override
    public String id() {
      return clarifyId;
    }
  }

  /**
   * Tells one from the other by its members, whatever stream it came on.
   *
   * @throws JacksonException when it is neither
   */
  static AmbientPrompt read(JsonNode prompt) throws JacksonException {
    if (prompt.has("question") || prompt.has("choices_offered")) {
      return new Clarification(
          needed(prompt, "clarify_id"),
          prompt.path("question").asString(""),
          texts(prompt.path("choices_offered")),
          text(prompt, "session_id"),
          text(prompt, "kind"),
          prompt.path("requested_at").asDouble(0),
          prompt.path("timeout_seconds").asDouble(0),
          prompt.path("expires_at").asDouble(0),
          text(prompt, "waits_for"));
    }
    return new Approval(
        needed(prompt, "approval_id"),
        prompt.path("command").asString(""),
        prompt.path("description").asString(""),
        text(prompt, "pattern_key"),
        texts(prompt.path("pattern_keys")),
        text(prompt, "session_id"),
        text(prompt, "run_id"),
        time(prompt, "created_at"),
        time(prompt, "expires_at"),
        text(prompt, "waits_for"));
  }

  private static String needed(JsonNode prompt, String member) throws JacksonException {
    String text = text(prompt, member);
    if (text == null) {
      throw MismatchedInputException.from(
          null, AmbientPrompt.class, "a prompt without '" + member + "'");
    }
    return text;
  }

  private static @Nullable String text(JsonNode prompt, String member) {
    JsonNode text = prompt.path(member);
    return text.isString() ? text.stringValue() : null;
  }

  private static @Nullable Double time(JsonNode prompt, String member) {
    JsonNode time = prompt.path(member);
    return time.isNumber() ? time.asDouble() : null;
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asString).toList();
  }
}
