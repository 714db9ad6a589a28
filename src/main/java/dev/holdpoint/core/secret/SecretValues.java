package dev.holdpoint.core.secret;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The values of one conversation, for as long as a tool runs. Nothing here prints them. */
public final class SecretValues {
  public static final SecretValues NONE = new SecretValues(Map.of());

  private final SortedMap<String, String> values;
  private @Nullable Scrubbing scrubbing;

  private SecretValues(Map<String, String> values) {
    this.values = new TreeMap<>(values);
  }

  public static SecretValues of(Map<String, String> values) {
    return values.isEmpty() ? NONE : new SecretValues(values);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  public Set<String> aliases() {
    return values.keySet();
  }

  public boolean has(String alias) {
    return values.containsKey(alias);
  }

  public @Nullable String value(String alias) {
    return values.get(alias);
  }

  /** Takes these values out of whatever may have come by them. */
  public synchronized Scrubbing scrubbing() {
    Scrubbing known = scrubbing;
    if (known == null) {
      known = Scrubbing.of(values);
      scrubbing = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return "SecretValues" + values.keySet();
  }
}
