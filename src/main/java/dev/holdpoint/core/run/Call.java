package dev.holdpoint.core.run;

import dev.holdpoint.core.permission.RuleDecision;
import org.jspecify.annotations.Nullable;

/**
 * A tool call of the turn that is open, and how far it has come.
 *
 * @param progress a call that is {@code STARTED} and not {@code DONE} when the daemon comes back is
 *     never repeated
 * @param ruling what a permission rule said about it; null when none did, or it was left to a
 *     person
 */
public record Call(ToolCall call, Progress progress, @Nullable RuleDecision ruling) {
  public enum Progress {
    /** Not begun; perhaps a gate stands in front of it. */
    PLANNED,
    /** Its intent is committed: it may have run. */
    STARTED,
    /** Its result is in the transcript. */
    DONE
  }

  public static Call planned(ToolCall call) {
    return new Call(call, Progress.PLANNED, null);
  }

  public Call at(Progress next) {
    return new Call(call, next, ruling);
  }

  public Call under(RuleDecision by) {
    return new Call(call, progress, by);
  }
}
