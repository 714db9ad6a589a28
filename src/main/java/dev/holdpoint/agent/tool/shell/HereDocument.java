package dev.holdpoint.agent.tool.shell;

import java.util.List;

/**
 * A here-document that was announced and whose lines are to come.
 *
 * @param tabs whether tabs before its lines are left out
 * @param command the words of the command that reads it
 * @param pipeline where that command writes to
 */
record HereDocument(
    String delimiter,
    boolean quoted,
    boolean tabs,
    List<String> command,
    CommandWords.Pipeline pipeline) {

  /** A delimiter as it stands in the text. */
  record Delimiter(String word, boolean quoted, int end) {
    static Delimiter at(String text, int start) {
      StringBuilder word = new StringBuilder();
      boolean quoted = false;
      char open = 0;
      int at = start;
      for (; at < text.length(); at++) {
        char c = text.charAt(at);
        if (open == 0 && " \t\n;&|<>()".indexOf(c) >= 0) {
          break;
        }
        if (c == open) {
          open = 0;
        } else if (open == 0 && (c == '\'' || c == '"')) {
          open = c;
          quoted = true;
        } else if (c == '\\' && open != '\'') {
          quoted = true;
        } else {
          word.append(c);
        }
      }
      return new Delimiter(word.toString(), quoted, at);
    }
  }

  /** Which commands and expansions are open inside of it. */
  static final class Nesting {
    private final StringBuilder ends = new StringBuilder();

    boolean isOpen() {
      return !ends.isEmpty();
    }

    void follow(char c, boolean behindDollar) {
      int last = ends.length() - 1;
      if (last >= 0 && ends.charAt(last) == c) {
        ends.setLength(last);
      } else if (c == '`') {
        ends.append('`');
      } else if (c == '(' && (last >= 0 || behindDollar)) {
        ends.append(')');
      } else if (behindDollar && (c == '{' || c == '[')) {
        ends.append(c == '{' ? '}' : ']');
      }
    }
  }

  /** Whether the line ends it. */
  boolean isEnd(String line) {
    return (tabs ? line.replaceFirst("^\t+", "") : line).equals(delimiter);
  }
}
