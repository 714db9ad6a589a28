package dev.holdpoint.engine.loop;

import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.Permissions;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.run.RunEdit;
import org.jspecify.annotations.Nullable;

/**
 * A call that the rules have a say in, which they have when it is committed.
 *
 * @param draft what a person is asked if the rules leave it to one
 * @param place where its path leads, below the workspace; empty where that cannot be found out,
 *     null for a tool without one
 */
public record Hearing(
    ToolCall call, Behavior toolDefault, GateDraft.OfApproval draft, @Nullable String place) {
  /** Of a call without a path. */
  public Hearing(ToolCall call, Behavior toolDefault, GateDraft.OfApproval draft) {
    this(call, toolDefault, draft, null);
  }

  /** What the rules say now. Where the path leads is on record with it. */
  Permissions.Decision decide(Change change, Run run, RunEdit edit) {
    if (place != null) {
      edit.draft().place(call.id(), place);
    }
    return Rulebook.decideAt(change, run, call, place, toolDefault, draft.isLeftToPeople());
  }
}
