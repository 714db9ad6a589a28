package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import org.jspecify.annotations.Nullable;

/** Whom a gate concerns: who may act on it, has it, or watches it, and what it waits for. */
public interface Audience {
  /**
   * @param whom {@code person:…} or {@code group:…}
   */
  boolean isConcerned(Change change, Run run, Gate gate, NoticeEvent event, String whom);

  /**
   * When to tell that nobody has looked at the gate, counted from now; null for never.
   *
   * @param usualMs after how long where no policy holds; 0 for never
   */
  @Nullable Long unseenAtMs(Change change, Run run, Gate gate, long usualMs);

  /** Who must still agree, in one line; null where one click of anyone decides. */
  @Nullable String waitsFor(Change change, Run run, Gate gate);
}
