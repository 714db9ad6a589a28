package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.tool.TargetMoved;
import dev.holdpoint.agent.tool.Tool;
import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.agent.tool.input.AgentInput;
import dev.holdpoint.agent.tool.input.ApprovalInput;
import dev.holdpoint.agent.tool.input.EmitOutputInput;
import dev.holdpoint.agent.tool.input.GateTool;
import dev.holdpoint.agent.tool.input.Parsed;
import dev.holdpoint.agent.tool.input.QuestionInput;
import dev.holdpoint.agent.tool.input.SkillInput;
import dev.holdpoint.agent.world.WorldCheck;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.RuleDecision;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.core.world.KeptTarget;
import dev.holdpoint.core.world.MovedWorld;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.PreconditionList.Unmet;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Hearing;
import dev.holdpoint.engine.permission.HoldBackIndex;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.ShellCommands;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Says which calls need a person first, and what has become of those that had to wait. */
final class CallGate {
  private final HoldBackIndex rules;
  private final CallPlaces places;
  private final MemoryPrompt recall;
  private final Emissions emissions;
  private final WorldCheck world;
  private final Engine engine;

  /**
   * @param secrets opens those of a run's conversation
   */
  CallGate(
      Engine engine,
      MemoryPrompt recall,
      Emissions emissions,
      Workspaces workspaces,
      Function<Run, SecretValues> secrets) {
    this.engine = engine;
    this.world =
        new WorldCheck(
            workspaces,
            secrets,
            key ->
                engine.<@Nullable KeptTarget>read(queries -> queries.kept(KeptTarget.KIND, key)));
    this.rules = HoldBackIndex.of(engine);
    this.places = new CallPlaces(engine, workspaces, rules);
    this.recall = recall;
    this.emissions = emissions;
  }

  /** What may be done about a call now. */
  sealed interface Leave {
    /** Nothing is carried out; this is the call's result. */
    record Settled(Json result) implements Leave {}

    /** The run speaks to the outside; the output and the result belong together. */
    record Emit(Output output, Json result) implements Leave {}

    /** The tool runs with this input, shown or the approver's; null for any place of its path. */
    record Go(Tool tool, Json input, @Nullable String place) implements Leave {}

    /** Another agent is started or written to, by the commit that records the result. */
    record Act(Consumer<Advance> act) implements Leave {}
  }

  /**
   * Has the rules heard about these calls, and raises the gates that they still need; false when
   * nothing is to be committed for that. Approvals come first: a question of the same turn is asked
   * when the run comes back.
   */
  boolean park(Advance advance, Run run, Tools tools, List<Call> calls, WorkerTask job)
      throws InterruptedException {
    long nowMs = engine.nowMs();
    boolean stops = false;
    for (Call call : calls) {
      stops |= !isHeard(run, call.call()) && hear(advance, run, tools, call.call(), job);
    }
    if (stops) {
      return true;
    }
    for (Call call : calls) {
      ToolCall cleared = cleared(run, call.call());
      stops |= cleared != null && ask(advance, run, cleared, nowMs);
    }
    return stops;
  }

  /** A question that was asked has been let through: no later rule takes its answer away. */
  private static boolean isHeard(Run run, ToolCall call) {
    return run.approvalOf(call.id()).isPresent()
        || run.rulingOf(call.id()) != null
        || run.questionOf(call.id()).isPresent()
        || run.clarificationOf(call.id()).isPresent();
  }

  /** Whether the call has to wait for the commit that hears it. */
  private boolean hear(Advance advance, Run run, Tools tools, ToolCall call, WorkerTask job)
      throws InterruptedException {
    Behavior toolDefault = tools.defaultRule(call.tool());
    // Nobody is asked about what cannot be done anyway.
    if (toolDefault == null || isBarred(tools.find(call.tool()))) {
      return false;
    }
    Tool tool = tools.find(call.tool());
    String place = places.of(run, tool, call.input());
    // What is allowed anyway need not wait for a commit, unless a rule holds it back.
    if (toolDefault == Behavior.ASK || rules.holdsBack(run, call, place, engine.nowMs())) {
      GateDraft.OfApproval draft = approval(call, tool, place);
      if (tool != null) {
        try {
          WorldCheck.Measured now = measured(run, tool, call, job);
          draft = draft.dependingOn(now.terms(), now.text());
        } catch (Unmet e) {
          // Nobody is asked about what the call cannot depend on; the model reads why.
          return false;
        }
      }
      advance.hear(new Hearing(call, toolDefault, draft, place));
      return true;
    }
    GateDraft.OfApproval request = request(call);
    if (request != null) {
      advance.ask(request);
    }
    return request != null;
  }

