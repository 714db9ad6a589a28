package dev.holdpoint.core.access;

import org.jspecify.annotations.Nullable;

/** Tenants that exist without anybody making them. */
public final class Tenants {
  /** Every session that names no other tenant belongs to this one. */
  public static final String ROOT = "tnt_root";

  private Tenants() {}

  /** For where only the others are told apart. */
  public static @Nullable String nullIfRoot(String id) {
    return id.equals(ROOT) ? null : id;
  }
}
