package dev.holdpoint.agent.peer;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an agent, or a server of tools, is started.
 *
 * @param kind what people know it as
 * @param name by which it is configured
 * @param command the program and its arguments
 * @param environment what it gets beside the few variables that every command gets
 * @param folder where it works whatever the session; null for each session's own folder
 */
public record AgentCommand(
    Kind kind,
    String name,
    List<String> command,
    Map<String, String> environment,
    @Nullable Path folder) {
  /**
   * @param noun in what is told of it
   * @param section where it is configured
   */
  public record Kind(String noun, String section) {}

  private static final Kind AGENT = new Kind("agent", "agents");

  public AgentCommand {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** Of an agent. */
  public AgentCommand(
      String name, List<String> command, Map<String, String> environment, @Nullable Path folder) {
    this(AGENT, name, command, environment, folder);
  }

  /** How people know it. */
  public String title() {
    return "the %s '%s'".formatted(kind.noun(), name);
  }

  /** The setting of it that has this name. */
  public String setting(String member) {
    return "%s.%s.%s".formatted(kind.section(), name, member);
  }

  /** What must not be seen of its environment, whatever it says. */
  public AgentKeys keys() {
    return AgentKeys.of(environment);
  }

  /** Without the environment, which may hold keys. */
  @Override
  public String toString() {
    return name + " " + command;
  }
}
