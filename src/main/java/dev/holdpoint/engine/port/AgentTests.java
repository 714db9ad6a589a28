package dev.holdpoint.engine.port;

import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.record.Json;
import java.time.Duration;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Finds out whether an agent asks before it acts. Nothing of a test is a run, or is stored. */
public interface AgentTests {
  /**
   * Opens a conversation of its own in a temporary folder, asks the agent to make a file there by a
   * shell command, denies the first thing that it asks, and ends the agent's process.
   *
   * @throws dev.holdpoint.core.problem.Refused when there is no such agent, it is being tested, or
   *     it cannot be started
   */
  Tested test(String agent, Duration timeout) throws InterruptedException;

  /** What an agent did when it was asked to act. */
  enum Outcome {
    ASKS,
    ACTS_UNASKED,
    REFUSES,
    ENDS,
    SILENT,
    FAILS
  }

  /**
   * What the agent says of itself, as far as it does.
   *
   * @param mode the one that it was in
   * @param modes those that it offers, their names by their ids
   */
  record Self(
      @Nullable String name,
      @Nullable String version,
      @Nullable String mode,
      SequencedMap<String, String> modes) {}

  /**
   * @param asked null if it asked nothing
   * @param said its words; null if it said nothing
   * @param detail for people
   */
  record Tested(
      Self self,
      Outcome outcome,
      @Nullable Asked asked,
      @Nullable String said,
      String detail,
      Duration took) {}

  /**
   * @param choices what it would let people choose from
   * @param patternKeys what could be granted for longer
   */
  record Asked(String tool, Json input, List<Offer.Choice> choices, List<String> patternKeys) {
    public Asked {
      choices = List.copyOf(choices);
      patternKeys = List.copyOf(patternKeys);
    }
  }
}
