package dev.holdpoint.core.permission;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What can be told about a shell command without running it. It does not try to understand the
 * shell: whatever could start a second program, or hide one, makes the command compound, even where
 * a quote would have disarmed it. Being wrong in that direction costs a question to a person; in
 * the other it costs what the person would have refused.
 */
final class ShellCommand {
  // $ is judged by what follows it; quotes by whether they are closed.
  private static final String COMPOUND = ";&|<>(){}`\\";

  private static final String BETWEEN = ";&|(){}`\n\"'<>";
  private static final Set<String> KEYWORDS =
      Set.of("!", "if", "then", "else", "elif", "while", "until", "do", "time", "exec", "command");

  /** A command of a million assignments must not cost a million looks at its rest. */
  private static final int MOST_PEELED = 64;

  private final String folded;
  private final boolean simple;
  private @Nullable List<String> parts;

  private ShellCommand(String folded, boolean simple) {
    this.folded = folded;
    this.simple = simple;
  }

  String folded() {
    return folded;
  }

  boolean simple() {
    return simple;
  }

  static ShellCommand of(String command) {
    return new ShellCommand(fold(command), isSimple(command));
  }

  /**
   * White space folded, but never so that two commands that do different things become one: not
   * inside quotes, not across a line end, and not at all where quoting is beyond this reader.
   */
  static String fold(String command) {
    if (isBeyondFolding(command)) {
      return command;
    }
    StringBuilder out = new StringBuilder(command.length());
    char quote = 0;
    boolean gap = false;
    boolean line = false;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
        gap = true;
        line |= c == '\n';
        continue;
      }
      if (gap && !out.isEmpty()) {
        out.append(line ? '\n' : ' ');
      }
      gap = false;
      line = false;
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
      out.append(c);
    }
    return quote == 0 ? out.toString() : command;
  }

  // A backslash, a $'…', a substitution, a comment or a here-document has quoting rules of its own.
  private static boolean isBeyondFolding(String command) {
    return command.indexOf('\\') >= 0
        || hasComment(command)
        || command.indexOf('`') >= 0
        || command.contains("$'")
        || command.contains("$\"")
        || command.contains("$(")
        || command.contains("${")
        || command.contains("<<");
  }

  /** Whether a word begins with #, even where a quote would have disarmed it. */
  private static boolean hasComment(String command) {
    for (int at = command.indexOf('#'); at >= 0; at = command.indexOf('#', at + 1)) {
      if (at == 0 || " \t\n;&|(".indexOf(command.charAt(at - 1)) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSimple(String command) {
    String text = command.strip();
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f || COMPOUND.indexOf(c) >= 0) {
        return false;
      }
      // A plain $NAME only fills in a word; ${…}, $(…) and $'…' can do more.
      if (c == '$' && !(i + 1 < text.length() && isNameStart(text.charAt(i + 1)))) {
        return false;
      }
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
    }
    // NAME=value before the program changes what the program is (PATH, LD_PRELOAD).
    return quote == 0 && !text.isEmpty() && firstWord(text).indexOf('=') < 0;
  }

  private static boolean isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static String firstWord(String text) {
    int end = 0;
    while (end < text.length() && text.charAt(end) != ' ' && text.charAt(end) != '\t') {
      end++;
    }
    return text.substring(0, end);
  }

  /**
   * The command and every stretch of it that could be a command of its own, however it is quoted
   * and whatever stands before it. Only rules that hold something back look at these: for them,
   * seeing too much is the safe side.
   */
  List<String> parts() {
    List<String> known = parts;
    if (known == null) {
      Set<String> all = new LinkedHashSet<>();
      all.add(folded);
      stretches(folded, all);
      stretches(withoutQuotes(folded), all);
      known = List.copyOf(all);
      parts = known;
    }
    return known;
  }

  private static void stretches(String text, Set<String> into) {
    int start = 0;
    char before = ';';
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || BETWEEN.indexOf(text.charAt(i)) >= 0) {
        add(text.substring(start, i), before == '<' || before == '>', into);
        start = i + 1;
        before = i < text.length() ? text.charAt(i) : ';';
      }
    }
  }

  /**
   * @param redirected whether it begins with the name of a file
   */
  private static void add(String stretch, boolean redirected, Set<String> into) {
    String rest = fold(stretch).strip();
    boolean skips = redirected;
    for (int peeled = 0; !rest.isEmpty() && peeled < MOST_PEELED; peeled++) {
      into.add(rest);
      String first = firstWord(rest);
      if (!skips && !isBefore(first)) {
        return;
      }
      skips = false;
      rest = rest.substring(first.length()).strip();
    }
  }

  /** Whether the command itself comes behind this word. */
  private static boolean isBefore(String word) {
    return KEYWORDS.contains(word)
        || (word.indexOf('=') > 0 && isNameStart(word.charAt(0)))
        || word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static String withoutQuotes(String text) {
    StringBuilder bare = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
        i++;
      } else if (c != '\'' && c != '"' && c != '\\') {
        bare.append(c);
      }
    }
    return bare.toString();
  }
}
