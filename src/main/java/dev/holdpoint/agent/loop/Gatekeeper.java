package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.tool.AgentInput;
import dev.holdpoint.agent.tool.ApprovalInput;
import dev.holdpoint.agent.tool.EmitOutputInput;
import dev.holdpoint.agent.tool.GateTool;
import dev.holdpoint.agent.tool.Parsed;
import dev.holdpoint.agent.tool.QuestionInput;
import dev.holdpoint.agent.tool.SkillInput;
import dev.holdpoint.agent.tool.Tool;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.core.approval.Approval;
import dev.holdpoint.core.approval.ApprovalState;
import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PatternKeys;
import dev.holdpoint.core.permission.Permissions;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.Advance;
import dev.holdpoint.engine.json.Digests;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says which calls need a person first, and what has become of those that had to wait. */
final class Gatekeeper {
  private final Tools tools;
  private final Recall recall;
  private final Emissions emissions;

  Gatekeeper(Tools tools, Recall recall, Emissions emissions) {
    this.tools = tools;
    this.recall = recall;
    this.emissions = emissions;
  }

  /** What may be done about a call now. */
  sealed interface Leave {
    /** Nothing is carried out; this is the call's result. */
    record Settled(Json result) implements Leave {}

    /** The run speaks to the outside; the output and the result belong together. */
    record Emit(Output output, Json result) implements Leave {}

    /** The tool runs with this input: what was shown, or what the approver put in its place. */
    record Go(Tool tool, Json input) implements Leave {}

    /** Another agent is started or written to, by the commit that records the result. */
    record Act(Consumer<Advance> act) implements Leave {}
  }

  /**
   * Raises the gates that these calls still need; false when none does. Approvals come first: a
   * question of the same turn is asked when the run comes back.
   */
  boolean park(Advance advance, Run run, List<Call> calls, long nowMs) {
    boolean parks = false;
    for (Call call : calls) {
      Advance.ApprovalDraft draft =
          run.approvalOf(call.call().id()).isPresent() ? null : approval(call.call(), nowMs);
      if (draft != null) {
        advance.ask(draft);
        parks = true;
      }
    }
    if (parks) {
      return true;
    }
    for (Call call : calls) {
      parks |= ask(advance, run, call.call(), nowMs);
    }
    return parks;
  }

  private static boolean ask(Advance advance, Run run, ToolCall call, long nowMs) {
    GateTool gate = GateTool.named(call.tool());
    boolean person = gate == GateTool.ASK_USER_QUESTION && run.questionOf(call.id()).isEmpty();
    boolean parent =
        gate == GateTool.REQUEST_PARENT_CLARIFICATION && run.clarificationOf(call.id()).isEmpty();
    Advance.QuestionDraft draft = person || parent ? question(call, nowMs) : null;
    if (draft == null) {
      return false;
    }
    if (person) {
      advance.ask(draft);
    } else {
      advance.askParent(draft);
    }
    return true;
  }

  private Advance.@Nullable ApprovalDraft approval(ToolCall call, long nowMs) {
    String digest = Digests.of(call.tool(), call.input());
    if (GateTool.named(call.tool()) == GateTool.REQUEST_APPROVAL) {
      return switch (ApprovalInput.parse(call.input())) {
        case Parsed.Bad<ApprovalInput> _ -> null;
        case Parsed.Good<ApprovalInput>(ApprovalInput input) ->
            new Advance.ApprovalDraft(
                call.id(),
                input.reason(),
                input.deadline(),
                digest,
                List.of(call.tool()),
                GateResults.items(input.requestedItems()));
      };
    }
    if (behavior(call, nowMs) != Behavior.ASK) {
      return null;
    }
    String command = GateResults.command(call);
    return new Advance.ApprovalDraft(
        call.id(),
        command == null
            ? "The agent wants to use " + call.tool() + "."
            : "The agent wants to run a command.",
        Advance.Deadline.NONE,
        digest,
        command == null ? List.of(call.tool()) : PatternKeys.of(command),
        null);
  }