  private WorldCheck.Measured measured(Run run, Tool tool, ToolCall call, WorkerTask job)
      throws Unmet, InterruptedException {
    return job.<WorldCheck.Measured, Unmet>outside(() -> world.measure(run, tool, call.input()));
  }

  /** What keeps an allowed call from running; null when all that it depends on holds. */
  @Nullable MovedWorld moved(Run run, ToolCall call, Tool tool, WorkerTask job)
      throws InterruptedException {
    return job.<Optional<MovedWorld>, RuntimeException>outside(
            () -> Optional.ofNullable(world.moved(run, call, tool)))
        .orElse(null);
  }

  /** The same once more, by the tool itself, right before it changes something. */
  ToolContext.LastLook lastLook(Run run, ToolCall call, Tool tool) {
    return () -> {
      MovedWorld moved = world.moved(run, call, tool);
      if (moved != null) {
        throw new TargetMoved(moved);
      }
    };
  }

  /** The approval that is asked for instead. */
  static GateDraft.OfApproval anew(Run run, ToolCall call, @Nullable Tool tool, MovedWorld moved) {
    return run.approvalOf(call.id())
        .map(Revisions::anew)
        .orElseGet(() -> approval(call, tool, run.placeOf(call.id())))
        .dependingOn(moved.next(), moved.text());
  }

  private static boolean isBarred(@Nullable Tool tool) {
    return tool != null && tool.barred() != null;
  }

  /** The call as it may be carried out; null when it may not, or not yet. */
  private static @Nullable ToolCall cleared(Run run, ToolCall call) {
    RuleDecision ruling = run.rulingOf(call.id());
    if (ruling != null && ruling.denies()) {
      return null;
    }
    Approval approval = run.approvalOf(call.id()).orElse(null);
    if (approval == null || GateTool.named(call.tool()) == GateTool.REQUEST_APPROVAL) {
      return call;
    }
    if (!isOf(approval, call)) {
      return null;
    }
    return switch (approval.state()) {
      case ApprovalState.Allowed allowed when allowed.updatedInput() != null ->
          new ToolCall(call.id(), call.tool(), allowed.updatedInput());
      case ApprovalState.Allowed _ -> call;
      case ApprovalState.Expired expired when expired.applied() == Applied.ALLOW -> call;
      case ApprovalState _ -> null;
    };
  }

  /** With which input a call was made that is under way. */
  static Json input(Run run, ToolCall call) {
    ToolCall cleared = cleared(run, call);
    return (cleared == null ? call : cleared).input();
  }

  /** What is approved is what was shown. */
  private static boolean isOf(Approval approval, ToolCall call) {
    return approval.digest().equals(Digests.of(call.tool(), call.input()));
  }

