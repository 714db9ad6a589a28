package dev.holdpoint.agent.peer;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What an agent was given in its environment, any of which may be a key. Agents put their keys into
 * what they complain about, and complaints are written down and shown.
 */
public final class AgentKeys {
  /** Whatever is shorter is no key, and would be found in every other word. */
  private static final int SHORTEST = 4;

  private static final String HIDDEN = "***";

  private final List<String> values;

  private AgentKeys(List<String> values) {
    this.values = values;
  }

  public static AgentKeys of(Map<String, String> environment) {
    return new AgentKeys(
        environment.values().stream()
            // A key of several lines may be told line by line.
            .flatMap(value -> Stream.concat(Stream.of(value), value.lines()))
            .map(String::strip)
            .filter(value -> value.length() >= SHORTEST)
            .distinct()
            // One may be a part of another.
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList());
  }

  /** The text with every value taken out. */
  public String hidden(String text) {
    String safe = text;
    for (String value : values) {
      safe = safe.replace(value, HIDDEN);
    }
    return safe;
  }

  /** How many characters the longest has. */
  public int longest() {
    return values.isEmpty() ? 0 : values.getFirst().length();
  }

  @Override
  public String toString() {
    return values.size() + " keys";
  }
}
