package dev.holdpoint.core.run;

/**
 * A tool call of the turn that is open, and how far it has come.
 *
 * @param progress a call that is {@code STARTED} and not {@code DONE} when the daemon comes back is
 *     never repeated
 */
public record Call(ToolCall call, Progress progress) {
  public enum Progress {
    /** Not begun; perhaps a gate stands in front of it. */
    PLANNED,
    /** Its intent is committed: it may have run. */
    STARTED,
    /** Its result is in the transcript. */
    DONE
  }

  public Call at(Progress next) {
    return new Call(call, next);
  }
}
