package dev.holdpoint.core.permission;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one simple command as bash does: words of plain characters, quotes, escapes and {@code
 * $NAME}. Every other construct ends the reading without words. Being wrong in that direction costs
 * a question to a person; in the other it costs what the person would have refused.
 */
final class ShellWords {
  private static final String PLAIN_PUNCTUATION = "!#%+,-./:=@]^_";
  private static final String PATTERNS = "*?[~";

  private static final Set<String> RESERVED =
      Set.of(
          "!",
          "[[",
          "case",
          "coproc",
          "do",
          "done",
          "elif",
          "else",
          "esac",
          "fi",
          "for",
          "function",
          "if",
          "in",
          "select",
          "then",
          "time",
          "until",
          "while",
          "{",
          "}");

  /** They evaluate an argument as a command, an expression or the name of a variable. */
  private static final Set<String> EVALUATING =
      Set.of(
          ".",
          "alias",
          "bind",
          "builtin",
          "command",
          "compgen",
          "complete",
          "compopt",
          "declare",
          "enable",
          "eval",
          "exec",
          "export",
          "fc",
          "getopts",
          "hash",
          "history",
          "jobs",
          "let",
          "local",
          "mapfile",
          "read",
          "readarray",
          "readonly",
          "set",
          "shopt",
          "source",
          "trap",
          "typeset",
          "unset",
          "wait");

  private static final Set<String> SUBSCRIPTING = Set.of("test", "[", "printf");

  private final String text;
  private int at;

  private ShellWords(String text) {
    this.text = text;
  }

  /**
   * One word of a command.
   *
   * @param source as it was written
   * @param value what the program receives; the same as {@code source} unless it is literal
   * @param literal whether bash fills nothing in: no variable, no file names, no home folder
   * @param steady whether the value begins with a known character that makes it no option, and is
   *     one argument for certain
   */
  record Word(String source, String value, boolean literal, boolean steady) {
    /** Words that differ in what bash fills in are the same only if they are written the same. */
    boolean isSame(Word other) {
      return literal == other.literal && value.equals(other.value);
    }
  }

  /** The words of a simple command; null if the text is anything else. */
  static @Nullable List<Word> read(String text) {
    List<Word> words = new ShellWords(text).words();
    return words == null || words.isEmpty() || !isProgram(words.getFirst()) || isSubscripted(words)
        ? null
        : words;
  }

  /** The name of a variable may have a subscript, and bash runs what stands in one. */
  private static boolean isSubscripted(List<Word> words) {
    return SUBSCRIPTING.contains(words.getFirst().value)
        && words.stream().skip(1).anyMatch(word -> !word.literal || word.value.startsWith("-v"));
  }

  static boolean isEvaluating(String program) {
    return EVALUATING.contains(program);
  }

  // NAME=value before the program changes what the program is (PATH, LD_PRELOAD).
  private static boolean isProgram(Word word) {
    return word.literal
        && !word.value.isEmpty()
        && word.source.indexOf('=') < 0
        && !RESERVED.contains(word.value)
        && !EVALUATING.contains(word.value);
  }

  private @Nullable List<Word> words() {
    List<Word> words = new ArrayList<>();
    skip(" \t\n");
    while (at < text.length() && text.charAt(at) != '\n') {
      Word word = word();
      if (word == null) {
        return null;
      }
      words.add(word);
      skip(" \t");
    }
    skip(" \t\n");
    return at == text.length() ? words : null;
  }

  private void skip(String blanks) {
    while (at < text.length() && blanks.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private @Nullable Word word() {
    int start = at;
    StringBuilder value = new StringBuilder();
    boolean literal = true;
    boolean steady = true;
    if (text.charAt(at) == '#') {
      return null;
    }
    while (at < text.length() && " \t\n".indexOf(text.charAt(at)) < 0) {
      char c = text.charAt(at);
      int end;
      if (c == '\'') {
        end = singleQuoted(value);
      } else if (c == '"') {
        int before = value.length();
        end = doubleQuoted(value);
        if (end > 0 && hasVariable(at + 1, end - 1)) {
          literal = false;
          steady &= before > 0;
        }
      } else if (c == '\\') {
        end = escaped(value);
      } else if (c == '$') {
        end = variable(at);
        literal = false;
        steady = false;
      } else if (PATTERNS.indexOf(c) >= 0) {
        end = at + 1;
        literal = false;
        steady &= !value.isEmpty();
      } else if (isPlain(c)) {
        value.append(c);
        end = at + 1;
      } else {
        return null;
      }
      if (end < 0) {
        return null;
      }
      at = end;
    }
    String source = text.substring(start, at);
    steady &= value.isEmpty() || value.charAt(0) != '-';
    return new Word(source, literal ? value.toString() : source, literal, steady);
  }

  // Each of these gives the place behind what it has read, or -1 if it is beyond this reader.

  private int singleQuoted(StringBuilder value) {
    int close = text.indexOf('\'', at + 1);
    for (int i = at + 1; i < close; i++) {
      if (!isQuotable(i)) {
        return -1;
      }
      value.append(text.charAt(i));
    }
    return close < 0 ? -1 : close + 1;
  }

  private int doubleQuoted(StringBuilder value) {
    int i = at + 1;
    while (i < text.length() && text.charAt(i) != '"') {
      char c = text.charAt(i);
      if (c == '`' || !isQuotable(i)) {
        return -1;
      }
      if (c == '\\') {
        char next = i + 1 < text.length() ? text.charAt(i + 1) : '\n';
        if (next == '\n') {
          return -1;
        }
        if ("$`\"\\".indexOf(next) >= 0) {
          value.append(next);
          i += 2;
          continue;
        }
      }
      if (c == '$') {
        i = variable(i);
        if (i < 0) {
          return -1;
        }
        continue;
      }
      value.append(c);
      i++;
    }
    return i < text.length() ? i + 1 : -1;
  }

  private boolean hasVariable(int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == '$') {
        return true;
      }
    }
    return false;
  }

  private int escaped(StringBuilder value) {
    if (at + 1 == text.length() || text.charAt(at + 1) < ' ' || text.charAt(at + 1) > '~') {
      return -1;
    }
    value.append(text.charAt(at + 1));
    return at + 2;
  }

  // A plain $NAME only fills in words; ${…}, $(…) and $'…' can do more.
  private int variable(int dollar) {
    int end = dollar + 1;
    while (end < text.length() && isName(text.charAt(end), end == dollar + 1)) {
      end++;
    }
    return end == dollar + 1 ? -1 : end;
  }

  static boolean isName(char c, boolean first) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '_'
        || (!first && c >= '0' && c <= '9');
  }

  // Where characters beyond ASCII cannot be encoded they become ?, which is a pattern.
  private static boolean isPlain(char c) {
    return isName(c, false) || PLAIN_PUNCTUATION.indexOf(c) >= 0;
  }

  /** Control characters mean something to terminals, and some of them to bash itself. */
  private boolean isQuotable(int i) {
    char c = text.charAt(i);
    if (Character.isSurrogate(c)) {
      return Character.isHighSurrogate(c)
          ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
          : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
    return c == '\n' || c == '\t' || !Character.isISOControl(c);
  }
}
