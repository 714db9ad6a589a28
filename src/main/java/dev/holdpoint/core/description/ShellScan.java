package dev.holdpoint.core.description;

import dev.holdpoint.core.description.SimpleCommand.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The commands of a shell text, one after the other, with the places of their words. What is broken
 * is still read to its end, in time that grows with the text alone.
 */
final class ShellScan {
  static final int DEEPEST = 40;

  /** A text inside of a text is read once more: a few of them are enough. */
  static final int INNER = 12;

  private static final Set<String> FETCHES =
      Set.of("curl", "wget", "fetch", "nc", "ncat", "base64", "xxd");

  private final String text;
  private final int limit;
  private final Reader reader;
  private final ShellWork work;
  private final ShellBrackets round;
  private final ShellBrackets square;
  private final List<Document> documents = new ArrayList<>();
  private int at;

  private ShellScan(String text, int from, int limit, Reader reader, ShellWork work) {
    this.text = text;
    this.at = from;
    this.limit = limit;
    this.reader = reader;
    this.work = work;
    this.round = new ShellBrackets(text, limit, '(', ')', work);
    this.square = new ShellBrackets(text, limit, '[', ']', work);
  }

  /** Hears of each command when its end was read. */
  interface Reader {
    void command(SimpleCommand command, int depth);

    /** A text that stands below the line and is read by the command. */
    void document(SimpleCommand command, int from, int to, int depth);
  }

  /**
   * @param expands whether commands in it are run
   */
  private record Document(String name, boolean indented, boolean expands, SimpleCommand command) {}

  static void read(String text, int from, int to, Reader reader, int depth, ShellWork work) {
    new ShellScan(text, from, to, reader, work).all(depth);
  }

  private @Nullable SimpleCommand all(int depth) {
    SimpleCommand last = null;
    if (depth > DEEPEST) {
      work.leave();
      return null;
    }
    while (at < limit && work.goesOn(1)) {
      last = commands('\0', depth);
      // A bracket that closes nothing is passed over.
      at++;
    }
    return last;
  }

  private boolean is(int place, char c) {
    return place < limit && text.charAt(place) == c;
  }

  private int next(char c, int from) {
    int place = from < limit ? text.indexOf(c, from, limit) : -1;
    int end = place < 0 ? limit : place;
    work.goesOn(Math.max(0, end - from));
    return end;
  }

  /** Up to the sign that ends it, which is left to the caller that began it. */
  private @Nullable SimpleCommand commands(char end, int depth) {
    SimpleCommand now = new SimpleCommand(null);
    SimpleCommand last = null;
    int open = 0;
    int cases = 0;
    while (at < limit && work.goesOn(1)) {
      char c = text.charAt(at);
      if (c == ')' && end == ')' && open == 0 && cases == 0) {
        break;
      }
      int sums = c == '(' && is(at + 1, '(') ? sums(at) : -1;
      if (c == ' ' || c == '\t' || c == '\r') {
        at++;
      } else if (c == '\\' && (is(at + 1, '\n') || is(at + 1, '\r'))) {
        at += 2;
      } else if (c == '\n') {
        at++;
        last = ended(now, depth, last);
        bodies(depth);
        now = new SimpleCommand(null);
      } else if (c == '#') {
        at = next('\n', at);
      } else if (sums >= 0) {
        inside(now, at + 2, sums, depth);
        at = sums + 2;
        last = ended(now, depth, last);
        now = new SimpleCommand(null);
      } else if (isRedirection()) {
        redirection(now, depth);
      } else if (";&|()".indexOf(c) >= 0) {
        boolean pipe = c == '|' && !is(at + 1, '|');
        open = Math.max(0, open + (c == '(' ? 1 : c == ')' ? -1 : 0));
        at += pipe && is(at + 1, '&') ? 2 : !pipe && c != '(' && c != ')' && is(at + 1, c) ? 2 : 1;
        last = ended(now, depth, last);
        now = new SimpleCommand(pipe ? last : null);
        now.fed = pipe && isFetched(last);
      } else {
        String keyword = word(now, depth);
        // The brackets of its patterns close nothing.
        cases += "case".equals(keyword) ? 1 : "esac".equals(keyword) && cases > 0 ? -1 : 0;
      }
    }
    return ended(now, depth, last);
  }

