package dev.holdpoint.http.hooks;

import dev.holdpoint.api.json.InvalidBody;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.engine.json.JsonTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a hook was sent, read leniently: members of other versions pass, and what is not needed may
 * be missing or have another type. What is needed and missing is refused with its pointer.
 */
record HookBody(JsonNode body) {
  /** What comes as a text is read as strictly as what comes as a body. */
  private static final WireJson WIRE = new WireJson();

  private static final String INPUT = "must be an object, or a text that holds a JSON object";

  /** The first of these members that is a text; null where there is none. */
  @Nullable String text(int longest, String... names) {
    for (String name : names) {
      JsonNode value = body.path(name);
      if (value.isString() && !value.stringValue().isEmpty()) {
        if (value.stringValue().length() > longest) {
          throw wrong(name, "must have at most " + longest + " characters");
        }
        return value.stringValue();
      }
    }
    return null;
  }

  /** The same, refused where there is none. */
  String needed(int longest, String... names) {
    String value = text(longest, names);
    if (value == null) {
      throw wrong(names[0], "must be a text that is not empty");
    }
    return value;
  }

  /** Where the tool would be used; null where that is not said. */
  @Nullable String folder() {
    String folder = text(Limits.PATH, "cwd");
    JsonNode root = body.path("workspace_roots").path(0);
    return folder != null || !root.isString() || root.stringValue().length() > Limits.PATH
        ? folder
        : root.stringValue();
  }

  /** The first of these members that is there, as an object. */
  ObjectNode input(String... names) {
    for (String name : names) {
      if (body.hasNonNull(name)) {
        return object(name, body.path(name));
      }
    }
    throw wrong(names[0], INPUT);
  }

  /** Whether it says which tool is used, and with what. */
  boolean hasUse() {
    return (body.hasNonNull("tool_name") || body.hasNonNull("tool"))
        && (body.hasNonNull("tool_input") || body.hasNonNull("args"));
  }

  /** The rest of it, as that of some tool. */
  HookBody withoutUse() {
    ObjectNode rest = JsonTree.object();
    body.propertyStream().forEach(one -> rest.set(one.getKey(), one.getValue()));
    rest.put("tool_name", "?").putObject("tool_input");
    return new HookBody(rest);
  }

  private static ObjectNode object(String name, JsonNode sent) {
    JsonNode value = sent;
    if (sent.isString()) {
      try {
        value = WIRE.tree(sent.stringValue());
      } catch (InvalidBody e) {
        throw wrong(name, INPUT);
      }
    }
    if (!(value instanceof ObjectNode object)) {
      throw wrong(name, INPUT);
    }
    if (JsonTree.write(object).text().length() > Limits.TOOL_INPUT) {
      throw wrong(name, "must have at most " + Limits.TOOL_INPUT + " characters");
    }
    return object;
  }

  private static RuntimeException wrong(String name, String message) {
    Refusal refusal =
        Problem.INVALID_REQUEST
            .because(
                "The request is not valid. Correct the fields in `errors` and send it again. "
                    + "Nothing was changed.")
            .at("/" + name, message);
    return refusal.asException();
  }
}
