package dev.holdpoint.agent.tool;

import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/**
 * Something a run can do. Tools that are gates themselves (questions, approvals) are the loop's own
 * and not here.
 */
public interface Tool {
  String name();

  String description();

  /** JSON Schema of the input. */
  Json inputSchema();

  /** What happens when no permission rule speaks. */
  Behavior defaultRule();

  /**
   * Whether a call changes anything outside the daemon. If so its intent is committed before it
   * starts and it is never repeated after a crash.
   */
  boolean hasEffect();

  /**
   * Tells one definition of a tool from another, where it is somebody else's and may change between
   * the question to a person and the call; null where it cannot.
   */
  default @Nullable String definition() {
    return null;
  }

  /** Why no call of it can be made by whoever sees it, for the model; null when one can. */
  default @Nullable String barred() {
    return null;
  }

  /** Begins one call. It ends at once, or continues elsewhere. */
  ToolOutcome begin(Json input, ToolContext context) throws InterruptedException;
}
