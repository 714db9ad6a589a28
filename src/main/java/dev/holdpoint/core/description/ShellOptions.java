package dev.holdpoint.core.description;

/** Words behind a program, each read once from its beginning to its end. */
final class ShellOptions {
  private ShellOptions() {}

  /** Whether it is a group of short options with one of these letters, as {@code -rf}. */
  static boolean has(CharSequence word, String letters) {
    if (word.length() < 2 || word.charAt(0) != '-') {
      return false;
    }
    boolean found = false;
    for (int i = 1; i < word.length(); i++) {
      char c = word.charAt(i);
      if (!isWord(c)) {
        return false;
      }
      found |= letters.indexOf(c) >= 0;
    }
    return found;
  }

  /** Whether {@code chmod} lets everybody write by it: {@code 777}, {@code a+w}. */
  static boolean opensToAll(CharSequence word) {
    int length = word.length();
    if (length > 2 && "ao".indexOf(word.charAt(0)) >= 0 && word.charAt(1) == '+') {
      for (int i = 2; i < length && isWord(word.charAt(i)); i++) {
        if (word.charAt(i) == 'w') {
          return true;
        }
      }
    }
    return CharSequence.compare(word, "777") == 0 || CharSequence.compare(word, "0777") == 0;
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
}
