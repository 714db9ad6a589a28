package dev.holdpoint.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Points in time that lie back: {@code 2h} is two hours ago, {@code 2026-11-16 09:00} is then. */
public final class PastMoments implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    try {
      return System.currentTimeMillis() - Times.read(text).toMillis();
    } catch (IllegalArgumentException _) {
      try {
        // A day begins at midnight.
        String day = text.strip();
        return new Moments().convert(day.matches("\\d{4}-\\d\\d-\\d\\d") ? day + " 00:00" : day);
      } catch (TypeConversionException e) {
        throw new TypeConversionException(
            "'"
                + text
                + "' is not a time; use 2h for two hours ago, 2026-11-16 or '2026-11-16 "
                + "09:00'");
      }
    }
  }
}
