package dev.holdpoint.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import dev.holdpoint.client.stream.AmbientFrame;
import dev.holdpoint.client.stream.AmbientPrompt;
import dev.holdpoint.client.stream.AmbientStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * What one session asks the person in front of it, and that person's clicks. A session that does
 * not exist asks nothing.
 */
public final class AmbientClient {
  private final Connection connection;

  AmbientClient(Connection connection) {
    this.connection = connection;
  }

  /** How long a call is allowed for. */
  public enum Choice {
    /** This call. */
    ONCE,
    /** Whatever matches its pattern, in this session. */
    SESSION,
    /** Whatever matches its pattern, in every session. */
    ALWAYS,
    DENY
  }

  /**
   * A click on what was shown.
   *
   * @param approvalId send it: null is accepted only for the prompt that was last shown
   * @param patternKey a wider one of its keys, for what is granted for longer
   * @param reason what the agent reads; with {@link Choice#DENY} alone
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Click(
      String sessionId,
      Choice choice,
      @Nullable String approvalId,
      @Nullable String patternKey,
      @Nullable String reason) {
    /** Without words. */
    public Click(
        String sessionId, Choice choice, @Nullable String approvalId, @Nullable String patternKey) {
      this(sessionId, choice, approvalId, patternKey, null);
    }
  }

  /**
   * How a request ended before the click.
   *
   * @param outcome in the word that all surfaces share
   * @param at in seconds
   * @param successorId the revision that took its place
   * @param lateAnswer {@code kept} or {@code not_kept}; null where the click said nothing new
   */
  public record Ended(
      String outcome,
      @Nullable String by,
      double at,
      @Nullable String successorId,
      @Nullable String lateAnswer) {}

  /**
   * @param staleCleared whether it had been decided before: the card is to go
   * @param relayed whether the run is on another node
   * @param ruleId what was granted for longer, listed under {@code /v1/permission-rules}
   * @param ended with {@code staleCleared}: how it ended; null where nothing waited
   */
  public record Clicked(
      boolean ok,
      Choice choice,
      boolean staleCleared,
      boolean relayed,
      @Nullable String ruleId,
      @Nullable Ended ended) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Answer(String sessionId, Object response, @Nullable String clarifyId) {}

  private record Message(String sessionId, String message) {}

  /** The oldest approval that the session waits for, and how many there are. */
  public AmbientFrame.State pendingApproval(String sessionId) throws CallFailed {
    return connection.tree(of("/api/approval/pending", sessionId), AmbientClient::state);
  }

  /** The oldest question that the session waits for. */
  public Optional<AmbientPrompt> pendingClarification(String sessionId) throws CallFailed {
    return Optional.ofNullable(
        connection.tree(of("/api/clarify/pending", sessionId), AmbientClient::state).pending());
  }

  /**
   * @param lastId the last event that was seen, or null
   */
  public AmbientStream approvals(String sessionId, @Nullable String lastId) {
    return new AmbientStream(connection, of("/api/approval/stream", sessionId), lastId);
  }

  /**
   * @param lastId the last event that was seen, or null
   */
  public AmbientStream clarifications(String sessionId, @Nullable String lastId) {
    return new AmbientStream(connection, of("/api/clarify/stream", sessionId), lastId);
  }

  public Clicked respond(Click click) throws CallFailed {
    JsonNode answer =
        connection.post(RequestPath.of("/api/approval/respond"), click, JsonNode.class);
    return new Clicked(
        answer.path("ok").asBoolean(false),
        click.choice(),
        answer.path("stale_cleared").asBoolean(false),
        answer.path("relayed").asBoolean(false),
        text(answer, "rule_id"),
        ended(answer));
  }

  private static @Nullable Ended ended(JsonNode answer) {
    String outcome = text(answer, "outcome");
    return outcome == null
        ? null
        : new Ended(
            outcome,
            text(answer, "by"),
            answer.path("at").asDouble(0),
            text(answer, "successor_id"),
            text(answer, "late_answer"));
  }

  private static @Nullable String text(JsonNode answer, String member) {
    JsonNode text = answer.path(member);
    return text.isString() ? text.stringValue() : null;
  }

  /**
   * @param clarifyId send it: null is accepted only for the prompt that was last shown
   * @param response the label or id of a choice, or any other text
   * @throws CallFailed with {@link CallFailed#stale} when it is no longer asked
   */
  public void answer(String sessionId, @Nullable String clarifyId, String response)
      throws CallFailed {
    connection.post(
        RequestPath.of("/api/clarify/respond"),
        new Answer(sessionId, response, clarifyId),
        JsonNode.class);
  }

  /** Several choices of one question. */
  public void answer(String sessionId, @Nullable String clarifyId, List<String> responses)
      throws CallFailed {
    connection.post(
        RequestPath.of("/api/clarify/respond"),
        new Answer(sessionId, responses, clarifyId),
        JsonNode.class);
  }

  /** Gives the session something to do; the id is that of its run. */
  public String chat(String sessionId, String message) throws CallFailed {
    return connection
        .postKeyed(
            RequestPath.of("/api/chat"), new Message(sessionId, message), null, JsonNode.class)
        .path("run_id")
        .asString();
  }

  private static RequestPath of(String path, String sessionId) {
    return RequestPath.of(path).with("session_id", sessionId);
  }

  private static AmbientFrame.State state(JsonNode body) throws JacksonException {
    if (AmbientFrame.read(AmbientStream.INITIAL, body) instanceof AmbientFrame.State state) {
      return state;
    }
    throw MismatchedInputException.from(null, AmbientFrame.State.class, "no 'pending' in it");
  }
}
