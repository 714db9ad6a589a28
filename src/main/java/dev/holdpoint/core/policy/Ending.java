package dev.holdpoint.core.policy;

import org.jspecify.annotations.Nullable;

/**
 * What follows the last stage: extensions, then what the deadline does.
 *
 * @param extension null without one
 * @param applies null where the default of the gate's kind holds
 */
public record Ending(@Nullable Extension extension, @Nullable OnExpiry applies) {
  public static final Ending NONE = new Ending(null, null);

  /** So much more time, so many times. */
  public record Extension(long forMs, int times) {
    @Override
    public String toString() {
      return "extend " + TimeSpans.text(forMs) + " " + times + " times";
    }
  }

  @Override
  public String toString() {
    return (extension == null ? "" : " else " + extension)
        + (applies == null ? "" : " else " + applies.word());
  }
}
