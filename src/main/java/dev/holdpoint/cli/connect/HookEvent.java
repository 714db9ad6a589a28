package dev.holdpoint.cli.connect;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** When a program asks. */
enum HookEvent {
  /** Before a tool is used, whatever the program's own settings say. */
  PRE_TOOL_USE,

  /** When the program would ask its user. */
  PERMISSION_REQUEST;

  /** As {@code --event} and the path of the hook have it. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<HookEvent> of(String word) {
    return Arrays.stream(values()).filter(event -> event.word().equals(word)).findFirst();
  }
}
