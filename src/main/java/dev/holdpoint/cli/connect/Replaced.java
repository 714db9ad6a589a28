package dev.holdpoint.cli.connect;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was in the settings before and is not any more. Without a word about it, whoever adds a
 * second matcher would take the first to be still asked about.
 *
 * @param text for people
 * @param parts the same for programs
 */
record Replaced(String text, ObjectNode parts) {
  static Replaced hook(HookEvent event, String matcher) {
    return new Replaced(
        "the hook for %s, matcher '%s'".formatted(event.setting, matcher),
        JsonNodeFactory.instance.objectNode().put("event", event.setting).put("matcher", matcher));
  }

  static Replaced server(String name) {
    return new Replaced(
        "the server " + name, JsonNodeFactory.instance.objectNode().put("server", name));
  }
}
