package dev.holdpoint.agent.tool;

import dev.holdpoint.core.record.Json;

/** A tool whose calls end in this process. */
public interface LocalTool extends Tool {
  /**
   * Runs one call and gives what the model sees, as JSON. A call that cannot be done (a missing
   * file, a path outside the workspace) is a result with an {@code error} member, not an exception.
   */
  Json run(Json input, ToolContext context) throws InterruptedException;

  @Override
  default ToolOutcome begin(Json input, ToolContext context) throws InterruptedException {
    try {
      return new ToolOutcome.Done(run(input, context));
    } catch (TargetMoved e) {
      return new ToolOutcome.Moved(e.world());
    }
  }
}
