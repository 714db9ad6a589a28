package dev.holdpoint.outbound;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How long a receiver wants to be left alone: seconds, or a date. An hour is the most we give. */
final class ReceiverRetryAfter {
  private static final long MOST_MS = 3_600_000;
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

  private ReceiverRetryAfter() {}

  static @Nullable Long millis(@Nullable String header, Instant now) {
    if (header == null) {
      return null;
    }
    String text = header.strip();
    if (SECONDS.matcher(text).matches()) {
      return seconds(Long.parseLong(text));
    }
    try {
      Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return bounded(until.toEpochMilli() - now.toEpochMilli());
    } catch (DateTimeParseException | ArithmeticException _) {
      return null;
    }
  }

  static Long seconds(long seconds) {
    return bounded(Math.min(seconds, MOST_MS / 1_000) * 1_000);
  }

  private static Long bounded(long millis) {
    return Math.clamp(millis, 0, MOST_MS);
  }
}
