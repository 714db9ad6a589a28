package dev.holdpoint.core.secret;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code {{secret:ALIAS}}}, which is all that an agent ever writes or reads of a value. */
public final class Placeholders {
  private static final String NAME = "[A-Z][A-Z0-9_]{0,63}";
  private static final Pattern ALIAS = Pattern.compile(NAME);
  static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{secret:(" + NAME + ")}}");

  private Placeholders() {}

  public static boolean isAlias(String text) {
    return ALIAS.matcher(text).matches();
  }

  public static String of(String alias) {
    return "{{secret:" + alias + "}}";
  }

  /** Which values the text asks for, in the order of their first mention. */
  public static Set<String> aliases(String text) {
    Set<String> found = new LinkedHashSet<>();
    Matcher matcher = PLACEHOLDER.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  /** What is put in is not looked through again: a value may read like a placeholder. */
  public static String fill(String text, UnaryOperator<String> byAlias) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(byAlias.apply(found.group(1))));
  }

  /** One place in a text. */
  public record Place(String alias, int start, int end) {}

  /** The placeholder that begins at {@code index}, or null. */
  public static @org.jspecify.annotations.Nullable Place at(String text, int index) {
    Matcher matcher = PLACEHOLDER.matcher(text).region(index, text.length());
    return matcher.lookingAt() ? new Place(matcher.group(1), index, matcher.end()) : null;
  }
}
