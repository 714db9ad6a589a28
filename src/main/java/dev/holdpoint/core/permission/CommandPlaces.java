package dev.holdpoint.core.permission;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The places in a text where a command could begin, however it is quoted and whatever stands before
 * it. It does not parse: for rules that hold something back, seeing too much is the safe side.
 */
final class CommandPlaces {
  private static final String BETWEEN = ";&|(){}`\n<>";
  private static final Pattern BLANKS = Pattern.compile("[ \t\n]+");

  /** A command of a million assignments must not cost a million looks at its rest. */
  private static final int MOST_PEELED = 64;

  private static final String CONTINUED = "\\\n";

  private final List<Reading> readings;

  /** The text as one command after the other. */
  private record Reading(Scan quoted, Scan joined, Scan split, String whole, String low) {
    static Reading of(String text) {
      String bare = bare(text);
      return new Reading(
          new Scan(text),
          new Scan(bare),
          new Scan(text.replace("\\", "").replace('\'', ';').replace('"', ';')),
          folded(bare),
          bare.toLowerCase(Locale.ROOT));
    }
  }

  CommandPlaces(String text) {
    // In a comment and in some quotes a backslash does not keep the line going.
    String joined = text.replace(CONTINUED, "");
    this.readings =
        joined.equals(text)
            ? List.of(Reading.of(text))
            : List.of(Reading.of(joined), Reading.of(text.replace(CONTINUED, "\n")));
  }

  private static String bare(String text) {
    return text.replace("\\", "").replace("'", "").replace("\"", "");
  }

  private static String folded(String bare) {
    return BLANKS.matcher(bare).replaceAll(" ").strip();
  }

  /** The words of a pattern, read as loosely as the places are. */
  static List<String> looseWords(String pattern) {
    return List.of(folded(bare(pattern.replace(CONTINUED, ""))).split(" "));
  }

  /**
   * @param rest whether more words may follow
   */
  boolean begin(List<String> pattern, boolean rest) {
    String all = String.join(" ", pattern);
    return readings.stream()
        .anyMatch(
            one ->
                one.whole.equals(all)
                    || (rest && one.whole.startsWith(all + " "))
                    || one.joined.begin(pattern, rest)
                    || one.split.begin(pattern, rest));
  }

  /** Whether the program's name stands anywhere, or a pattern that may become it. */
  boolean names(String program) {
    String name = ProgramRunners.name(program);
    return !name.isEmpty()
        && readings.stream().anyMatch(one -> names(one.low, name) || one.quoted.fits(name));
  }

