package dev.holdpoint.agent.acp.wire;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import org.jspecify.annotations.Nullable;

/** What is said when an agent is not there any more. */
public final class Ended {
  private Ended() {}

  public static Refused refusal(@Nullable String reason) {
    return Problem.AGENT_FAILED
        .because(
            sentence(reason == null ? "The agent ended" : reason)
                + " Send the request again with ?agent= to restart it.")
        .asException();
  }

  public static Refused leaving() {
    return Problem.UNAVAILABLE
        .because("The daemon is stopping, together with the agent; retry.")
        .asException();
  }

  private static String sentence(String text) {
    return text.endsWith(".") ? text : text + ".";
  }
}