  private static Advance.@Nullable QuestionDraft question(ToolCall call, long nowMs) {
    return switch (QuestionInput.parse(call.input(), nowMs)) {
      case Parsed.Bad<QuestionInput> _ -> null;
      case Parsed.Good<QuestionInput>(QuestionInput input) ->
          new Advance.QuestionDraft(call.id(), input.questions(), input.deadline());
    };
  }

  private @Nullable Behavior behavior(ToolCall call, long nowMs) {
    Behavior rule = tools.defaultRule(call.tool());
    return rule == null
        ? null
        : Permissions.decide(List.of(), call.tool(), GateResults.command(call), rule, nowMs)
            .behavior();
  }

  /** What may be done about a call whose gates, if it had any, are settled. */
  Leave leave(Run run, ToolCall call, long nowMs) {
    GateTool gate = GateTool.named(call.tool());
    if (gate != null) {
      return gate(run, call, gate, nowMs);
    }
    Tool tool = tools.find(call.tool());
    if (tool == null) {
      return new Leave.Settled(GateResults.error("There is no tool named " + call.tool() + "."));
    }
    Approval approval = run.approvalOf(call.id()).orElse(null);
    if (approval == null) {
      return behavior(call, nowMs) == Behavior.ALLOW
          ? new Leave.Go(tool, call.input())
          : new Leave.Settled(GateResults.denied("A permission rule denies this call."));
    }
    if (!approval.digest().equals(Digests.of(call.tool(), call.input()))) {
      return new Leave.Settled(GateResults.denied("What was approved is not this call."));
    }
    return approval.state() instanceof ApprovalState.Allowed allowed
        ? new Leave.Go(tool, allowed.updatedInput() == null ? call.input() : allowed.updatedInput())
        : new Leave.Settled(GateResults.of(approval));
  }

  private Leave gate(Run run, ToolCall call, GateTool gate, long nowMs) {
    return switch (gate) {
      case ASK_USER_QUESTION ->
          new Leave.Settled(
              run.questionOf(call.id())
                  .map(GateResults::of)
                  .orElseGet(() -> badQuestion(call, nowMs)));
      case REQUEST_PARENT_CLARIFICATION ->
          new Leave.Settled(
              run.clarificationOf(call.id())
                  .map(GateResults::of)
                  .orElseGet(() -> badQuestion(call, nowMs)));
      case SPAWN_AGENT ->
          switch (AgentInput.ofSpawn(call.input())) {
            case Parsed.Bad<AgentInput> bad -> new Leave.Settled(bad.result());
            case Parsed.Good<AgentInput>(AgentInput(String id, String content)) ->
                new Leave.Act(advance -> advance.spawn(call.id(), id, content));
          };
      case MESSAGE_AGENT ->
          switch (AgentInput.ofMessage(call.input())) {
            case Parsed.Bad<AgentInput> bad -> new Leave.Settled(bad.result());
            case Parsed.Good<AgentInput>(AgentInput(String id, String content)) ->
                new Leave.Act(advance -> advance.message(call.id(), String.valueOf(id), content));
          };
      case REQUEST_APPROVAL ->
          new Leave.Settled(
              run.approvalOf(call.id()).map(GateResults::of).orElseGet(() -> badApproval(call)));
      case LOAD_SKILL ->
          switch (SkillInput.parse(call.input())) {
            case Parsed.Bad<SkillInput> bad -> new Leave.Settled(bad.result());
            case Parsed.Good<SkillInput>(SkillInput(String name)) ->
                new Leave.Settled(recall.skill(run, name));
          };
      case EMIT_OUTPUT ->
          switch (EmitOutputInput.parse(call.input())) {
            case Parsed.Bad<EmitOutputInput> bad -> new Leave.Settled(bad.result());
            case Parsed.Good<EmitOutputInput>(EmitOutputInput input) -> emissions.leave(run, input);
          };
    };
  }

  private static Json badQuestion(ToolCall call, long nowMs) {
    return QuestionInput.parse(call.input(), nowMs) instanceof Parsed.Bad<QuestionInput> bad
        ? bad.result()
        : GateResults.error("The question was never asked.");
  }

  private static Json badApproval(ToolCall call) {
    return ApprovalInput.parse(call.input()) instanceof Parsed.Bad<ApprovalInput> bad
        ? bad.result()
        : GateResults.error("The approval was never asked for.");
  }
}
