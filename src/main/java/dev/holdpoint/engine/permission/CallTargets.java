package dev.holdpoint.engine.permission;

import dev.holdpoint.core.permission.Target;
import dev.holdpoint.core.permission.Target.Kind;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What calls go to, for the rules that look at it. */
final class CallTargets {
  private CallTargets() {}

  /**
   * Null for a tool that goes to nothing that rules understand.
   *
   * @param place where the path of a call of the loop leads; null or empty where that is not known
   */
  static @Nullable Target of(ToolCall call, @Nullable String place) {
    Kind kind = Target.kindOf(call.tool());
    if (kind == null) {
      return null;
    }
    JsonNode input = input(call);
    if (input == null) {
      return new Target.Unread(kind);
    }
    return switch (kind) {
      case WORKSPACE -> Target.place(place);
      case ABSOLUTE -> Target.absolute(path(call, input));
      case WEB -> looksElsewhere(input) ? new Target.Unread(kind) : request(call, input);
    };
  }

  /** The path as it was sent, for looks back at calls of the loop whose links nobody resolved. */
  static @Nullable Target asWritten(ToolCall call) {
    JsonNode input = input(call);
    return input != null && Target.kindOf(call.tool()) == Kind.WORKSPACE
        ? Target.place(plain(text(input, "path")))
        : of(call, null);
  }

  /** Below the workspace, where its tools find what {@code ./src//a.ts} names at src/a.ts. */
  private static String plain(String path) {
    return path.startsWith("/")
        ? path
        : Arrays.stream(path.split("/", -1))
            .filter(segment -> !segment.isEmpty() && !segment.equals("."))
            .collect(Collectors.joining("/"));
  }

  /**
   * Where the loop found that the path of the call leads. What a reviewer wrote in its place nobody
   * has looked up.
   */
  static @Nullable String place(Run run, ToolCall call) {
    String place = run.placeOf(call.id());
    if (place == null) {
      return null;
    }
    JsonNode asked = input(run.call(call.id()));
    JsonNode now = input(call);
    return asked != null && now != null && text(asked, "path").equals(text(now, "path"))
        ? place
        : null;
  }

  private static Target request(ToolCall call, JsonNode input) {
    String method = call.tool().equals("WebFetch") ? "GET" : text(input, "method");
    return Target.request(method, text(input, "url"));
  }

  /** Before the call itself, servers are asked that its target does not name. */
  private static boolean looksElsewhere(JsonNode input) {
    JsonNode listed = input.path("preconditions");
    return !listed.isMissingNode()
        && !listed.isNull()
        && (!listed.isArray()
            || listed.valueStream().anyMatch(one -> !one.path("url").isMissingNode()));
  }

  private static String path(ToolCall call, JsonNode input) {
    return text(input, call.tool().equals("NotebookEdit") ? "notebook_path" : "file_path");
  }

  private static String text(JsonNode input, String member) {
    JsonNode value = input.path(member);
    return value.isString() ? value.stringValue() : "";
  }

  private static @Nullable JsonNode input(ToolCall call) {
    try {
      JsonNode read = JsonTree.read(call.input().text());
      return read.isObject() ? read : null;
    } catch (NotJson e) {
      return null;
    }
  }
}
