package dev.holdpoint.core.access;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of people and programs that decide. Two names that look alike are one principal: they are
 * compared by a form without case, invisible characters and spare blanks.
 */
public final class PrincipalName {
  private static final Set<UnicodeScript> ALIKE =
      EnumSet.of(UnicodeScript.LATIN, UnicodeScript.GREEK, UnicodeScript.CYRILLIC);

  /** Letters, each followed by the Latin one that it is taken for, in small or capital form. */
  private static final String LOOKALIKES =
      "аaвbсcԁdеeғfнhһhіiјjкkӏlмmоoрpԛqѕsтtуyѵvԝwхxүyαaβbεeζzηhιiκkμmνvοoρpτtυyχxγy";

  private PrincipalName() {}

  /** What is wrong with a new name, as a predicate; null when nothing is. */
  public static @Nullable String fault(String name) {
    if (!Normalizer.isNormalized(name, Normalizer.Form.NFC)) {
      return "is not in Unicode normalization form C";
    }
    if (name.codePoints().anyMatch(PrincipalName::isInvisible)) {
      return "contains a control, format or other invisible character";
    }
    if (hasSpareBlanks(name)) {
      return "begins or ends with a blank, or has two blanks in a row";
    }
    return isMixed(name) ? "mixes Latin, Greek and Cyrillic letters" : null;
  }

  public static boolean isSame(String one, String other) {
    return one.equals(other) || folded(one).equals(folded(other));
  }

  /**
   * The form by which names are compared: NFKC and case folding. Names from before there were rules
   * also lose what {@link #fault} would refuse.
   */
  public static String folded(String name) {
    String plain = Normalizer.normalize(name, Normalizer.Form.NFKC);
    // Upper case first: that joins letters with several small forms, and ß with ss.
    String small = plain.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    String folded = seen(Normalizer.normalize(small, Normalizer.Form.NFKC));
    return isMixed(folded) ? latin(folded) : folded;
  }

  private static String seen(String name) {
    StringBuilder seen = new StringBuilder();
    name.codePoints()
        .filter(c -> isBlank(c) || !isInvisible(c))
        .map(c -> isBlank(c) ? ' ' : c)
        .filter(c -> c != ' ' || (!seen.isEmpty() && seen.charAt(seen.length() - 1) != ' '))
        .forEachOrdered(seen::appendCodePoint);
    return seen.toString().stripTrailing();
  }

  private static String latin(String name) {
    StringBuilder latin = new StringBuilder(name);
    for (int i = 0; i < latin.length(); i++) {
      int at = LOOKALIKES.indexOf(latin.charAt(i));
      if (at >= 0 && at % 2 == 0) {
        latin.setCharAt(i, LOOKALIKES.charAt(at + 1));
      }
    }
    return latin.toString();
  }

  private static boolean hasSpareBlanks(String name) {
    boolean afterBlank = true;
    for (int c : name.codePoints().toArray()) {
      boolean blank = isBlank(c);
      if (blank && afterBlank) {
        return true;
      }
      afterBlank = blank;
    }
    return afterBlank && !name.isEmpty();
  }

  /** Also by the letters that compatibility characters stand for, as the micro sign for a mu. */
  private static boolean isMixed(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFKC)
            .codePoints()
            .filter(Character::isLetter)
            .mapToObj(UnicodeScript::of)
            .filter(ALIKE::contains)
            .distinct()
            .count()
        > 1;
  }

  private static boolean isBlank(int c) {
    return Character.isSpaceChar(c) || Character.isWhitespace(c);
  }

  /** Nothing of it is seen, so a name with it looks like the name without. */
  private static boolean isInvisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default ->
          c == 0x034F // combining grapheme joiner
              || c == 0x115F // Hangul fillers
              || c == 0x1160
              || c == 0x3164
              || c == 0xFFA0
              || c == 0x17B4 // Khmer inherent vowels
              || c == 0x17B5
              || c == 0x2800 // Braille without dots
              || (c >= 0x180B && c <= 0x180F) // variation selectors
              || (c >= 0xFE00 && c <= 0xFE0F)
              || (c >= 0xE0000 && c <= 0xE0FFF);
    };
  }
}
