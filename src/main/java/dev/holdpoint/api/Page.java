package dev.holdpoint.api;

import java.util.List;

/** A page of a list, sent when the caller asked for pages. */
public record Page<T>(List<T> items, Pagination pagination) {
  public Page {
    items = Copies.of(items);
  }
}
