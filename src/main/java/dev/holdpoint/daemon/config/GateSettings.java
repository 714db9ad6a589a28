package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;
import static dev.holdpoint.daemon.config.Setting.optional;

import dev.holdpoint.core.gate.RequestTerms.LateAnswers;
import dev.holdpoint.core.permit.PermitTerms;
import java.util.List;

/** The settings of what waits for people. */
final class GateSettings {
  static final Setting<Boolean> REQUIRE_ID =
      defaulting(
          "ambient.require_id",
          Form.flag(),
          "false",
          "whether every decision under `/api` must have `approval_id`, and every "
              + "answer `clarify_id`");
  static final Setting<LateAnswers> LATE_ANSWERS =
      defaulting(
          "late_answers",
          Form.oneOf(LateAnswers.class),
          "keep",
          "what becomes of a decision that comes too late: `keep` stores it with the request; with"
              + " `next_turn` the session's agent also reads it with its next turn");

  /** What becomes of a run whose call was started and left no result. */
  enum OnCrash {
    ASK,
    INTERRUPT
  }

  static final Setting<OnCrash> ON_CRASH =
      defaulting(
          "effects.on_crash",
          Form.oneOf(OnCrash.class),
          "ask",
          "what becomes of a run whose call was started and left no result: `ask` asks a person "
              + "whether it happened; `interrupt` ends the run");
  static final Setting<Long> EFFECT_EXPIRES =
      optional(
          "effects.question_expires_after_ms",
          Form.millis(1_000, 315_360_000_000L),
          "none",
          "how long a question whether a call happened waits; then the run is interrupted");

  static final Setting<Long> PERMIT_TTL =
      defaulting(
          "permits.ttl_ms",
          Form.millis(PermitTerms.SHORTEST_MS, PermitTerms.LONGEST_TTL_MS),
          "3600000",
          "how long after a yes its permit can be redeemed");
  static final Setting<Long> PERMIT_RESULT_WITHIN =
      defaulting(
          "permits.result_within_ms",
          Form.millis(PermitTerms.SHORTEST_MS, PermitTerms.LONGEST_RESULT_MS),
          "3600000",
          "how long after the redemption of a permit its result is expected; without one it is"
              + " uncertain then");

  static final List<Setting<?>> ALL =
      List.of(REQUIRE_ID, LATE_ANSWERS, ON_CRASH, EFFECT_EXPIRES, PERMIT_TTL, PERMIT_RESULT_WITHIN);

  private GateSettings() {}
}
