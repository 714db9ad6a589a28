package dev.holdpoint.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people say them. */
public final class Times {
  private static final Pattern SPAN = Pattern.compile("([0-9]{1,9})([smhdw])");

  private Times() {}

  /** {@code 2026-11-15 04:12}, where the reader is. */
  public static String at(long ms) {
    String text =
        Instant.ofEpochMilli(ms).atZone(ZoneId.systemDefault()).toLocalDateTime().toString();
    return text.substring(0, 16).replace('T', ' ');
  }

  /** {@code 3 minutes ago}, {@code in 29 days}. */
  public static String from(long nowMs, long ms) {
    long away = Math.abs(ms - nowMs);
    if (away < 1_000) {
      return "now";
    }
    String span = span(Duration.ofMillis(away));
    return ms < nowMs ? span + " ago" : "in " + span;
  }

  /** The largest unit of which there are two, so that little is lost by leaving the rest out. */
  public static String span(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 120) {
      return count(seconds, "second");
    }
    if (seconds < 2 * 3600) {
      return count(seconds / 60, "minute");
    }
    return seconds < 2 * 86_400 ? count(seconds / 3600, "hour") : count(seconds / 86_400, "day");
  }

  public static String count(long n, String thing) {
    return n + " " + thing + (n == 1 ? "" : "s");
  }

  /** Reads {@code 45s}, {@code 90m}, {@code 12h}, {@code 30d}, {@code 2w}. */
  public static Duration read(String text) {
    Matcher span = SPAN.matcher(text);
    if (!span.matches() || Long.parseLong(span.group(1)) == 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a time span; use 45s, 90m, 12h, 30d or 2w");
    }
    long seconds =
        switch (span.group(2)) {
          case "s" -> 1;
          case "m" -> 60;
          case "h" -> 3_600;
          case "d" -> 86_400;
          default -> 7 * 86_400;
        };
    return Duration.ofSeconds(Long.parseLong(span.group(1)) * seconds);
  }
}
