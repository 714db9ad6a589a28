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
 * @param remote how far it has come at a server, where it goes on; null when it is made here, or
 *     has no answer yet
 */
public record Call(
    ToolCall call, Progress progress, @Nullable RuleDecision ruling, @Nullable RemoteCall remote) {
  /** Of a call that goes on nowhere else. */
  public Call(ToolCall call, Progress progress, @Nullable RuleDecision ruling) {
    this(call, progress, ruling, null);
  }

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
    return new Call(call, next, ruling, next == Progress.DONE ? null : remote);
  }

  public Call under(RuleDecision by) {
    return new Call(call, progress, by, remote);
  }

  /** It has come so far at a server. */
  public Call at(RemoteCall there) {
    return new Call(call, progress, ruling, there);
  }
}
