package dev.holdpoint.core.access;

import org.jspecify.annotations.Nullable;

/**
 * Who speaks at a door.
 *
 * @param name of their token
 * @param role of that token; null where no token spoke, as for a host application
 * @param tokenId of that token; null where no token spoke, or where it does not matter
 */
public record Voter(String name, @Nullable Role role, @Nullable String tokenId) {
  public Voter(String name, @Nullable Role role) {
    this(name, role, null);
  }

  /** The daemon itself, or somebody of whom only the name is known. */
  public static Voter named(String name) {
    return new Voter(name, null);
  }
}
