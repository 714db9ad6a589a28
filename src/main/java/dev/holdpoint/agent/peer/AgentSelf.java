package dev.holdpoint.agent.peer;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What an agent says of itself in a conversation, as far as it says anything. Plain text, and
 * short.
 *
 * @param mode the one that it is in
 * @param modes those that it offers
 */
public record AgentSelf(
    @Nullable String name, @Nullable String version, @Nullable String mode, List<Mode> modes) {
  public static final AgentSelf UNKNOWN = new AgentSelf(null, null, null, List.of());
  private static final int WORD = 100;

  public AgentSelf {
    modes = List.copyOf(modes);
  }

  /**
   * What an agent whose modes are not read says.
   *
   * @param hidden takes the keys out of what it says
   */
  public static AgentSelf of(
      String name, JsonNode version, JsonNode mode, UnaryOperator<String> hidden) {
    return new AgentSelf(name, word(version, hidden), word(mode, hidden), List.of());
  }

  private static @Nullable String word(JsonNode said, UnaryOperator<String> hidden) {
    String text = hidden.apply(said.asString("")).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return text.isEmpty() ? null : text.substring(0, Math.min(text.length(), WORD));
  }

  /**
   * @param id as the configuration names it
   * @param name for people
   */
  public record Mode(String id, String name) {}
}
