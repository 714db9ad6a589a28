package dev.holdpoint.cli.connect;

import java.time.Duration;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How an entry for a command looks in the settings of a program. */
enum Shape {
  /** A matcher with handlers, their time in seconds. */
  GROUP,

  /** The same with names, and the time in milliseconds. */
  NAMED_GROUP,

  /** A handler alone, for a shell that is named. */
  BASH,

  /** A handler alone, which blocks when it fails. */
  FAIL_CLOSED,

  /** No entry: a file of its own, with a program in JavaScript. */
  PLUGIN;

  /** What a handler can hold a command or an address in. */
  static final java.util.List<String> LEADS = java.util.List.of("command", "url", "bash");

  ObjectNode entry(String matcher, String command, Duration timeout) {
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    return switch (this) {
      case GROUP -> {
        entry.put("matcher", matcher);
        entry
            .putArray("hooks")
            .addObject()
            .put("type", "command")
            .put("command", command)
            .put("timeout", timeout.toSeconds());
        yield entry;
      }
      case NAMED_GROUP -> {
        entry.put("matcher", matcher);
        entry
            .putArray("hooks")
            .addObject()
            .put("type", "command")
            .put("name", "holdpoint")
            .put("command", command)
            .put("timeout", timeout.toMillis());
        yield entry;
      }
      case BASH ->
          entry.put("type", "command").put("bash", command).put("timeoutSec", timeout.toSeconds());
      case FAIL_CLOSED ->
          entry
              .put("command", command)
              .put("matcher", matcher)
              .put("timeout", timeout.toSeconds())
              .put("failClosed", true);
      case PLUGIN -> throw new IllegalStateException("a plugin is no entry");
    };
  }
}
