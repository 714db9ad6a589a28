package dev.holdpoint.agent.tool;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.core.world.MovedWorld;
import dev.holdpoint.engine.gate.GateDraft;
import java.util.List;

/** What has come of a call so far. */
public sealed interface ToolOutcome {
  /** It is over, and this is what the model sees. */
  record Done(Json result) implements ToolOutcome {}

  /**
   * Nothing was done: what the yes depended on had moved when the tool looked for the last time.
   */
  record Moved(MovedWorld world) implements ToolOutcome {}

  /**
   * It goes on at a server, where it has come so far. That is committed before anything else.
   *
   * @param questions what people are asked before it goes on; none when it just takes its time
   */
  record GoesOn(RemoteCall remote, List<GateDraft.OfQuestion> questions) implements ToolOutcome {}
}
