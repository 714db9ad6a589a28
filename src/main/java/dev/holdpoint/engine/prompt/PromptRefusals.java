package dev.holdpoint.engine.prompt;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;

/** Refusals of clicks that do not say what they are for. */
final class PromptRefusals {
  private PromptRefusals() {}

  static final Refusal APPROVAL_ID_REQUIRED =
      Problem.APPROVAL_ID_REQUIRED.because(
          "Several approvals are pending in this session. Send the approval_id of "
              + "the one that was shown. Nothing was decided.");

  static final Refusal CLARIFY_ID_REQUIRED =
      Problem.CLARIFY_ID_REQUIRED.because(
          "Several questions are pending in this session. Send the clarify_id of "
              + "the one that was shown. Nothing was answered.");

  static final Refusal APPROVAL_NOT_SHOWN =
      Problem.APPROVAL_ID_REQUIRED.because(
          "The pending approval of this session has been on this caller's screen "
              + "for less than a second. Send its approval_id. Nothing was decided.");

  static final Refusal CLARIFY_NOT_SHOWN =
      Problem.CLARIFY_ID_REQUIRED.because(
          "The pending question of this session has been on this caller's screen "
              + "for less than a second. Send its clarify_id. Nothing was answered.");

  static final Refusal APPROVAL_ID_ALWAYS =
      Problem.APPROVAL_ID_REQUIRED.because(
          "ambient.require_id is on. Send the approval_id of the approval that was "
              + "shown. Nothing was decided.");

  static final Refusal CLARIFY_ID_ALWAYS =
      Problem.CLARIFY_ID_REQUIRED.because(
          "ambient.require_id is on. Send the clarify_id of the question that was "
              + "shown. Nothing was answered.");
}
