package dev.holdpoint.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A module of the page, read as far as words stand in it: its strings, and the texts of its
 * templates with a mark where a value goes.
 */
final class PageSource {
  private static final char HOLE = '\uffff';
  private static final Set<String> CODE = Set.of("code", "kbd", "pre", "style", "svg");
  private static final Pattern TAG = Pattern.compile("<(/?)([a-z0-9-]+)((?:[^<>\"]|\"[^\"]*\")*)>");
  private static final Pattern NAMED =
      Pattern.compile(
          "[\\s](aria-label|aria-description|title|placeholder|alt|label|of|legend)="
              + "(?:\"([^\"]*)\"|([^\\s\"'\uffff>]+))");
  private static final Pattern LETTERS = Pattern.compile("\\p{L}{2,}");
  private static final Pattern SENTENCE =
      Pattern.compile("^\\p{Lu}[\\p{L}']+[ ,:].*\\p{L}.*", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("^\\p{Lu}\\p{Ll}{2,}[….!?]?$");
  private static final Pattern LOWER =
      Pattern.compile("^\\p{Ll}+(?:,? \\p{Ll}[\\p{Ll}']*){2,}[….]?$");
  private static final Pattern GLUE =
      Pattern.compile("(?:^|[ \uffff])\\p{L}{2,} | \\p{L}{2,}(?:$|[ .,…\uffff])");

  /** Names of what is no word of ours, and what browsers call keys, headers and errors. */
  private static final Set<String> NAMES =
      Set.of(
          "Accept",
          "Bash",
          "Notification",
          "Deutsch",
          "English",
          "Enter",
          "Escape",
          "Home",
          "End",
          "Problem",
          "Unreachable",
          "Shift",
          "Space",
          "Holdpoint",
          "Read",
          "Write",
          "Edit",
          "Backspace",
          "Delete",
          "Tab");

  private static final Pattern TECHNICAL =
      Pattern.compile(
          "^(?:Claude Code|Content-Type|application/.*|holdpoint .*|curl .*|Send Authorization.*|no"
              + " words? .*|No words? .*|No value .*|Bearer .*)$",
          Pattern.DOTALL);

  /** What stands before a string that nobody reads on the page. */
  private static final Pattern UNREAD =
      Pattern.compile(
          "(?:console\\.\\w+\\(|new"
              + " Error\\(|(?:querySelector(?:All)?|matches|closest)(?:\\?\\.)?\\(|matchMedia\\(|import"
              + " |from |className = |classList\\.\\w+\\(|class=|TypeError\\()\\s*$");

  private final String text;
  private final List<String> found = new ArrayList<>();
  private int at;

  private PageSource(String text) {
    this.text = text;
  }

  /** The words that stand in it and are none of a catalog. */
  static List<String> literals(String module) {
    PageSource source = new PageSource(module);
    source.code('\0');
    return source.found;
  }

  /** The same of a document. */
  static List<String> markup(String document) {
    PageSource source = new PageSource("");
    source.look(document.replaceAll("(?i)<!doctype[^>]*>|\\{\\w+}", ""));
    return source.found;
  }

  /** Up to a closing brace, which is left behind; to the end for none. */
  private void code(char end) {
    int depth = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '/' && next('/')) {
        int line = text.indexOf('\n', at);
        at = line < 0 ? text.length() : line;
      } else if (c == '/' && next('*')) {
        at = text.indexOf("*/", at) + 2;
      } else if (c == '/' && isExpression()) {
        expression();
      } else if (c == '\'' || c == '"') {
        string(c);
      } else if (c == '`') {
        template();
      } else {
        at++;
        if (c == '{') {
          depth++;
        } else if (c == '}' && depth-- == 0 && end == '}') {
          return;
        }
      }
    }
  }

  private boolean next(char c) {
    return at + 1 < text.length() && text.charAt(at + 1) == c;
  }

  /** After a value a stroke divides. */
  private boolean isExpression() {
    String before = text.substring(Math.max(0, at - 20), at).stripTrailing();
    return before.isEmpty()
        || "(,=:[!&|?{};+-*%<>~^".indexOf(before.charAt(before.length() - 1)) >= 0
        || before.endsWith("return");
  }

  private void expression() {
    boolean group = false;
    at++;
    while (at < text.length() && (group || text.charAt(at) != '/')) {
      char c = text.charAt(at);
      group = c == '[' || (group && c != ']');
      at += c == '\\' ? 2 : 1;
    }
    at++;
  }

  private void string(char quote) {
    int from = at++;
    StringBuilder said = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      if (text.charAt(at) == '\\') {
        at++;
      }
      said.append(text.charAt(at++));
    }
    at++;
    String one = said.toString();
    if (isUnread(from) || TECHNICAL.matcher(one).matches() || NAMES.contains(one)) {
      return;
    }
    if (SENTENCE.matcher(one).matches()
        || WORD.matcher(one).matches()
        || LOWER.matcher(one).matches()) {
      found.add(one);
    }
  }

  private boolean isUnread(int from) {
    return UNREAD.matcher(text.substring(Math.max(0, from - 40), from)).find();
  }

  private void template() {
    int from = at++;
    boolean isMarkup = text.startsWith("html", Math.max(0, from - 4)) && from >= 4;
    boolean isDrawing = text.startsWith("svg", Math.max(0, from - 3)) && from >= 3;
    StringBuilder said = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '`') {
      if (text.charAt(at) == '\\') {
        said.append(text, at, at + 2);
        at += 2;
      } else if (text.startsWith("${", at)) {
        at += 2;
        code('}');
        said.append(HOLE);
      } else {
        said.append(text.charAt(at++));
      }
    }
    at++;
    if (isMarkup) {
      look(said.toString());
    } else if (!isDrawing && !isUnread(from)) {
      sentence(said.toString());
    }
  }

  /** Words around values; an address, a style or a list of classes has none. */
  private void sentence(String whole) {
    String said = whole.replace("Holdpoint", "");
    boolean isCode = said.matches("(?s).*(?:[/#{}=&|<>_]|--|\\w-\\w|\\w\\.\\w|px|\\w\\().*");
    if (!TECHNICAL.matcher(said).matches()
        && (SENTENCE.matcher(said).matches() || (!isCode && GLUE.matcher(said).find()))) {
      found.add(said);
    }
  }

  private void look(String markup) {
    Matcher tags = TAG.matcher(markup);
    int from = 0;
    int code = 0;
    while (tags.find()) {
      if (code == 0) {
        between(markup.substring(from, tags.start()));
      }
      from = tags.end();
      if (CODE.contains(tags.group(2))) {
        code = Math.max(0, code + (tags.group(1).isEmpty() ? 1 : -1));
      }
      Matcher named = NAMED.matcher(tags.group(3));
      while (named.find()) {
        between(named.group(2) == null ? named.group(3) : named.group(2));
      }
    }
    if (code == 0) {
      between(markup.substring(from));
    }
  }

  private void between(String said) {
    String words = said.replaceAll("&\\w+;", " ").replace(HOLE, ' ').replace("Holdpoint", " ");
    if (LETTERS.matcher(words).find()) {
      found.add(said.strip().replace(HOLE, '…'));
    }
  }
}
