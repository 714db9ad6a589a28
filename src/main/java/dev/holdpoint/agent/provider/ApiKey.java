package dev.holdpoint.agent.provider;

import dev.holdpoint.core.memory.Redaction;
import dev.holdpoint.core.secret.SecretValues;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What lets the daemon in at a provider, and takes itself out of whatever is told. */
public final class ApiKey {
  public static final ApiKey NONE = new ApiKey(null);

  /** For a library that wants one; it is sent to nobody. */
  private static final String NO_KEY = "none";

  private final @Nullable String value;
  private final SecretValues values;

  private ApiKey(@Nullable String value) {
    this.value = value;
    this.values = value == null ? SecretValues.NONE : SecretValues.of(Map.of("api_key", value));
  }

  public static ApiKey of(String value) {
    return new ApiKey(value);
  }

  boolean isGiven() {
    return value != null;
  }

  String value() {
    return value == null ? NO_KEY : value;
  }

  /** The text without the key in any form, and without what looks like another. */
  String scrub(String text) {
    return Redaction.of(values.scrubbing().scrub(text));
  }

  @Override
  public String toString() {
    return value == null ? "no key" : "a key";
  }
}
