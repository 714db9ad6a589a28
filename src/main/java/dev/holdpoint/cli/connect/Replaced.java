package dev.holdpoint.cli.connect;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was in the settings before and is not any more. Without a word about it, a second matcher
 * would look like an addition to the first.
 *
 * @param text for people
 * @param parts the same for programs
 */
record Replaced(String text, ObjectNode parts) {
  static Replaced hook(String setting, String matcher) {
    return new Replaced(
        "the hook for %s, matcher '%s'".formatted(setting, matcher),
        JsonNodeFactory.instance.objectNode().put("event", setting).put("matcher", matcher));
  }

  static Replaced server(String name) {
    return new Replaced(
        "the server " + name, JsonNodeFactory.instance.objectNode().put("server", name));
  }

  static Replaced plugin() {
    return new Replaced(
        "the plugin", JsonNodeFactory.instance.objectNode().put("plugin", "holdpoint"));
  }
}
