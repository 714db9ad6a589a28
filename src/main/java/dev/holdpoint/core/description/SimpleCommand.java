package dev.holdpoint.core.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One simple command of a shell text. */
final class SimpleCommand {
  private static final Set<String> KEYWORDS =
      Set.of(
          "if",
          "then",
          "else",
          "elif",
          "fi",
          "for",
          "while",
          "until",
          "do",
          "done",
          "case",
          "esac",
          "in",
          "{",
          "}",
          "!",
          "time",
          "[[",
          "]]",
          "function",
          "select",
          "coproc");

  /** What follows them is a list or a condition. */
  private static final Set<String> LISTING = Set.of("for", "case", "select", "[[");

  final List<Word> words = new ArrayList<>();
  final List<Word> targets = new ArrayList<>();

  /** Its pipe's command before it; null where it is the first. */
  @Nullable SimpleCommand before;

  /** Whether its words are a list or a condition, and no program. */
  private boolean lists;

  /** Whether the next word is the name of a function. */
  private boolean names;

  /** Whether its first word may be the name of a coprocess. */
  private boolean mayBeNamed;

  /** Whether variables are set for it. */
  boolean assigns;

  /** Whether another command stands inside of it. */
  boolean nests;

  /** Whether what it reads, or is given, was fetched. */
  boolean fed;

  SimpleCommand(@Nullable SimpleCommand before) {
    this.before = before;
  }

  /**
   * @param value without quotes
   */
  record Word(String value, int start, int end) {
    /** Without the folders in front. */
    String name() {
      return value.substring(value.lastIndexOf('/') + 1);
    }
  }

  boolean isEmpty() {
    return words.isEmpty() && targets.isEmpty();
  }

  /** Whether an assignment may stand next. */
  boolean begins() {
    return words.isEmpty() && !lists;
  }

  /** Takes the next word; returns it where it is a keyword, else null. */
  @Nullable String take(Word word) {
    String value = word.value();
    if (names) {
      names = false;
      return null;
    }
    boolean keyword = KEYWORDS.contains(value);
    if (keyword && mayBeNamed && words.size() == 1) {
      words.clear();
    }
    boolean first = words.isEmpty();
    if (first && keyword) {
      lists = LISTING.contains(value) || (lists && !value.equals("do"));
      names = value.equals("function");
      mayBeNamed = value.equals("coproc");
      return value;
    }
    // The one option of `time` is no program.
    if (lists || (first && value.equals("-p"))) {
      return null;
    }
    if (first && isAssignment(value)) {
      assigns = true;
      return null;
    }
    words.add(word);
    return null;
  }

  static boolean isName(CharSequence value) {
    return !value.isEmpty() && nameEnd(value) == value.length();
  }

  private static int nameEnd(CharSequence value) {
    int at = 0;
    while (at < value.length()
        && (value.charAt(at) == '_'
            || (at == 0
                ? Character.isLetter(value.charAt(at))
                : Character.isLetterOrDigit(value.charAt(at))))) {
      at++;
    }
    return at;
  }

  private static boolean isAssignment(String value) {
    int end = nameEnd(value);
    return end > 0
        && (value.startsWith("=", end)
            || value.startsWith("+=", end)
            || (value.startsWith("[", end)
                && (value.indexOf("]=", end) > 0 || value.indexOf("]+=", end) > 0)));
  }
}
