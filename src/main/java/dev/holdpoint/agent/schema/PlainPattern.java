package dev.holdpoint.agent.schema;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The patterns that are taken from others: characters, classes, groups and choices, each repeated a
 * bounded number of times or as long as the text lasts. Matching one of them looks at a character
 * of the text at nearly every step, so it can be ended by counting those looks.
 *
 * <p>Of all other patterns that is not true. A group that matches nothing can be repeated two
 * thousand million times, and that within another one, without a look at the text; nothing ends it
 * then but the end of the process.
 */
public final class PlainPattern {
  private static final int MOST = 1_000;
  private static final int DEEPEST = 20;
  private static final Pattern ESCAPED =
      Pattern.compile(
          "[dDwWsStnrf]|[\\p{Punct} ]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\\{[A-Za-z_=]{1,40}}");
  private static final Pattern BOUNDS = Pattern.compile("\\{(\\d{1,4})(?:(,)(\\d{1,4})?)?}");

  private final String text;
  private int at;

  /**
   * What a part of a pattern can do.
   *
   * @param repeats more or less often: what comes an exact number of times comes in one way only
   */
  private record Part(boolean empty, boolean repeats) {
    static final Part CHARACTER = new Part(false, false);
  }

  private PlainPattern(String text) {
    this.text = text;
  }

  /**
   * @throws PatternSyntaxException if it is none of these patterns, with what it must not have
   */
  public static Pattern compile(String pattern) {
    PlainPattern read = new PlainPattern(pattern);
    read.choice(0);
    if (read.at < pattern.length()) {
      throw read.wrong("must not have a ) without its (");
    }
    return Pattern.compile(pattern);
  }

  private Part choice(int depth) {
    Part all = sequence(depth);
    while (take('|')) {
      Part other = sequence(depth);
      // Two such groups in a row can match nothing in four ways, thirty in a thousand million.
      if (depth > 0 && (all.empty() || other.empty())) {
        throw wrong("must not have a group that chooses between nothing and something");
      }
      all = new Part(all.empty() || other.empty(), all.repeats() || other.repeats());
    }
    return all;
  }

  private Part sequence(int depth) {
    boolean empty = true;
    boolean repeats = false;
    if (depth == 0) {
      take('^');
    }
    while (at < text.length() && !isNext('|') && !isNext(')')) {
      if (depth == 0 && take('$')) {
        if (at < text.length() && !isNext('|')) {
          throw misplaced();
        }
        break;
      }
      Part one = repeated(atom(depth));
      empty &= one.empty();
      repeats |= one.repeats();
    }
    return new Part(empty, repeats);
  }

  private Part atom(int depth) {
    char first = text.charAt(at++);
    switch (first) {
      case '(' -> {
        return group(depth + 1);
      }
      case '[' -> characters();
      case '\\' -> escaped();
      case '^', '$' -> throw misplaced();
      case '*', '+', '?', '{' -> throw wrong("must not repeat a repetition, or nothing at all");
      case '}', ']' -> throw wrong("must have } and ] escaped where they end nothing");
      default -> {}
    }
    return Part.CHARACTER;
  }

  private Part group(int depth) {
    if (depth > DEEPEST) {
      throw wrong("must not have groups deeper than " + DEEPEST);
    }
    if (take('?') && !take(':')) {
      throw wrong("must not look ahead or behind, nor have other groups than (…) and (?:…)");
    }
    Part inside = choice(depth);
    if (!take(')')) {
      throw wrong("must not have a ( without its )");
    }
    return inside;
  }

  private void characters() {
    take('^');
    if (isNext(']')) {
      throw wrong("must not have a class without characters");
    }
    while (!take(']')) {
      if (at == text.length()) {
        throw wrong("must not have a [ without its ]");
      }
      char one = text.charAt(at++);
      if (one == '\\') {
        escaped();
      } else if (one == '[' || (one == '&' && isNext('&'))) {
        throw wrong("must have [ and && escaped within classes");
      }
    }
  }

  private void escaped() {
    Matcher known = ESCAPED.matcher(text).region(at, text.length());
    if (!known.lookingAt()) {
      throw wrong("must not have escapes other than those of characters and classes");
    }
    at = known.end();
  }

  private Part repeated(Part one) {
    boolean optional = isNext('*') || isNext('?');
    boolean once = isNext('?');
    boolean exactly = false;
    if (isNext('{')) {
      Matcher bounds = bounds();
      optional = Integer.parseInt(bounds.group(1)) == 0;
      exactly = bounds.group(2) == null;
    } else if (!take('*') && !take('+') && !take('?')) {
      return one;
    }
    if (one.empty()) {
      throw wrong("must not repeat what can match nothing");
    }
    if (one.repeats() && !once) {
      throw wrong("must not repeat a group that repeats something itself");
    }
    take('?'); // As few as possible.
    return new Part(optional, one.repeats() || !exactly);
  }

  private Matcher bounds() {
    Matcher bounds = BOUNDS.matcher(text).region(at, text.length());
    if (!bounds.lookingAt()
        || Integer.parseInt(bounds.group(1)) > MOST
        || (bounds.group(3) != null && Integer.parseInt(bounds.group(3)) > MOST)) {
      throw wrong("must not repeat anything more than " + MOST + " times");
    }
    at = bounds.end();
    return bounds;
  }

  private boolean isNext(char wanted) {
    return at < text.length() && text.charAt(at) == wanted;
  }

  private boolean take(char wanted) {
    boolean taken = isNext(wanted);
    at += taken ? 1 : 0;
    return taken;
  }

  private PatternSyntaxException misplaced() {
    return wrong("must have ^ at its beginning and $ at its end, and nowhere else unescaped");
  }

  private PatternSyntaxException wrong(String rule) {
    return new PatternSyntaxException(rule, text, at);
  }
}
