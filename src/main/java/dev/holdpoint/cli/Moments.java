package dev.holdpoint.cli;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Points in time as people write them, where they are: {@code 2026-11-16 09:00}. */
public final class Moments implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    String iso = text.strip().replace(' ', 'T');
    try {
      return LocalDateTime.parse(iso).atZone(ZoneId.systemDefault()).toInstant().toEpochMilli();
    } catch (DateTimeException _) {
      try {
        return OffsetDateTime.parse(iso).toInstant().toEpochMilli();
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'" + text + "' is not a time; use '2026-11-16 09:00' or 2026-11-16T09:00:00Z");
      }
    }
  }
}
