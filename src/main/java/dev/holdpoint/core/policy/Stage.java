package dev.holdpoint.core.policy;

import org.jspecify.annotations.Nullable;

/**
 * One stage of a policy.
 *
 * @param withinMs how long the stage waits before the next one opens; null only for the last stage
 * @param unseenMs how long it waits when nobody who may act looks; null without such a limit
 */
public record Stage(Need need, @Nullable Long withinMs, @Nullable Long unseenMs) {
  @Override
  public String toString() {
    return need
        + (withinMs == null ? "" : " within " + TimeSpans.text(withinMs))
        + (unseenMs == null ? "" : " or unseen " + TimeSpans.text(unseenMs));
  }
}
