package dev.holdpoint.core.world;

import org.jspecify.annotations.Nullable;

/**
 * That a call must not run as it was allowed, because what it depends on has moved.
 *
 * @param next what its next approval depends on, with what has changed
 * @param text what its target has in it now, without secrets; null where that is not kept
 * @param asks whether a person is asked anew; false when they were asked often enough
 */
public record MovedWorld(WorldTerms next, @Nullable String text, boolean asks) {
  /** Records print their members; a file's text must not end up in a log that way. */
  @Override
  public String toString() {
    return "MovedWorld" + next.changes().stream().map(WorldChange::subject).toList();
  }
}
