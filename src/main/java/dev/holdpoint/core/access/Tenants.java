package dev.holdpoint.core.access;

import org.jspecify.annotations.Nullable;

/** Tenants that exist without anybody making them. */
public final class Tenants {
  /** Every session that names no other tenant belongs to this one. */
  public static final String ROOT = "tnt_root";

  /** Before the subject of a user's own token, in the place of who calls. */
  public static final String USER = "user:";

  private Tenants() {}

  /** The tenant of a record that may be from before records had one; those are the root's. */
  public static String orRoot(@Nullable String id) {
    return id == null ? ROOT : id;
  }

  /** For where only the others are told apart. */
  public static @Nullable String nullIfRoot(String id) {
    return id.equals(ROOT) ? null : id;
  }
}