  private static boolean ask(Advance advance, Run run, ToolCall call, long nowMs) {
    GateTool gate = GateTool.named(call.tool());
    boolean person = gate == GateTool.ASK_USER_QUESTION && run.questionOf(call.id()).isEmpty();
    boolean parent =
        gate == GateTool.REQUEST_PARENT_CLARIFICATION && run.clarificationOf(call.id()).isEmpty();
    GateDraft.OfQuestion draft = person || parent ? question(call, nowMs) : null;
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

  /** What a call of {@code request_approval} asks for; null for any other, and for a bad one. */
  private static GateDraft.@Nullable OfApproval request(ToolCall call) {
    if (GateTool.named(call.tool()) != GateTool.REQUEST_APPROVAL) {
      return null;
    }
    return switch (ApprovalInput.parse(call.input())) {
      case Parsed.Bad<ApprovalInput> _ -> null;
      case Parsed.Good<ApprovalInput>(ApprovalInput input) ->
          GateDraft.approval(call)
              .because(input.reason())
              .until(input.deadline())
              .requesting(GateResults.items(input.requestedItems()))
              .on(input.terms())
              .revising(input.revision());
    };
  }

  private static GateDraft.OfApproval approval(
      ToolCall call, @Nullable Tool tool, @Nullable String place) {
    GateDraft.OfApproval request = request(call);
    if (request != null) {
      return request;
    }
    return GateDraft.approval(call, MatchableCall.of(call, place))
        .because(reason(call, tool == null ? null : tool.definition()))
        .describing(tool == null ? null : tool.told());
  }

  /** The definition is on record with the reason, and with it what a person has agreed to. */
  private static String reason(ToolCall call, @Nullable String definition) {
    if (ShellCommands.of(call) == null) {
      return definition == null
          ? "The agent wants to use " + call.tool() + "."
          : "The agent wants to use %s (definition %s).".formatted(call.tool(), definition);
    }
    String folder = ShellCommands.folder(call);
    return folder == null
        ? "The agent wants to run a command."
        : "The agent wants to run a command in the folder " + folder + ".";
  }

  private static GateDraft.@Nullable OfQuestion question(ToolCall call, long nowMs) {
    return switch (QuestionInput.parse(call.input(), nowMs)) {
      case Parsed.Bad<QuestionInput> _ -> null;
      case Parsed.Good<QuestionInput>(QuestionInput input) ->
          new GateDraft.OfQuestion(call.id(), input.questions(), input.deadline())
              .on(input.terms());
    };
  }

  /** What may be done about a call whose gates, if it had any, are settled. */
  Leave leave(Run run, Tools tools, ToolCall call, WorkerTask job) throws InterruptedException {
    RuleDecision ruling = run.rulingOf(call.id());
    if (ruling != null && ruling.denies()) {
      return new Leave.Settled(GateResults.denied(ruling.reason()));
    }
    ToolCall cleared = cleared(run, call);
    if (cleared == null) {
      Approval approval = run.approvalOf(call.id()).orElseThrow();
      return new Leave.Settled(
          isOf(approval, call)
              ? GateResults.of(approval)
              : GateResults.denied("The approved call is not this one."));
    }
    GateTool gate = GateTool.named(call.tool());
    if (gate != null) {
      return gate(run, cleared, gate, engine.nowMs());
    }
    Tool tool = tools.find(call.tool());
    if (tool == null) {
      return new Leave.Settled(GateResults.error(tools.absence(call.tool())));
    }
    String barred = tool.barred();
    if (barred != null) {
      return new Leave.Settled(GateResults.error(barred));
    }
    if (isChanged(run, call, tool)) {
      return new Leave.Settled(
          GateResults.error(
              "%s has changed since its approval was requested. Nothing was sent. Call it again to ask again."
                  .formatted(call.tool())));
    }
    // Nothing that needs leave runs without: neither rule nor person has spoken for this one.
    return isHeard(run, call) || tool.defaultRule() == Behavior.ALLOW
        ? places.leave(run, cleared, tool)
        : new Leave.Settled(unheard(run, tool, call, job));
  }

  /** Of a call that nobody was asked about. */
  private Json unheard(Run run, Tool tool, ToolCall call, WorkerTask job)
      throws InterruptedException {
    try {
      measured(run, tool, call, job);
      return GateResults.denied("This call was not allowed.");
    } catch (Unmet e) {
      return GateResults.error(
          "`%s` %s. Nobody was asked and nothing was run.".formatted(e.pointer(), e.text()));
    }
  }

  /** Approvals of before definitions were on record name none. */
  static boolean isChanged(Run run, ToolCall call, Tool tool) {
    String definition = tool.definition();
    String asked = run.approvalOf(call.id()).map(Approval::reason).orElse(null);
    return definition != null
        && asked != null
        && !asked.equals(reason(call, definition))
        && !asked.equals(reason(call, null));
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
        : GateResults.error("The approval was never requested.");
  }
}
