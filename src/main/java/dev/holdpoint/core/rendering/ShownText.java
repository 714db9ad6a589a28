package dev.holdpoint.core.rendering;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text as people are shown it: what would hide, move or turn other text is spelled out by its name,
 * as in {@code ⟨RLO⟩} or {@code ⟨RLO ×3⟩}. The page has the same rule in {@code format/text.js}.
 */
public final class ShownText {
  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(0x1b, "ESC"),
          Map.entry(0x00, "NUL"),
          Map.entry(0x07, "BEL"),
          Map.entry(0x08, "BS"),
          Map.entry(0x0d, "CR"),
          Map.entry(0x7f, "DEL"),
          Map.entry(0xad, "SHY"),
          Map.entry(0x200b, "ZWSP"),
          Map.entry(0x200c, "ZWNJ"),
          Map.entry(0x200d, "ZWJ"),
          Map.entry(0x200e, "LRM"),
          Map.entry(0x200f, "RLM"),
          Map.entry(0x061c, "ALM"),
          Map.entry(0x202a, "LRE"),
          Map.entry(0x202b, "RLE"),
          Map.entry(0x202c, "PDF"),
          Map.entry(0x202d, "LRO"),
          Map.entry(0x202e, "RLO"),
          Map.entry(0x2066, "LRI"),
          Map.entry(0x2067, "RLI"),
          Map.entry(0x2068, "FSI"),
          Map.entry(0x2069, "PDI"),
          Map.entry(0xfeff, "BOM"));

  private static final Pattern MANY_MARKS = Pattern.compile("\\p{M}{30}(?=\\p{M})");

  private ShownText() {}

  /**
   * The normal form of a text: lines end in LF and have no blanks at their ends, what hides is
   * spelled out, and the rest is NFC.
   */
  public static String of(String text) {
    return withoutBlanks(composed(spelled(lineFeeds(text), false)));
  }

  /**
   * NFC. The marks of a character are put into order, which takes the square of their number: of
   * more than thirty in a row, each thirty are composed by themselves. No writing has as many.
   */
  private static String composed(String text) {
    Matcher many = MANY_MARKS.matcher(text);
    StringBuilder out = new StringBuilder(text.length());
    int from = 0;
    while (many.find()) {
      out.append(Normalizer.normalize(text.substring(from, many.end()), Normalizer.Form.NFC));
      from = many.end();
    }
    return out.append(Normalizer.normalize(text.substring(from), Normalizer.Form.NFC)).toString();
  }

  /** However many carriage returns stand before a line feed, they are its line's end. */
  private static String lineFeeds(String text) {
    if (text.indexOf('\r') < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        int end = out.length();
        while (end > 0 && out.charAt(end - 1) == '\r') {
          end--;
        }
        out.setLength(end);
      }
      out.append(c);
    }
    return out.toString();
  }

  /** What hides by its name, and nothing else changed. */
  public static String spelled(String text) {
    return spelled(text, true);
  }

  /**
   * @param all whether marks are spelled out too that the normal form leaves as they are: its
   *     digest is compared with those that pages and other programs make
   */
  private static String spelled(String text, boolean all) {
    StringBuilder out = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      if (!(isOdd(c) || (all && isBlank(c))) || joins(text, i, c)) {
        out.appendCodePoint(c);
        i = next;
        continue;
      }
      int count = 1;
      while (next < text.length() && text.codePointAt(next) == c && !joins(text, next, c)) {
        next += Character.charCount(c);
        count++;
      }
      out.append('⟨').append(name(c));
      if (count > 1) {
        out.append(String.format(Locale.ROOT, " ×%,d", count));
      }
      out.append('⟩');
      i = next;
    }
    return out.toString();
  }

  /** Where the first character stands that hides or turns text; -1 where none does. */
  public static int firstHiding(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c >= ' ' && c < 0x7f) || c == '\n') {
        continue;
      }
      int whole = text.codePointAt(i);
      // A carriage return before a line feed is the end of a line.
      boolean lineEnd = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if ((isOdd(whole) || isBlank(whole)) && !lineEnd && !joins(text, i, whole)) {
        return i;
      }
      i += Character.charCount(whole) - 1;
    }
    return -1;
  }

  private static String name(int c) {
    String name = NAMES.get(c);
    return name == null ? String.format(Locale.ROOT, "U+%04X", c) : name;
  }

  /** Controls but tab and line feed, marks of direction, and what takes no room. */
  private static boolean isOdd(int c) {
    return (c < ' ' && c != '\t' && c != '\n')
        || (c >= 0x7f && c <= 0x9f)
        || c == 0xad
        || c == 0x61c
        || c == 0x115f
        || c == 0x1160
        || c == 0x17b4
        || c == 0x17b5
        || (c >= 0x180b && c <= 0x180f)
        || (c >= 0x200b && c <= 0x200f)
        || (c >= 0x2028 && c <= 0x202e)
        || (c >= 0x2060 && c <= 0x206f)
        || c == 0x3164
        || (c >= 0xfe00 && c <= 0xfe0f)
        || c == 0xfeff
        || c == 0xffa0
        || (c >= 0xfff9 && c <= 0xfffb)
        || (c >= 0x1d173 && c <= 0x1d17a)
        || (c >= 0xe0000 && c <= 0xe0fff)
        || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  /** What looks like nothing, or like a blank. */
  private static boolean isBlank(int c) {
    return c == 0x34f || c == 0x2800 || (c >= 0xfff0 && c <= 0xfff8);
  }

  /** A joiner or a variation within an emoji is part of a picture, and hides nothing. */
  private static boolean joins(String text, int at, int c) {
    if ((c != 0x200d && !(c >= 0xfe00 && c <= 0xfe0f)) || at == 0) {
      return false;
    }
    int before = text.codePointBefore(at);
    if (Character.isExtendedPictographic(before)) {
      return true;
    }
    int from = at - Character.charCount(before);
    return (before == 0xfe0f || Character.isEmojiModifier(before))
        && from > 0
        && Character.isExtendedPictographic(text.codePointBefore(from));
  }

  private static String withoutBlanks(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int kept = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        out.setLength(kept);
      }
      out.append(c);
      if (c != ' ' && c != '\t') {
        kept = out.length();
      }
    }
    out.setLength(kept);
    return out.toString();
  }
}
