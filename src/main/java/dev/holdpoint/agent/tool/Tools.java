package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.agent.tool.input.GateTool;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.engine.port.Web;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tools of a run, by name. */
public final class Tools {
  private final Map<String, Tool> byName = new LinkedHashMap<>();
  private final List<ToolSpec> specs;
  private final Map<String, String> absent;

  public Tools(List<Tool> tools) {
    this(tools, List.of(), Map.of());
  }

  private Tools(Collection<Tool> own, List<Tool> others, Map<String, String> absent) {
    this.absent = absent;
    List<ToolSpec> all = new ArrayList<>();
    own.forEach(tool -> all.add(add(tool)));
    for (GateTool gate : GateTool.values()) {
      all.add(gate.spec());
    }
    others.forEach(tool -> all.add(add(tool)));
    this.specs = List.copyOf(all);
  }

  private ToolSpec add(Tool tool) {
    if (GateTool.named(tool.name()) != null || byName.put(tool.name(), tool) != null) {
      throw new IllegalArgumentException("Two tools are named " + tool.name() + ".");
    }
    return new ToolSpec(tool.name(), tool.description(), tool.inputSchema());
  }

  /** These, and others behind them. */
  public Tools and(ToolSource.Seen others) {
    return others.tools().isEmpty() && others.absent().isEmpty()
        ? this
        : new Tools(byName.values(), others.tools(), others.absent());
  }

  /** Why there is no tool of that name, for the model. */
  public String absence(String name) {
    return absent.entrySet().stream()
        .filter(entry -> name.startsWith(entry.getKey()))
        .findFirst()
        .map(entry -> "%s cannot be called: %s.".formatted(name, entry.getValue()))
        .orElse("There is no tool named " + name + ".");
  }

  /** Whether there is a tool of that name, ours or the loop's own. */
  public boolean has(String name) {
    return byName.containsKey(name) || GateTool.named(name) != null;
  }

  /**
   * The tools that work in a session's folder.
   *
   * @param environment what the daemon was started with; commands get only the harmless part of it
   */
  public static List<Tool> ofWorkspace(Processes processes, Map<String, String> environment) {
    return List.of(
        new BashTool(new Shell(processes, environment)),
        new ReadFileTool(),
        new WriteFileTool(),
        new EditFileTool(),
        new ListFilesTool());
  }

  /** Those, and the one that calls servers. */
  public static List<Tool> of(Processes processes, Map<String, String> environment, Web web) {
    List<Tool> all = new ArrayList<>(ofWorkspace(processes, environment));
    all.add(new HttpRequestTool(web));
    return all;
  }

  /** The tool of that name, or null when there is none or the loop carries it out itself. */
  public @Nullable Tool find(String name) {
    return byName.get(name);
  }

  /** What happens to a call when no rule speaks; null when there is no such tool. */
  public @Nullable Behavior defaultRule(String name) {
    Tool tool = byName.get(name);
    if (tool != null) {
      return tool.defaultRule();
    }
    return GateTool.named(name) == null ? null : Behavior.ALLOW;
  }

  /** All tools as a model is told of them, the loop's own included. */
  public List<ToolSpec> specs() {
    return specs;
  }
}
