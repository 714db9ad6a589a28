package dev.holdpoint.engine.port;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.world.CallPreview;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;

/** Looks at what approvals depend on, as far as the daemon itself can. */
public interface WorldSight {
  /** How it is now, for a view: at once, or it is unknown. */
  Sighting glance(Run run, Precondition of);

  /**
   * What the files of a call would become, read by the code of its tool and without secrets.
   *
   * @param context how many lines around each change
   */
  CallPreview preview(Run run, ToolCall call, int context);

  /** The ETag that a server gives for an address, under the rules for outbound addresses. */
  Sighting etag(String url) throws InterruptedException;
}
