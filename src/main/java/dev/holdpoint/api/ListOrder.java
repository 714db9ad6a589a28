package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("How the rows of a page are sorted.")
public enum ListOrder {
  NEWEST_FIRST,
  OLDEST_FIRST,
  ACTIVE_FIRST
}