  private static boolean names(String low, String name) {
    for (int at = low.indexOf(name); at >= 0; at = low.indexOf(name, at + 1)) {
      int end = at + name.length();
      if (isBegun(low, at) && (end == low.length() || !isOfName(low.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.';
  }

  /** Whether a name may begin there: the value of a short option stands right behind its letter. */
  private static boolean isBegun(String low, int at) {
    if (at == 0) {
      return true;
    }
    int start = at;
    while (start > 0 && " \t\n".indexOf(low.charAt(start - 1)) < 0) {
      start--;
    }
    char before = low.charAt(at - 1);
    if (low.charAt(start) == '-') {
      boolean isLong = low.startsWith("--", start);
      return isLong ? before != '-' && !isOfName(before) : at > start + 1;
    }
    // A command of sed stands behind the number of its line.
    return !isOfName(before) || Character.isDigit(low.charAt(start));
  }

  /** Whether the text runs a program whose name bash puts together: {@code $x}, {@code r?}. */
  boolean isOpaque() {
    return readings.stream().anyMatch(one -> one.quoted.isOpaque());
  }

  /** Where the commands of a text begin. */
  private static final class Scan {
    private static final String FILLED_IN = "$`*?[{";

    private final String text;
    private int[] starts = new int[8];
    private int count;
    private boolean opaque;
    private int looks;
    private final Set<String> patterns = new HashSet<>();
    private final int lastFilledIn;
    private final int lastEvaluated;
    private final boolean hasOptions;

    Scan(String text) {
      this.text = text;
      lastFilledIn = lastOf(FILLED_IN);
      lastEvaluated = lastOf("$`");
      hasOptions = text.indexOf('-') >= 0;
      int from = 0;
      char before = ';';
      for (int i = 0; i <= text.length(); i++) {
        if (i == text.length() || BETWEEN.indexOf(text.charAt(i)) >= 0) {
          stretch(from, i, before == '<' || before == '>');
          // >&, >| and <& are one redirection, and what follows is still its file.
          boolean goesOn = i == from && before == '>' && i < text.length() && isJoined(i);
          from = i + 1;
          before = goesOn ? '>' : i < text.length() ? text.charAt(i) : ';';
        }
      }
    }

    private boolean isJoined(int at) {
      return text.charAt(at) == '&' || text.charAt(at) == '|';
    }

    /**
     * @param redirected whether it begins with the name of a file
     */
    private void stretch(int from, int to, boolean redirected) {
      boolean skips = redirected;
      boolean options = false;
      boolean peeledOption = false;
      int at = skipBlanks(from, to);
      for (int peeled = 0; at < to; peeled++) {
        if (peeled == MOST_PEELED) {
          opaque = true;
          return;
        }
        add(at);
        int end = wordEnd(at, to);
        String word = text.substring(at, end);
        boolean keyword = ProgramRunners.isBefore(word);
        // An option may have a value, which would be taken for the program.
        opaque |= peeledOption && lastFilledIn >= at;
        peeledOption |= options && word.charAt(0) == '-';
        if (!skips && !keyword && !isBefore(word) && !(options && word.charAt(0) == '-')) {
          opaque |= isFilledIn(at);
          if (lastFilledIn >= end) {
            lookBehind(bare(word), end);
          }
          return;
        }
        // A quoted blank would have ended the word too early.
        opaque |= hasQuote(word) && lastFilledIn >= end;
        options |= keyword;
        skips = false;
        at = skipBlanks(end, to);
      }
      if (to < text.length() && (text.charAt(to) == '`' || isBraceExpansion(to))) {
        opaque = true;
      }
    }

    /** The program may run what bash fills in behind it. */
    private void lookBehind(String program, int end) {
      if (opaque || !(hasOptions || ProgramRunners.mayRun(program))) {
        return;
      }
      StringBuilder bare = new StringBuilder();
      char open = 0;
      boolean nested = ++looks > MOST_PEELED;
      for (int i = end; i < text.length() && !nested; i++) {
        char c = text.charAt(i);
        if (open == 0 && ";&|\n".indexOf(c) >= 0) {
          break;
        }
        if (c == '\\' && open != '\'') {
          i++;
        } else if (c == '\'' || c == '"') {
          open = open == 0 ? c : open == c ? 0 : open;
        }
        boolean redirects = c == '<' || c == '>';
        bare.append(i < text.length() && !redirects ? text.charAt(i) : ' ');
        nested = c == '(' || c == '`' || (c == '{' && !text.startsWith("{}", i));
      }
      // Where a command inside of another ends is not worked out.
      List<String> words = looseWords(bare + (nested ? " $ --exec" : ""));
      if (ProgramRunners.mayRun(program, words)) {
        opaque |= lastEvaluated >= end || looks > MOST_PEELED;
        words.stream()
            .map(word -> word.replace("{}", ""))
            .filter(word -> firstFilledIn(word) < word.length())
            .forEach(patterns::add);
      }
    }

    private static int firstFilledIn(String word) {
      int at = 0;
      while (at < word.length() && FILLED_IN.indexOf(word.charAt(at)) < 0) {
        at++;
      }
      return at;
    }

    /** Whether a pattern that a program may run could become this name. */
    boolean fits(String name) {
      return patterns.stream().anyMatch(word -> fits(ProgramRunners.name(word), name));
    }

    private static boolean fits(String pattern, String name) {
      int last = pattern.length();
      while (last > 0 && "*?]}".indexOf(pattern.charAt(last - 1)) < 0) {
        last--;
      }
      return name.startsWith(pattern.substring(0, firstFilledIn(pattern)))
          && (last == 0 || name.endsWith(pattern.substring(last)));
    }

    private void add(int start) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, count * 2);
      }
      starts[count++] = start;
    }

    private int skipBlanks(int from, int to) {
      int at = from;
      while (at < to && isBlank(text.charAt(at))) {
        at++;
      }
      return at;
    }

    private int wordEnd(int from, int to) {
      int at = from;
      while (at < to && !isBlank(text.charAt(at))) {
        at++;
      }
      return at;
    }

    private static boolean isBlank(char c) {
      return c == ' ' || c == '\t';
    }

    /** Whether the command itself comes behind this word. */
    private static boolean isBefore(String word) {
      return (word.indexOf('=') > 0 && ShellWords.isName(word.charAt(0), true))
          || word.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean hasQuote(String word) {
      return word.indexOf('\'') >= 0 || word.indexOf('"') >= 0 || word.indexOf('\\') >= 0;
    }

    private int lastOf(String characters) {
      int last = text.length() - 1;
      while (last >= 0 && characters.indexOf(text.charAt(last)) < 0) {
        last--;
      }
      return last;
    }

    private boolean isBraceExpansion(int at) {
      return text.charAt(at) == '{'
          && at + 1 < text.length()
          && !isBlank(text.charAt(at + 1))
          && text.charAt(at + 1) != '\n';
    }

    private boolean isFilledIn(int start) {
      int end = start;
      while (!isProgramEnd(end) && FILLED_IN.indexOf(text.charAt(end)) < 0) {
        end++;
      }
      if (isProgramEnd(end)) {
        return false;
      }
      // A test is a command of its own: [ and [[ are no patterns where they stand alone.
      boolean test = end == start && text.startsWith("[", start);
      int after = text.startsWith("[[", start) ? start + 2 : start + 1;
      return !(test && isProgramEnd(after));
    }

    private boolean isProgramEnd(int at) {
      return at >= text.length()
          || isBlank(text.charAt(at))
          || ";&|()}\n<>".indexOf(text.charAt(at)) >= 0;
    }

    boolean isOpaque() {
      return opaque;
    }

    boolean begin(List<String> pattern, boolean rest) {
      for (int i = 0; i < count; i++) {
        if (begins(starts[i], pattern, rest)) {
          return true;
        }
      }
      return false;
    }

    private boolean begins(int start, List<String> pattern, boolean rest) {
      int at = programEnd(start, pattern.getFirst());
      for (int i = 1; at >= 0 && i < pattern.size(); i++) {
        int word = skipBlanks(at, text.length());
        String next = pattern.get(i);
        at = word > at && text.startsWith(next, word) ? word + next.length() : -1;
        at = at >= 0 && isWordEnd(at) ? at : -1;
      }
      return at >= 0 && (rest || isStretchEnd(skipBlanks(at, text.length())));
    }

    /** Where the first word ends if it is this program, in any folder; else -1. */
    private int programEnd(int start, String program) {
      int length = program.length();
      if (isProgramAt(start, program, length)) {
        return start + length;
      }
      if (program.indexOf('/') >= 0) {
        return -1;
      }
      int slash = -1;
      for (int i = start; !isWordEnd(i); i++) {
        slash = text.charAt(i) == '/' ? i : slash;
      }
      return slash >= 0 && isProgramAt(slash + 1, program, length) ? slash + 1 + length : -1;
    }

    private boolean isProgramAt(int at, String program, int length) {
      return text.regionMatches(true, at, program, 0, length) && isWordEnd(at + length);
    }

    private boolean isWordEnd(int at) {
      return isStretchEnd(at) || isBlank(text.charAt(at));
    }

    private boolean isStretchEnd(int at) {
      return at >= text.length() || BETWEEN.indexOf(text.charAt(at)) >= 0;
    }
  }
}
