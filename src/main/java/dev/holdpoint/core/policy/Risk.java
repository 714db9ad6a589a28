package dev.holdpoint.core.policy;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How much is at stake: an asker's word on a request, or an operator's on what a policy matches.
 */
public enum Risk {
  LOW,
  NORMAL,
  HIGH;

  public static Optional<Risk> of(String word) {
    return Stream.of(values()).filter(it -> it.word().equals(word)).findFirst();
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