  private @Nullable SimpleCommand ended(
      SimpleCommand command, int depth, @Nullable SimpleCommand last) {
    if (command.isEmpty()) {
      return last;
    }
    reader.command(command, depth);
    // A pipe of many commands must not hold them all.
    command.before = null;
    return command;
  }

  private static boolean isFetched(@Nullable SimpleCommand command) {
    return command != null
        && (command.fed || command.words.stream().anyMatch(word -> FETCHES.contains(word.name())));
  }

  /** The place of the first of the two brackets that close two; -1 where they hold commands. */
  private int sums(int place) {
    int outer = round.end(place);
    int inner = round.end(place + 1);
    return inner >= 0 && outer == inner + 1 ? inner : -1;
  }

  /** Of what is no command itself, the commands that stand in it. */
  private void inside(SimpleCommand now, int from, int to, int depth) {
    if (depth >= DEEPEST) {
      work.leave();
      return;
    }
    now.nests = true;
    ShellScan scan = new ShellScan(text, from, to, reader, work);
    while (scan.at < to && work.goesOn(1)) {
      if (scan.isNested()) {
        scan.nested(now, depth + 1);
      } else {
        scan.at += scan.is(scan.at, '\\') ? 2 : 1;
      }
    }
  }

  private boolean isRedirection() {
    int place = at;
    while (place < limit && place < at + 4 && Character.isDigit(text.charAt(place))) {
      place++;
    }
    if (is(place, '&') && place == at) {
      return is(place + 1, '>');
    }
    return (is(place, '<') || is(place, '>')) && !is(place + 1, '(');
  }

