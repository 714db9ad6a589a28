package dev.holdpoint.engine.loop;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.Permissions;
import dev.holdpoint.core.permission.RuleDecision;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.run.Usage;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How far the loop has brought a run since its last commit. Committed whole, and only if the run is
 * still the version that the loop began from: whoever cancelled or resolved meanwhile wins, and the
 * loop looks again.
 */
public final class Advance {
  private final Run from;
  private final List<Consumer<RunEdit>> edits = new ArrayList<>();
  private final List<GateDraft.OfApproval> approvals = new ArrayList<>();
  private final List<Hearing> hearings = new ArrayList<>();
  private final List<GateDraft.OfQuestion> questions = new ArrayList<>();
  private final List<GateDraft.OfQuestion> clarifications = new ArrayList<>();
  private final Map<String, Errand> errands = new LinkedHashMap<>();
  private final Map<String, Json> told = new ConcurrentHashMap<>();
  private final List<Consumer<Change>> records = new ArrayList<>();
  private @Nullable Ending ending;
  private boolean tells;
  private String said = "";

  /** Something done to other agents; gives what the model is told of it. */
  @FunctionalInterface
  private interface Errand {
    Json run(Children children, Change change, Run run);
  }

  @FunctionalInterface
  private interface Ending {
    RunCommand at(long nowMs);
  }

  public Advance(Run from) {
    this.from = from;
  }

  public Run from() {
    return from;
  }

  /**
   * Whether anything is in here that others should see before the loop goes on to something slow.
   */
  public boolean tells() {
    return tells;
  }

  /** The model has spoken; its calls are open now. */
  public Advance turn(String text, List<ToolCall> calls) {
    tells = true;
    said = text;
    List<Call> open = calls.stream().map(Call::planned).toList();
    edits.add(
        edit -> {
          edit.step(new Step.Turn(text, calls));
          edit.draft().turn(open);
        });
    return this;
  }

  /** What the agent has said before it asks, for the people who decide on a revision. */
  public Advance said(String words) {
    said = words;
    return this;
  }

  /** The agent does more at the same time; the calls that are open stay so. */
  public Advance also(String text, List<ToolCall> calls) {
    tells = true;
    said = text;
    List<Call> more = calls.stream().map(Call::planned).toList();
    edits.add(
        edit -> {
          edit.step(new Step.Turn(text, calls));
          edit.draft().alsoCalls(more);
        });
    return this;
  }

  /** The intent to do something outside; committed before it is done. */
  public Advance starts(String callId) {
    edits.add(edit -> edit.draft().call(callId, Call.Progress.STARTED));
    return this;
  }

  /**
   * The intent to execute the call, for the first time or again; committed before it is done.
   *
   * @param node where that is; null where there are no others
   */
  public Advance begins(String callId, long nowMs, @Nullable String node) {
    edits.add(edit -> edit.draft().call(callId, call -> call.started(nowMs, node)));
    return this;
  }

  /**
   * The call was started and left no result: a person is asked whether it happened.
   *
   * @param expiresAfterMs null: it waits as long as it takes
   */
  public Advance uncertain(String callId, UncertainEffect effect, @Nullable Long expiresAfterMs) {
    edits.add(edit -> edit.draft().call(callId, Call::lost));
    questions.add(GateDraft.OfQuestion.about(callId, effect, expiresAfterMs));
    return this;
  }

  /** How far the call has come at a server; committed before anything more is done there. */
  public Advance remote(String callId, RemoteCall remote) {
    edits.add(edit -> edit.draft().remote(callId, remote));
    return this;
  }

  /**
   * @param effect whether the call has changed something outside, so that its result must not be
   *     lost
   */
  public Advance result(String callId, Json content, boolean effect) {
    tells |= effect;
    edits.add(edit -> finish(edit, callId, content));
    return this;
  }

  private static void finish(RunEdit edit, String callId, Json content) {
    edit.step(new Step.Result(callId, content));
    edit.draft().call(callId, Call.Progress.DONE);
  }

  public Advance output(Output output) {
    tells = true;
    edits.add(edit -> edit.output(output));
    return this;
  }

  /** What the turn has used; it counts by the commit that journals the turn, and so once. */
  public Advance used(@Nullable Usage usage) {
    if (usage != null) {
      edits.add(edit -> edit.draft().used(usage));
    }
    return this;
  }

  /** How the files that the run must write are now, before it has done anything. */
  public Advance filesBefore(List<String> marks) {
    edits.add(edit -> edit.draft().filesBefore(marks));
    return this;
  }

  /** Something that the daemon has to say to the model. */
  public Advance input(Step.Input input) {
    tells = true;
    edits.add(edit -> edit.step(input));
    return this;
  }

  /** The agent has chosen another mode by itself. */
  public Advance modeChanged(@Nullable String before, String now) {
    tells = true;
    edits.add(
        edit -> {
          String text =
              before == null
                  ? "The agent changed its mode to %s.".formatted(now)
                  : "The agent changed its mode from %s to %s.".formatted(before, now);
          edit.step(new Step.Turn(text, List.of()));
          edit.tell(new LedgerEvent.AgentModeChanged(before, now, edit.status()));
        });
    return this;
  }

  /** Something that is true from this very commit on and is stored beside the run. */
  public Advance keeping(Consumer<Change> more) {
    records.add(more);
    return this;
  }

  public Advance ask(GateDraft.OfApproval approval) {
    approvals.add(approval);
    return this;
  }

  /**
   * Asks about a call anew that was allowed and has not run, because the world is another now. Its
   * intent, if that was committed, is taken back by the same commit.
   */
  public Advance askAnew(GateDraft.OfApproval approval) {
    edits.add(edit -> edit.draft().call(approval.callId(), Call.Progress.PLANNED));
    return ask(approval);
  }

