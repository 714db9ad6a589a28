package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;

import dev.holdpoint.core.gate.RequestTerms.LateAnswers;
import java.util.List;

/** The settings of what waits for people. */
final class GateSettings {
  static final Setting<LateAnswers> LATE_ANSWERS =
      defaulting(
          "late_answers",
          Form.oneOf(LateAnswers.class),
          "keep",
          "what becomes of a decision that comes too late: `keep` stores it with the request; with"
              + " `next_turn` the session's agent also reads it with its next turn");

  static final List<Setting<?>> ALL = List.of(LATE_ANSWERS);

  private GateSettings() {}
}
