package dev.holdpoint.agent.provider;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How long a provider wants to be left alone. */
final class RetryAfter {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

  private RetryAfter() {}

  /**
   * @param millis the header retry-after-ms, which is the more exact one where both are there
   * @param header the header retry-after: seconds, or a date
   * @return null where nothing was said that can be read
   */
  static @Nullable Long millis(@Nullable String millis, @Nullable String header, Instant now) {
    if (millis != null && NUMBER.matcher(millis.strip()).matches()) {
      return (long) Math.ceil(Double.parseDouble(millis.strip()));
    }
    if (header == null) {
      return null;
    }
    String text = header.strip();
    if (NUMBER.matcher(text).matches()) {
      return (long) Math.ceil(Double.parseDouble(text) * 1_000);
    }
    try {
      Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Math.max(0, Duration.between(now, at).toMillis());
    } catch (DateTimeParseException _) {
      return null;
    }
  }
}
