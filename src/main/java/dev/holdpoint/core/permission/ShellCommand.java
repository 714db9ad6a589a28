package dev.holdpoint.core.permission;

import java.util.ArrayList;
import java.util.List;

/**
 * What can be told about a shell command without running it. It does not try to understand the
 * shell: whatever could start a second program, or hide one, makes the command compound, even where
 * a quote would have disarmed it. Being wrong in that direction costs a question to a person; in
 * the other it costs what the person would have refused.
 */
record ShellCommand(String folded, boolean simple) {
  // $ is judged by what follows it; quotes by whether they are closed.
  private static final String COMPOUND = ";&|<>(){}`\\";

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

  // A backslash, a $'…', a substitution or a here-document has quoting rules of its own.
  private static boolean isBeyondFolding(String command) {
    return command.indexOf('\\') >= 0
        || command.indexOf('`') >= 0
        || command.contains("$'")
        || command.contains("$\"")
        || command.contains("$(")
        || command.contains("${")
        || command.contains("<<");
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
   * The command and every stretch of it that could be a command of its own. Only rules that hold
   * something back look at these: for them, seeing too much is the safe side.
   */
  List<String> parts() {
    List<String> parts = new ArrayList<>();
    parts.add(folded);
    if (!simple) {
      int start = 0;
      for (int i = 0; i <= folded.length(); i++) {
        if (i == folded.length() || ";&|(){}`\n\"'".indexOf(folded.charAt(i)) >= 0) {
          String part = fold(folded.substring(start, i)).strip();
          if (!part.isEmpty()) {
            parts.add(part);
          }
          start = i + 1;
        }
      }
    }
    return parts;
  }
}
