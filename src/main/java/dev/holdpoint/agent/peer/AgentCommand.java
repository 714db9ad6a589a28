package dev.holdpoint.agent.peer;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an agent is started.
 *
 * @param name by which it is configured
 * @param command the program and its arguments
 * @param environment what it gets beside the few variables that every command gets
 * @param folder where it works whatever the session; null for each session's own folder
 */
public record AgentCommand(
    String name, List<String> command, Map<String, String> environment, @Nullable Path folder) {
  public AgentCommand {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** What must not be seen of its environment, whatever it says. */
  public Keys keys() {
    return Keys.of(environment);
  }

  /** Without the environment, which may hold keys. */
  @Override
  public String toString() {
    return name + " " + command;
  }
}
