package dev.holdpoint.agent.tool;

import dev.holdpoint.core.secret.Placeholders;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Puts references to variables in the place of placeholders, quoted as it takes at each place, so
 * that the shell makes one word of the value and never reads it as anything else. It knows as much
 * of the shell's language as that takes; where it is mistaken, a value is split at its blanks or
 * stands there as a reference, but it is never run.
 */
final class ShellText {
  private enum Frame {
    COMMANDS,
    PARENTHESES,
    BACKTICKS,
    DOUBLE_QUOTES,
    ARITHMETIC
  }

  private record HereDocument(String delimiter, boolean quoted, boolean tabs) {}

  private final String text;
  private final UnaryOperator<String> variable;
  private final StringBuilder out = new StringBuilder();
  private final Deque<Frame> frames = new ArrayDeque<>();
  private final List<HereDocument> begun = new ArrayList<>();
  private int at;

  private ShellText(String text, UnaryOperator<String> variable) {
    this.text = text;
    this.variable = variable;
    frames.push(Frame.COMMANDS);
  }

  /**
   * @param variable the name of the variable that has the value of an alias
   */
  static String fill(String text, UnaryOperator<String> variable) throws CannotDo {
    ShellText shell = new ShellText(text, variable);
    while (shell.at < text.length()) {
      shell.step();
    }
    return shell.out.toString();
  }

  private boolean sees(String ahead) {
    return text.startsWith(ahead, at);
  }

  private void copy(int count) {
    int end = Math.min(text.length(), at + count);
    out.append(text, at, end);
    at = end;
  }

  private boolean takesPlaceholder(String before, String after) {
    Placeholders.Place place = sees("{{") ? Placeholders.at(text, at) : null;
    if (place == null) {
      return false;
    }
    out.append(before).append("${").append(variable.apply(place.alias())).append('}');
    out.append(after);
    at = place.end();
    return true;
  }

  private void step() throws CannotDo {
    Frame frame = frames.element();
    boolean quoted = frame == Frame.DOUBLE_QUOTES;
    // A shell reads what it finds in a sum once more, and would run what stands in a subscript.
    if (frame == Frame.ARITHMETIC && sees("{{") && Placeholders.at(text, at) != null) {
      throw new CannotDo(
          "A secret cannot be used inside of $((…)); put it into a variable's place elsewhere.");
    }
    if (takesPlaceholder(quoted ? "" : "\"", quoted ? "" : "\"")) {
      return;
    }
    char c = text.charAt(at);
    if (c == '\\') {
      copy(2);
    } else if (c == '"') {
      toggle(Frame.DOUBLE_QUOTES, 1);
    } else if (c == '`') {
      toggle(Frame.BACKTICKS, 1);
    } else if (sees("$((")) {
      enter(Frame.ARITHMETIC, 3);
    } else if (sees("$(")) {
      enter(Frame.PARENTHESES, 2);
    } else if (frame == Frame.DOUBLE_QUOTES) {
      copy(1);
    } else if (frame == Frame.ARITHMETIC) {
      arithmetic();
    } else {
      command(c);
    }
  }

  private void arithmetic() {
    if (sees("))")) {
      frames.pop();
      copy(2);
    } else if (sees("(")) {
      enter(Frame.PARENTHESES, 1);
    } else {
      copy(1);
    }
  }

  private void command(char c) throws CannotDo {
    if (c == '\'') {
      singleQuotes();
    } else if (sees("$'")) {
      escapingQuotes();
    } else if (sees("((")) {
      enter(Frame.ARITHMETIC, 2);
    } else if (c == '(') {
      enter(Frame.PARENTHESES, 1);
    } else if (c == ')') {
      if (frames.element() == Frame.PARENTHESES) {
        frames.pop();
      }
      copy(1);
    } else if (c == '#' && isAtWord()) {
      int end = text.indexOf('\n', at);
      copy((end < 0 ? text.length() : end) - at);
    } else if (sees("<<<")) {
      copy(3);
    } else if (sees("<<")) {
      hereDocument();
    } else if (c == '\n' && !begun.isEmpty()) {
      copy(1);
      bodies();
    } else {
      copy(1);
    }
  }

  private boolean isAtWord() {
    return at == 0 || " \t\n;|&()`".indexOf(text.charAt(at - 1)) >= 0;
  }

  private void enter(Frame frame, int length) {
    frames.push(frame);
    copy(length);
  }

  private void toggle(Frame frame, int length) {
    if (frames.element() == frame) {
      frames.pop();
    } else {
      frames.push(frame);
    }
    copy(length);
  }

  /** Nothing is special in them but their end. */
  private void singleQuotes() {
    copy(1);
    while (at < text.length() && !sees("'")) {
      if (!takesPlaceholder("'\"", "\"'")) {
        copy(1);
      }
    }
    copy(1);
  }

  private void escapingQuotes() {
    copy(2);
    while (at < text.length() && !sees("'")) {
      if (sees("\\")) {
        copy(2);
      } else if (!takesPlaceholder("'\"", "\"$'")) {
        copy(1);
      }
    }
    copy(1);
  }

  private void hereDocument() {
    copy(2);
    boolean tabs = sees("-");
    copy(tabs ? 1 : 0);
    while (sees(" ") || sees("\t")) {
      copy(1);
    }
    StringBuilder delimiter = new StringBuilder();
    boolean quoted = false;
    char open = 0;
    while (at < text.length()) {
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
        delimiter.append(c);
      }
      copy(1);
    }
    begun.add(new HereDocument(delimiter.toString(), quoted, tabs));
  }

  private void bodies() throws CannotDo {
    for (HereDocument document : begun) {
      while (at < text.length()) {
        int end = text.indexOf('\n', at);
        int next = end < 0 ? text.length() : end + 1;
        String line = text.substring(at, end < 0 ? next : end);
        String bare = document.tabs ? line.replaceFirst("^\t+", "") : line;
        if (bare.equals(document.delimiter)) {
          copy(next - at);
          break;
        }
        body(document, next);
      }
    }
    begun.clear();
  }

  private void body(HereDocument document, int end) throws CannotDo {
    while (at < end) {
      if (!document.quoted && sees("\\")) {
        copy(2);
      } else if (document.quoted && sees("{{") && Placeholders.at(text, at) != null) {
        throw new CannotDo(
            "A here-document whose delimiter is quoted takes its text as it is, so no secret can be"
                + " put into it; nothing was run. Leave the quotes off the delimiter.");
      } else if (!takesPlaceholder("", "")) {
        copy(1);
      }
    }
  }
}
