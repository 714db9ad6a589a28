package dev.holdpoint.api.gate;

import dev.holdpoint.api.rule.About;
import tools.jackson.databind.JsonNode;

/** Decisions and answers that came after a request was settled. */
public interface LateBodies {
  @About("Who learns of an answer that came too late.")
  enum LateAnswerRule {
    KEEP,
    NEXT_TURN
  }

  @About("A decision or an answer that came too late. Nothing was done with it.")
  record LateAnswer(
      String by, long atMs, @About("What was sent, without signatures.") JsonNode decision) {}
}
