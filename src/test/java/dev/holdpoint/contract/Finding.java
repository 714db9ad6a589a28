package dev.holdpoint.contract;

/**
 * Something that an answer has and the document does not, or the other way round.
 *
 * @param where {@code status}, {@code header Link}, {@code content type}, or a place in the body
 */
record Finding(String operation, int status, String where, String what) {
  /** Rows of a list that are wrong in the same way are one finding. */
  String key() {
    return operation + " " + status + " " + where.replaceAll("/[0-9]+", "/*") + " " + what;
  }

  @Override
  public String toString() {
    return "%s, status %d, %s: %s".formatted(operation, status, where, what);
  }
}
