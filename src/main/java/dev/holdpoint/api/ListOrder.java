package dev.holdpoint.api;

/** How the rows of a page are sorted. */
public enum ListOrder {
  NEWEST_FIRST,
  OLDEST_FIRST,
  ACTIVE_FIRST
}
