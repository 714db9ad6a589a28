package dev.holdpoint.agent.model;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One line of a script. */
sealed interface ScriptLine {
  long MAX_SLEEP_MS = 60_000;
  int MAX_CALLS = 100;

  record Say(String text) implements ScriptLine {}

  record Calls(List<ToolCall> calls) implements ScriptLine {}

  record SayLastResult() implements ScriptLine {}

  record SayRequest() implements ScriptLine {}

  record Sleep(long ms) implements ScriptLine {}

  record Fail(String message) implements ScriptLine {}

  static ScriptLine parse(String line, int number) throws ModelFailure {
    JsonNode object;
    try {
      object = JsonTree.read(line);
    } catch (NotJson e) {
      throw bad(number, "is not JSON: " + e.getMessage());
    }
    ScriptLine parsed = object.isObject() ? parse(object) : null;
    if (parsed == null || parsed instanceof Sleep != Script.isSleep(line, 0, line.length())) {
      throw bad(
          number,
          "must be one of {\"say\":\"text\"}, {\"tool\":\"name\",\"input\":{}},"
              + " {\"tools\":[...]}, {\"ask\":{}}, {\"say_last_result\":true},"
              + " {\"say_request\":true}, {\"sleep_ms\":0 to 60000}, {\"fail\":\"message\"}");
    }
    return parsed;
  }

  private static ModelFailure bad(int number, String what) {
    return new ModelFailure("Line " + number + " of the script " + what + ".");
  }

  private static @Nullable ScriptLine parse(JsonNode object) {
    if (object.has("tool")) {
      ToolCall call = call(object);
      return call == null ? null : new Calls(List.of(call));
    }
    if (object.size() != 1) {
      return null;
    }
    String name = object.propertyNames().iterator().next();
    JsonNode value = object.path(name);
    return switch (name) {
      case "say" -> value.isString() ? new Say(value.stringValue()) : null;
      case "tools" -> calls(value);
      case "ask" ->
          value.isObject()
              ? new Calls(List.of(new ToolCall("", "ask_user_question", JsonTree.write(value))))
              : null;
      case "say_last_result" -> isTrue(value) ? new SayLastResult() : null;
      case "say_request" -> isTrue(value) ? new SayRequest() : null;
      case "sleep_ms" -> sleep(value);
      case "fail" -> value.isString() ? new Fail(value.stringValue()) : null;
      default -> null;
    };
  }

  private static boolean isTrue(JsonNode value) {
    return value.isBoolean() && value.booleanValue();
  }

  private static @Nullable ScriptLine sleep(JsonNode value) {
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      return null;
    }
    long ms = value.longValue();
    return ms >= 0 && ms <= MAX_SLEEP_MS ? new Sleep(ms) : null;
  }

  private static @Nullable ScriptLine calls(JsonNode array) {
    if (!array.isArray() || array.isEmpty() || array.size() > MAX_CALLS) {
      return null;
    }
    List<ToolCall> calls = new ArrayList<>(array.size());
    for (JsonNode item : array) {
      ToolCall call = call(item);
      if (call == null) {
        return null;
      }
      calls.add(call);
    }
    return new Calls(List.copyOf(calls));
  }

  // The loop gives the call its id.
  private static @Nullable ToolCall call(JsonNode object) {
    JsonNode name = object.path("tool");
    JsonNode input = object.get("input");
    if (!name.isString() || name.stringValue().isBlank()) {
      return null;
    }
    if (input == null) {
      return object.size() == 1 ? new ToolCall("", name.stringValue(), Json.EMPTY_OBJECT) : null;
    }
    return input.isObject() && object.size() == 2
        ? new ToolCall("", name.stringValue(), JsonTree.write(input))
        : null;
  }
}
