package dev.holdpoint.daemon.config;

import java.util.Locale;
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

  public String flagName() {
    return "--" + key;
  }

  public String variable() {
    return "HOLDPOINT_" + key.toUpperCase(Locale.ROOT).replace('.', '_');
  }
}
