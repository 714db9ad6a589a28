package dev.holdpoint.core.policy;

/** The characters of an expression: blanks, words, marks and quoted names. */
final class ExpressionScanner {
  private final String text;
  private int at;

  ExpressionScanner(String text) {
    this.text = text;
  }

  /** The place of the next word or mark, from 1. */
  int place() {
    skipBlanks();
    return placeOf(at);
  }

  private int placeOf(int index) {
    return text.codePointCount(0, index) + 1;
  }

  /** The next word without taking it; empty where no word comes. */
  String word() {
    skipBlanks();
    return text.substring(at, wordEnd());
  }

  /** Takes the next word, which may be empty. */
  String take() {
    String word = word();
    at += word.length();
    return word;
  }

  boolean takes(String word) {
    boolean comes = word().equals(word);
    if (comes) {
      at += word.length();
    }
    return comes;
  }

  /** Takes a mark such as a bracket. */
  boolean takes(char mark) {
    skipBlanks();
    boolean comes = at < text.length() && text.charAt(at) == mark;
    if (comes) {
      at++;
    }
    return comes;
  }

  /** Takes a word and the colon that follows it without a blank. */
  boolean takesPrefix(String word) {
    boolean comes = word().equals(word) && text.startsWith(":", at + word.length());
    if (comes) {
      at += word.length() + 1;
    }
    return comes;
  }

  /** Takes a name that begins right here, plain or in quotes. */
  String name(String prefix, int longest) {
    int start = placeOf(at);
    String name;
    if (text.startsWith("\"", at)) {
      name = quoted();
    } else {
      int end = wordEnd();
      name = text.substring(at, end);
      at = end;
    }
    if (name.isEmpty()) {
      throw new InvalidExpression(start, "expected a name after \"" + prefix + ":\"");
    }
    if (name.codePointCount(0, name.length()) > longest) {
      throw new InvalidExpression(start, "the name has more than " + longest + " characters");
    }
    return name;
  }

  private String quoted() {
    int start = placeOf(at);
    StringBuilder name = new StringBuilder();
    at++;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      if (c == '"') {
        at++;
        return name.toString();
      }
      if (c == '\\') {
        at++;
        c = at < text.length() ? text.charAt(at) : 0;
        if (c != '"' && c != '\\') {
          throw new InvalidExpression(
              placeOf(at), "expected a quote or a backslash after the backslash");
        }
      } else if (Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE) {
        throw new InvalidExpression(placeOf(at), "a name has no control characters");
      }
      name.appendCodePoint(c);
      at += Character.charCount(c);
    }
    throw new InvalidExpression(start, "this quote is not closed");
  }

  boolean isAtEnd() {
    skipBlanks();
    return at == text.length();
  }

  private int wordEnd() {
    int end = at;
    while (end < text.length() && Term.isPlain(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    return end;
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }
}
