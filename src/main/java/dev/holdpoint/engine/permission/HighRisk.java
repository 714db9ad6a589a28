package dev.holdpoint.engine.permission;

import dev.holdpoint.core.description.PathSigns;
import dev.holdpoint.core.permission.Target;

/**
 * Which calls are dangerous enough for what they go to that only the narrowest pattern may be
 * granted with them. It sees where a path leads; what the words of a call say is the risk of its
 * approval, which keeps no wider pattern either.
 */
final class HighRisk {
  private HighRisk() {}

  static boolean isSeenIn(Target target) {
    return switch (target) {
      case Target.Unread _ -> true;
      case Target.Request request -> request.method().equals("DELETE");
      case Target.File(var _, String path) -> PathSigns.isSensitive(path);
    };
  }
}
