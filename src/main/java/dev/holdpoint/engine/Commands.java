package dev.holdpoint.engine;

import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The commands of shell calls, for the rules that look at them. */
public final class Commands {
  public static final String SHELL = "bash";

  private Commands() {}

  /** Null for every other tool, and for a call that has none. */
  public static @Nullable String of(ToolCall call) {
    return member(call, "command");
  }

  /** Where the command would run, if not where commands do. */
  public static @Nullable String folder(ToolCall call) {
    return member(call, "cwd");
  }

  private static @Nullable String member(ToolCall call, String name) {
    if (!call.tool().equals(SHELL)) {
      return null;
    }
    try {
      JsonNode value = JsonTree.read(call.input().text()).get(name);
      return value != null && value.isString() ? value.stringValue() : null;
    } catch (NotJson e) {
      return null;
    }
  }
}
