package dev.holdpoint.core.record;

/**
 * A JSON value the core carries but never looks into: a tool's input, a caller's metadata. The
 * edges parse and write it; here it is compact text that is known to be valid.
 */
public record Json(String text) {
  public static final Json NULL = new Json("null");
  public static final Json EMPTY_OBJECT = new Json("{}");

  @Override
  public String toString() {
    return text;
  }
}
