package dev.holdpoint.core.policy;

import java.util.Locale;

/** Where a group stands in the text of an expression. */
public final class GroupPlaces {
  private static final String MARKS = "(),|:";

  private GroupPlaces() {}

  /**
   * @param text that can be read as an expression or as a list of people
   * @return the place of the term, from 1, as people count characters
   */
  public static int of(String text, String group) {
    ExpressionScanner scanner = new ExpressionScanner(text);
    while (!scanner.isAtEnd()) {
      int place = scanner.place();
      if (scanner.takesPrefix("group")) {
        String name = scanner.name("group", Integer.MAX_VALUE);
        if (name.toLowerCase(Locale.ROOT).equals(group.toLowerCase(Locale.ROOT))) {
          return place;
        }
      } else if (scanner.takesPrefix("person")) {
        scanner.name("person", Integer.MAX_VALUE);
      } else if (scanner.take().isEmpty()
          && MARKS.chars().noneMatch(mark -> scanner.takes((char) mark))) {
        return place;
      }
    }
    return 1;
  }

  /** What is wrong at this place, as the reader of expressions says it. */
  public static String fault(String text, String group, String what) {
    return InvalidExpression.message(of(text, group), what);
  }
}
