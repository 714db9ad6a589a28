package dev.holdpoint.agent.directory;

import dev.holdpoint.agent.process.Launcher;
import dev.holdpoint.engine.port.AgentDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The agents that everybody asks for and those that are configured here. It looks anew each time:
 * who has just installed one, or logged in, sees it.
 */
public final class AgentCatalog implements AgentDirectory {
  /** Of which kind a configured agent is. */
  public enum Kind {
    ACP,
    CLAUDE,
    OPENCODE
  }

  /**
   * An agent as it is configured.
   *
   * @param command the program and its arguments; empty for a server that runs already
   * @param variables the names of what it finds in its environment beside what every program gets
   */
  public record Configured(String name, Kind kind, List<String> command, Set<String> variables) {
    public Configured {
      command = List.copyOf(command);
      variables = Set.copyOf(variables);
    }
  }

  private static final String MOCK = "mock";

  /** What everybody knows of them, whether they are configured or not. */
  private static final Map<String, Capabilities> KNOWN = known();

  private final List<Configured> configured;
  private final Map<String, String> daemonEnvironment;
  private final Launcher launcher;
  private final Function<String, @Nullable Boolean> loads;

  /**
   * @param loads whether an agent takes its sessions up again, as it said when it was last greeted;
   *     null when it was not
   */
  public AgentCatalog(
      List<Configured> configured,
      Map<String, String> daemonEnvironment,
      Function<String, @Nullable Boolean> loads) {
    this.loads = loads;
    this.configured = List.copyOf(configured);
    this.daemonEnvironment = Map.copyOf(daemonEnvironment);
    this.launcher = new Launcher(daemonEnvironment);
  }

  private static Map<String, Capabilities> known() {
    Map<String, Capabilities> known = new LinkedHashMap<>();
    known.put(MOCK, new Capabilities(true, true, true, false));
    known.put("claude", new Capabilities(true, true, true, true));
    known.put("codex", new Capabilities(false, true, true, null));
    known.put("opencode", new Capabilities(false, true, true, true));
    known.put("amp", new Capabilities(false, false, true, null));
    return known;
  }

  @Override
  public List<KnownAgent> all() {
    Map<String, KnownAgent> all = new LinkedHashMap<>();
    KNOWN.forEach((name, can) -> all.put(name, usual(name, can)));
    // One with a name that is known takes its place in the list.
    configured.forEach(agent -> all.put(agent.name(), of(agent)));
    return new ArrayList<>(all.values());
  }

  private KnownAgent usual(String name, Capabilities can) {
    if (name.equals(MOCK)) {
      return new KnownAgent(name, true, true, true, can);
    }
    boolean keys =
        KeyPlaces.of(List.of(name))
            .map(places -> places.areFound(daemonEnvironment.keySet(), home()))
            .orElse(false);
    return new KnownAgent(name, false, isFound(name), keys, can);
  }

  private KnownAgent of(Configured agent) {
    Capabilities can =
        KNOWN.getOrDefault(
            agent.name(),
            switch (agent.kind()) {
              // What it asks is bridged, if it asks; whether it loads sessions it says itself.
              case ACP -> new Capabilities(true, true, true, null);
              case CLAUDE -> new Capabilities(true, true, true, true);
              case OPENCODE -> new Capabilities(false, true, true, true);
            });
    if (agent.kind() == Kind.ACP) {
      can =
          new Capabilities(
              can.questions(), can.permissions(), can.toolCalls(), loads.apply(agent.name()));
    }
    return new KnownAgent(
        agent.name(),
        true,
        agent.command().isEmpty() || isFound(agent.command().getFirst()),
        hasKeys(agent),
        can);
  }

  /** The daemon's own variables do not reach it, so they do not count. */
  private boolean hasKeys(Configured agent) {
    return KeyPlaces.of(agent.command().isEmpty() ? List.of(agent.name()) : agent.command())
            .or(() -> KeyPlaces.of(List.of(agent.name())))
            .map(places -> places.areFound(agent.variables(), home()))
            .orElse(false)
        || agent.variables().stream().anyMatch(AgentCatalog::isKey);
  }

  private static boolean isKey(String variable) {
    return variable.endsWith("_KEY")
        || variable.endsWith("_TOKEN")
        || variable.endsWith("_PASSWORD");
  }

  private boolean isFound(String program) {
    return program.contains("/")
        ? Files.isExecutable(Path.of(program))
        : launcher.find(program) != null;
  }

  private Path home() {
    return Path.of(daemonEnvironment.getOrDefault("HOME", "/nonexistent"));
  }
}
