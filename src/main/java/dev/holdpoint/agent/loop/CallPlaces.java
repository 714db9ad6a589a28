package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.tool.Tool;
import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.permission.HoldBackIndex;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Where the paths of calls lead, found by the tool's own code: before the rules are asked, and once
 * more before the call is made, because another call of the same turn may have moved a link.
 */
final class CallPlaces {
  private final Engine engine;
  private final Workspaces workspaces;
  private final HoldBackIndex rules;

  CallPlaces(Engine engine, Workspaces workspaces, HoldBackIndex rules) {
    this.engine = engine;
    this.workspaces = workspaces;
    this.rules = rules;
  }

  /** Empty where it leads nowhere or out of the workspace; null for a tool without a path. */
  @Nullable String of(Run run, @Nullable Tool tool, Json input) {
    try {
      return tool == null ? null : tool.place(input, workspaces.of(run.head().sessionId()));
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Leave for an allowed call whose path still leads where it led when the rules were asked. Its
   * tool compares once more with what it opens.
   */
  CallGate.Leave leave(Run run, ToolCall call, Tool tool) {
    String now = of(run, tool, call.input());
    String asked = run.placeOf(call.id());
    if (now == null || isMeasured(run, call)) {
      return new CallGate.Leave.Go(tool, call.input(), null);
    }
    // What led nowhere was allowed by no rule with a target: only one that holds it back counts.
    boolean moved =
        (asked == null || asked.isEmpty())
            ? rules.holdsBack(run, call, now, engine.nowMs())
            : !asked.equals(now);
    return moved
        ? new CallGate.Leave.Settled(GateResults.error(ToolContext.ELSEWHERE))
        : new CallGate.Leave.Go(tool, call.input(), now);
  }

  /** What the approval depends on has the file in it, or a reviewer has written the input. */
  private static boolean isMeasured(Run run, ToolCall call) {
    Approval approval = run.approvalOf(call.id()).orElse(null);
    return approval != null
        && (approval.world() != null || !call.input().equals(run.call(call.id()).input()));
  }
}
