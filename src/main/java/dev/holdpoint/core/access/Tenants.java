package dev.holdpoint.core.access;

/** Tenants that exist without anybody making them. */
public final class Tenants {
  /** Every session that names no other tenant belongs to this one. */
  public static final String ROOT = "tnt_root";

  private Tenants() {}
}
