package dev.holdpoint.daemon.config;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of the table of settings.
 *
 * @param preset the value in force when nobody gives one, or null where there is none
 * @param unset what the documentation says of the default
 * @param flag whether the command line has {@code --key} for it
 * @param secret whether it is masked where it is shown, and left out of error texts
 */
public record Setting<T>(
    String key,
    Form<T> form,
    @Nullable String preset,
    String unset,
    String meaning,
    boolean flag,
    boolean secret) {

  static <T> Setting<T> defaulting(String key, Form<T> form, String preset, String meaning) {
    return new Setting<>(key, form, preset, preset, meaning, false, false);
  }

  /** A setting without a value of its own; {@code unset} says what happens then. */
  static <T> Setting<T> optional(String key, Form<T> form, String unset, String meaning) {
    return new Setting<>(key, form, null, unset, meaning, false, false);
  }

  Setting<T> withFlag() {
    return new Setting<>(key, form, preset, unset, meaning, true, secret);
  }

  Setting<T> asSecret() {
    return new Setting<>(key, form, preset, unset, meaning, flag, true);
  }

  private static final String NAME = "<name>";
  private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

  /** Whether there is one of it for each name that somebody chose. */
  public boolean isNamed() {
    return key.contains(NAME);
  }

  /** The name that this key has where ours has a place for one; null if it is another key. */
  @Nullable String nameIn(String other) {
    return nameBetween(other, key.substring(0, key.indexOf(NAME)), suffix());
  }

  /** The name in a variable; it is in lower case there. */
  @Nullable String nameInVariable(String other) {
    String found =
        nameBetween(
            other, "HOLDPOINT_" + upper(key.substring(0, key.indexOf(NAME))), upper(suffix()));
    return found == null ? null : found.toLowerCase(Locale.ROOT);
  }

  private String suffix() {
    return key.substring(key.indexOf(NAME) + NAME.length());
  }

  private static @Nullable String nameBetween(String text, String prefix, String suffix) {
    if (text.length() <= prefix.length() + suffix.length()
        || !text.startsWith(prefix)
        || !text.endsWith(suffix)) {
      return null;
    }
    String name = text.substring(prefix.length(), text.length() - suffix.length());
    return NAMES.matcher(name).matches() ? name : null;
  }

  /** The one of this name. */
  Setting<T> of(String name) {
    return new Setting<>(key.replace(NAME, name), form, preset, unset, meaning, flag, secret);
  }

  private static String upper(String part) {
    return part.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  public String flagName() {
    return "--" + key;
  }

  public String variable() {
    return "HOLDPOINT_" + upper(key);
  }
}
