package dev.holdpoint.agent.peer;

import java.util.List;
import org.jspecify.annotations.Nullable;

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

  public AgentSelf {
    modes = List.copyOf(modes);
  }

  /**
   * @param id as the configuration names it
   * @param name for people
   */
  public record Mode(String id, String name) {}
}
