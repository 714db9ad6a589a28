package dev.holdpoint.core.gate;

import java.util.Locale;

/**
 * The one word for how a gate ended, the same on every surface. Statuses and behaviors keep the
 * meaning that older clients know; this says what they leave out.
 */
public enum Outcome {
  ALLOWED,
  DENIED,
  /** A no with instructions: the agent may ask again. */
  CHANGES_REQUESTED,
  /** A no with a question to the agent, which answers and asks again. */
  ASKED_BACK,
  /** A person answered in the tool's place. */
  RESPONDED,
  ANSWERED,
  DECLINED,
  /** The deadline ended it, whatever that did. */
  EXPIRED,
  /** The asker does not wait any more. */
  WITHDRAWN,
  /** A person ended it without a decision. */
  CANCELLED,
  /** The asker put a revision in its place. */
  SUPERSEDED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