  /** Has the rules say whether the call runs, is denied, or waits for a person. */
  public Advance hear(Hearing hearing) {
    hearings.add(hearing);
    return this;
  }

  public Advance ask(GateDraft.OfQuestion question) {
    questions.add(question);
    return this;
  }

  /** Puts the question to the parent's session. */
  public Advance askParent(GateDraft.OfQuestion question) {
    clarifications.add(question);
    return this;
  }

  /** Starts a child; what came of it is {@link #told} after the commit. */
  public Advance spawn(String callId, @Nullable String sessionId, String content) {
    errands.put(callId, (children, change, run) -> children.spawn(change, run, sessionId, content));
    return this;
  }

  /** Writes to a child or to the parent; what came of it is {@link #told} after the commit. */
  public Advance message(String callId, String sessionId, String content) {
    errands.put(
        callId, (children, change, run) -> children.message(change, run, sessionId, content));
    return this;
  }

  /** The result of a call that was carried out by the commit itself. */
  public Json told(String callId) {
    return Objects.requireNonNull(told.get(callId), callId);
  }

  public Advance complete() {
    ending = RunCommand.Complete::new;
    return this;
  }

  public Advance fail(String error) {
    ending = nowMs -> new RunCommand.Fail(nowMs, error);
    return this;
  }

  public Advance interrupt(String reason) {
    ending = nowMs -> new RunCommand.Interrupt(nowMs, reason);
    return this;
  }

  Run apply(Change change, Run current, Slots slots, Children children) {
    RunEdit edit = RunEdit.of(change, current);
    edits.forEach(one -> one.accept(edit));
    records.forEach(one -> one.accept(change));
    errands.forEach(
        (callId, errand) -> {
          Json result = errand.run(children, change, current);
          told.put(callId, result);
          finish(edit, callId, result);
        });
    List<Question> escalated = escalate(change, current, edit, slots);
    List<GateDraft> asked = new ArrayList<>(heard(change, current, edit));
    asked.addAll(questions);
    if (!asked.isEmpty() || !escalated.isEmpty()) {
      Run open = edit.draft().at(change.nowMs());
      List<Gate> raised = new ArrayList<>();
      for (GateDraft draft : asked) {
        GateDraft placed = placed(change, open, draft, edit);
        if (placed == null) {
          continue;
        }
        Gate gate =
            (placed instanceof GateDraft.OfApproval one ? one.saying(said) : placed)
                .raise(change, open);
        raised.add(gate);
        // At once, so that the next of the same turn is not taken for the same revision.
        if (gate instanceof Approval approval) {
          Revisions.follow(change, approval, current.head().actorId(), slots);
          Revisions.tellStale(edit, approval);
        }
      }
      if (!raised.isEmpty() || !escalated.isEmpty()) {
        edit.park(raised, escalated);
      }
    }
    if (ending != null) {
      edit.apply(ending.at(change.nowMs()));
    }
    return edit.done(slots);
  }

  /**
   * The draft in its place in a chain; null when it names one that it cannot revise. Then the call
   * has its result at once, and nobody is asked.
   */
  private @Nullable GateDraft placed(Change change, Run open, GateDraft draft, RunEdit edit) {
    if (!(draft instanceof GateDraft.OfApproval approval) || !approval.isRevision()) {
      return revision(change, open, draft);
    }
    try {
      return Revisions.placed(change, open, draft, open.call(approval.callId()).tool());
    } catch (Refused refused) {
      Refusal why = refused.refusal();
      String next = why.conflictingResourceId();
      finish(
          edit,
          approval.callId(),
          Children.error(next == null ? why.detail() : why.detail() + " It is " + next + "."));
      return null;
    }
  }

  /**
   * The approval as the revision of one that was sent back. Only a run that was resumed can have
   * such a one, and only such a run looks.
   */
  private GateDraft revision(Change change, Run current, GateDraft draft) {
    return draft instanceof GateDraft.OfApproval approval
            && !approval.isPlaced()
            && current.kind() != current.head().originKind()
        ? Revisions.next(change, current, approval, current.call(approval.callId()).tool(), said)
        : draft;
  }

  /** Gives what is left to a person. */
  private List<GateDraft.OfApproval> heard(Change change, Run current, RunEdit edit) {
    List<GateDraft.OfApproval> asked = new ArrayList<>(approvals);
    for (Hearing hearing : hearings) {
      ToolCall call = hearing.call();
      Permissions.Decision decision = hearing.decide(change, current, edit);
      PermissionRule rule =
          decision.rule() == null ? null : PermissionRules.count(change, decision.rule());
      if (decision.behavior() == Behavior.ASK) {
        asked.add(hearing.draft());
      } else if (rule != null) {
        edit.draft().ruling(call.id(), RuleDecision.of(rule));
        String name = MatchableCall.of(current, call).name();
        edit.tell(new LedgerEvent.RuleApplied(rule, call.id(), name, null, edit.status()));
      }
    }
    return asked;
  }

  /** What nobody can be asked has its result at once; the run may then go on without parking. */
  private List<Question> escalate(Change change, Run current, RunEdit edit, Slots slots) {
    List<Question> escalated = new ArrayList<>();
    for (GateDraft.OfQuestion draft : clarifications) {
      Question question = Clarifications.raise(change, current, draft, slots);
      if (question == null) {
        finish(
            edit,
            draft.callId(),
            Children.error(
                "This session has no parent to ask. Use ask_user_question to ask a person."));
      } else {
        escalated.add(question);
      }
    }
    return escalated;
  }
}
