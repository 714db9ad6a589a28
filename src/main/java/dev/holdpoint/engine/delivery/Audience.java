package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;

/** Whom a gate concerns: who may act on it, has it, or watches it. */
public interface Audience {
  /**
   * @param whom {@code person:…} or {@code group:…}
   */
  boolean isConcerned(Change change, Run run, Gate gate, NoticeEvent event, String whom);
}