  private void redirection(SimpleCommand now, int depth) {
    int start = at;
    while (at < limit && "<>&|".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    int sign = at;
    while (at < limit
        && at < sign + 3
        && "<>&|".indexOf(text.charAt(at)) >= 0
        && !is(at + 1, '(')) {
      at++;
    }
    String operator = text.substring(sign, at);
    boolean document = operator.equals("<<");
    boolean indented = document && is(at, '-');
    at += indented ? 1 : 0;
    while (is(at, ' ') || is(at, '\t')) {
      at++;
    }
    if (at >= limit || "\n;|()".indexOf(text.charAt(at)) >= 0) {
      return;
    }
    int from = at;
    String value = oneWord(now, depth, false);
    if (document) {
      boolean expands = text.substring(from, at).equals(value);
      documents.add(new Document(value, indented, expands, now));
    } else if (operator.equals("<<<")) {
      reader.document(now, from, at, depth);
    } else if (operator.indexOf('>') >= 0) {
      now.targets.add(new Word(value, start, at));
    }
  }

  /** The texts that were announced on the line before. */
  private void bodies(int depth) {
    List<Document> announced = List.copyOf(documents);
    documents.clear();
    for (Document one : announced) {
      int from = at;
      int end = limit;
      while (at < limit && end == limit && work.goesOn(1)) {
        int start = at;
        int to = next('\n', at);
        String line = text.substring(start, to);
        at = Math.min(limit, to + 1);
        end = (one.indented ? line.stripLeading() : line).equals(one.name) ? start : limit;
      }
      if (one.expands) {
        inside(one.command, from, end, depth);
      }
      reader.document(one.command, from, end, depth);
    }
  }

  private @Nullable String word(SimpleCommand now, int depth) {
    int start = at;
    String value = oneWord(now, depth, now.begins());
    return now.take(new Word(value, start, at));
  }

  /** What is itself in a word, whatever stands around it. */
  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= '*' && c <= ':')
        || (c >= 'A' && c <= 'Z')
        || c == '_'
        || c == '='
        || c == '{'
        || c >= 0x80;
  }

  private static boolean isBetween(char c) {
    return switch (c) {
      case ' ', '\t', '\r', '\n', ';', '&', '|', '(', ')' -> true;
      default -> false;
    };
  }

  /**
   * @param assigns whether it may be an assignment, which may have blanks in its brackets
   */
  private String oneWord(SimpleCommand now, int depth, boolean assigns) {
    StringBuilder value = new StringBuilder();
    int from = at;
    while (at < limit && work.goesOn(1)) {
      int plain = at;
      while (at < limit && isPlain(text.charAt(at))) {
        at++;
      }
      if (at > plain) {
        work.goesOn(at - plain);
        value.append(text, plain, at);
        continue;
      }
      char c = text.charAt(at);
      if (at > from && isBetween(c)) {
        break;
      }
      if (c == '\'') {
        int to = next('\'', at + 1);
        value.append(text, Math.min(at + 1, to), to);
        at = Math.min(limit, to + 1);
      } else if (c == '$' && is(at + 1, '\'')) {
        int start = at;
        at = ShellQuotes.read(text, at + 2, limit, value);
        work.goesOn(at - start);
      } else if (c == '"' || (c == '$' && is(at + 1, '"'))) {
        at += c == '$' ? 1 : 0;
        quoted(now, value, depth);
      } else if (isNested()) {
        value.append('$');
        nested(now, depth);
      } else if (at > from && (c == '<' || c == '>')) {
        break;
      } else if (c == '[' && assigns && SimpleCommand.isName(value) && isIndex()) {
        int end = square.end(at);
        inside(now, at + 1, end, depth);
        value.append("[]");
        at = end + 1;
      } else if (c == '\\' && at + 1 < limit) {
        if (!is(at + 1, '\n')) {
          value.append(text.charAt(at + 1));
        }
        at += 2;
      } else {
        value.append(c);
        at++;
      }
    }
    return value.toString();
  }

  private boolean isIndex() {
    int end = square.end(at);
    return end >= 0 && (is(end + 1, '=') || (is(end + 1, '+') && is(end + 2, '=')));
  }

  private void quoted(SimpleCommand now, StringBuilder value, int depth) {
    at++;
    while (at < limit && work.goesOn(1)) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return;
      }
      if (c == '\\' && at + 1 < limit) {
        value.append(text.charAt(at + 1));
        at += 2;
      } else if (c == '`' || (c == '$' && is(at + 1, '('))) {
        value.append('$');
        nested(now, depth);
      } else {
        value.append(c);
        at++;
      }
    }
  }

  private boolean isNested() {
    char c = text.charAt(at);
    return c == '`' || ((c == '$' || c == '<' || c == '>') && is(at + 1, '('));
  }

  private void nested(SimpleCommand now, int depth) {
    now.nests = true;
    if (is(at, '`')) {
      ticked(now, depth);
      return;
    }
    int sums = is(at, '$') && is(at + 2, '(') ? sums(at + 1) : -1;
    if (sums >= 0) {
      inside(now, at + 3, sums, depth);
      at = sums + 2;
      return;
    }
    at += 2;
    // What stands deeper is read as part of this one.
    if (depth >= DEEPEST) {
      return;
    }
    now.fed |= isFetched(commands(')', depth + 1));
    if (is(at, ')')) {
      at++;
    }
  }

  /** Up to the next backtick, in whatever quotes that stands. */
  private void ticked(SimpleCommand now, int depth) {
    int from = at + 1;
    int end = from;
    while (end < limit && text.charAt(end) != '`') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    int to = Math.min(limit, end);
    work.goesOn(to - at);
    at = Math.min(limit, to + 1);
    now.fed |= isFetched(new ShellScan(text, from, to, reader, work).all(depth + 1));
  }
}
