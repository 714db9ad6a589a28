package dev.holdpoint.core.run;

import dev.holdpoint.core.gate.UncertainEffect.Resolved;
import dev.holdpoint.core.permission.RuleDecision;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Verdict;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A tool call of the turn that is open, and how far it has come.
 *
 * @param progress a call that is {@code STARTED} and not {@code DONE} when the daemon comes back is
 *     never repeated without a person's word
 * @param ruling what a permission rule said about it; null when none did, or it was left to a
 *     person
 * @param remote how far it has come at a server, where it goes on; null when it is made here, or
 *     has no answer yet
 * @param attempt its last execution; null while there was none, and in documents from before it was
 *     noted
 * @param place where its path leads, below the workspace, as the loop found it before the rules
 *     were asked; empty where that could not be found out, null for tools without one
 */
public record Call(
    ToolCall call,
    Progress progress,
    @Nullable RuleDecision ruling,
    @Nullable RemoteCall remote,
    @Nullable Attempt attempt,
    @Nullable String place) {
  /** Of a call that goes on nowhere else. */
  public Call(ToolCall call, Progress progress, @Nullable RuleDecision ruling) {
    this(call, progress, ruling, null, null, null);
  }

  /** Stored by name: append only. */
  public enum Progress {
    /** Not begun; perhaps a gate stands in front of it. */
    PLANNED,
    /** Its intent is committed: it may have run. */
    STARTED,
    /** Its result is in the transcript. */
    DONE,
    /** It was started and has no result: a person says whether it happened. */
    UNCERTAIN
  }

  /**
   * One execution of the call.
   *
   * @param number from 1
   * @param node where it was started; null where there are no others
   */
  public record Attempt(int number, long startedAtMs, @Nullable String node) {}

  public static Call planned(ToolCall call) {
    return new Call(call, Progress.PLANNED, null);
  }

  public Call at(Progress next) {
    return new Call(call, next, ruling, next == Progress.DONE ? null : remote, attempt, place);
  }

  /** The attempt that a yes is good for: the one that was begun without an answer, or the next. */
  public int openAttempt() {
    if (attempt == null) {
      return 1;
    }
    return progress == Progress.STARTED ? attempt.number : attempt.number + 1;
  }

  /**
   * Its next execution begins.
   *
   * @throws dev.holdpoint.core.problem.Refused when it was started before, and nobody said that it
   *     did not happen
   */
  public Call started(long nowMs, @Nullable String node) {
    Attempt next = new Attempt(attempt == null ? 1 : attempt.number + 1, nowMs, node);
    return after(new EffectMachine.Command.Start()).during(next);
  }

  private Call during(Attempt next) {
    return new Call(call, progress, ruling, remote, next, place);
  }

  /** Whether whoever comes to it cannot know what came of it: it has no result and no server. */
  public boolean isLost() {
    return progress == Progress.UNCERTAIN
        || (progress == Progress.STARTED && (remote == null || remote.isUncertain()));
  }

  /** Nobody knows what came of its last execution. */
  public Call lost() {
    return after(new EffectMachine.Command.Lose());
  }

  /** Its last execution did not happen, and nothing of it holds: it may be executed again. */
  public Call again() {
    Call ready = after(new EffectMachine.Command.Settle(Resolved.NOT_HAPPENED));
    return new Call(call, ready.progress, ruling, null, attempt, place);
  }

  private Call after(EffectMachine.Command command) {
    return switch (EffectMachine.decide(progress, command)) {
      case Verdict.Happened<Progress>(Progress next) -> at(next);
      case Verdict.Unchanged<Progress> _ -> this;
      case Verdict.Rejected<Progress>(Problem problem) ->
          throw problem
              .because(
                  "Call %s is %s.".formatted(call.id(), progress.name().toLowerCase(Locale.ROOT)))
              .asException();
    };
  }

  public Call under(RuleDecision by) {
    return new Call(call, progress, by, remote, attempt, place);
  }

  /** It has come so far at a server. */
  public Call at(RemoteCall there) {
    return new Call(call, progress, ruling, there, attempt, place);
  }

  /** Its path leads there. */
  public Call leadingTo(String found) {
    return new Call(call, progress, ruling, remote, attempt, found);
  }
}
