package dev.holdpoint.cli;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Time spans as people write them: {@code 45s}, {@code 90m}, {@code 30d}. */
public final class Spans implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      return Times.read(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
