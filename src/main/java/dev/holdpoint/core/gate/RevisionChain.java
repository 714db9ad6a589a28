package dev.holdpoint.core.gate;

import org.jspecify.annotations.Nullable;

/**
 * The place of a revision among those before it.
 *
 * @param revises the approval before
 * @param first the first of them all
 * @param revision its number, from 2
 * @param reply what the agent said to the instructions or the question that it got
 */
public record RevisionChain(String revises, String first, int revision, @Nullable String reply) {
  /** How many revisions an approval may have, the first included. */
  public static final int LONGEST = 20;
}
