package dev.holdpoint.agent.tool.input;

import dev.holdpoint.core.record.Json;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The input of {@code spawn_agent} and {@code message_agent}. Whether there is such a session, and
 * whether this one may write to it, is decided where it is done.
 *
 * @param sessionId null where the daemon shall choose
 */
public record AgentInput(@Nullable String sessionId, String content) {
  private static final int ID = 200;
  private static final int CONTENT = 1 << 20;
  private static final Set<String> MEMBERS = Set.of("content", "session_id");

  public static Parsed<AgentInput> ofSpawn(Json input) {
    return InputFields.parse(
        input,
        fields ->
            new AgentInput(
                fields.only(MEMBERS).optionalText("session_id", ID),
                fields.nonBlank("content", CONTENT)));
  }

  public static Parsed<AgentInput> ofMessage(Json input) {
    return InputFields.parse(
        input,
        fields ->
            new AgentInput(
                fields.only(MEMBERS).nonBlank("session_id", ID),
                fields.nonBlank("content", CONTENT)));
  }
}
