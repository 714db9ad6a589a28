package dev.holdpoint.core.run;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.permission.RuleDecision;
import dev.holdpoint.core.run.RunState.Settled;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A run as it stands: one row, loaded whole and stored whole. Its transcript is not here but in the
 * journal, under {@link #trail}.
 *
 * @param kind the origin, or how it was last resumed
 * @param approvalCount how many approvals it has asked for so far
 * @param steps how many transcript steps it has
 * @param stepsBefore how many the session's earlier runs had
 * @param calls the tool calls of the turn that is open
 * @param approvals the gates of those calls, settled ones too until the turn is over
 * @param clarifications copies of the questions that those calls have put to the parent: there they
 *     wait as gates, here until their answers have come
 * @param filesBefore how the files that it is required to write were before it began, in the order
 *     of the requirements; empty while nothing has looked
 * @param usage what its model has used so far; null while nothing was told
 */
public record Run(
    RunHead head,
    RunKind kind,
    RunState state,
    long updatedAtMs,
    @Nullable Long startedAtMs,
    int approvalCount,
    int questionCount,
    int steps,
    int stepsBefore,
    List<Call> calls,
    List<Approval> approvals,
    List<Question> questions,
    List<Question> clarifications,
    List<Output> outputs,
    List<String> filesBefore,
    @Nullable Usage usage,
    Trail trail) {

  public long key() {
    return head.key();
  }

  public String id() {
    return head.id();
  }

  public RunStatus status() {
    return state.status();
  }

  /** The loop has something to do here now, or as soon as the run's turn in its session comes. */
  public boolean isLoopWork() {
    return head.driver() == RunHead.Driver.LOOP && status() == RunStatus.RUNNING;
  }

  /** Whether it waits for its turn in its session. */
  public boolean isInQueue() {
    return state instanceof RunState.Queued;
  }

  /** Whether its time has not come yet. */
  public boolean isDeferred() {
    return state instanceof RunState.Deferred;
  }

  /**
   * Whether its session may have gone on since it was submitted: what was said meanwhile comes
   * before what it says.
   */
  public boolean wasDeferred() {
    return head.originKind() == RunKind.SCHEDULED_OBSERVATION_MATERIALIZATION;
  }

  /** Whether it is a child's question, which waits here for somebody to answer. */
  public boolean isClarification() {
    return head.originKind() == RunKind.PARENT_CLARIFICATION;
  }

  /** Whether it has begun, and what it says belongs to the session's conversation. */
  public boolean isOfConversation() {
    return startedAtMs != null && !isClarification();
  }

  /**
   * Whether the run keeps others of its session from starting. A gate raised from outside only
   * waits, and a parent's clarification must be seen while the parent works: neither holds the
   * slot.
   */
  public boolean holdsSlot() {
    return head.driver() == RunHead.Driver.LOOP
        && !isClarification()
        && status() != RunStatus.QUEUED
        && !status().isSettled();
  }

  public @Nullable Long finishedAtMs() {
    return state instanceof Settled settled ? settled.atMs() : null;
  }

  public @Nullable String error() {
    return switch (state) {
      case RunState.Failed failed -> failed.error();
      case RunState.Interrupted interrupted -> interrupted.reason();
      case RunState.Queued _,
          RunState.Deferred _,
          RunState.Running _,
          RunState.Waiting _,
          RunState.Completed _,
          RunState.Cancelled _ ->
          null;
    };
  }

  /** Its approvals, then its questions. Clarifications are gates of the parent's session. */
  public List<Gate> gates() {
    List<Gate> all = new ArrayList<>(approvals);
    all.addAll(questions);
    return all;
  }

  public List<Gate> pendingGates() {
    return gates().stream().filter(Gate::isPending).toList();
  }

  public Optional<Gate> gate(String id) {
    return approval(id).<Gate>map(it -> it).or(() -> question(id));
  }

  public List<Approval> pendingApprovals() {
    return approvals.stream().filter(Approval::isPending).toList();
  }

  public List<Question> pendingQuestions() {
    return questions.stream().filter(Question::isPending).toList();
  }

  public List<Question> pendingClarifications() {
    return clarifications.stream().filter(Question::isPending).toList();
  }

  public Optional<Question> clarification(String id) {
    return clarifications.stream().filter(q -> q.id().equals(id)).findFirst();
  }

  public Optional<Question> clarificationOf(String callId) {
    return clarifications.stream().filter(q -> q.callId().equals(callId)).findFirst();
  }

  public Optional<Approval> approval(String id) {
    return approvals.stream().filter(a -> a.id().equals(id)).findFirst();
  }

  public Optional<Question> question(String id) {
    return questions.stream().filter(q -> q.id().equals(id)).findFirst();
  }

  public Optional<Approval> approvalOf(String callId) {
    return approvals.stream().filter(a -> a.callId().equals(callId)).findFirst();
  }

  public Optional<Question> questionOf(String callId) {
    return questions.stream().filter(q -> q.callId().equals(callId)).findFirst();
  }

  /** All that people were asked for a call, in order. */
  public List<Question> questionsOf(String callId) {
    return questions.stream().filter(q -> q.callId().equals(callId)).toList();
  }

  /** What a permission rule has said about a call of the open turn; null when none has. */
  public @Nullable RuleDecision rulingOf(String callId) {
    return calls.stream()
        .filter(c -> c.call().id().equals(callId))
        .map(Call::ruling)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  public ToolCall call(String callId) {
    return calls.stream()
        .map(Call::call)
        .filter(c -> c.id().equals(callId))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("run " + id() + " has no call " + callId));
  }

  public Draft edit() {
    return new Draft(this);
  }

  /** The next version of a run, under construction. */
  public static final class Draft {
    private final Run from;
    private RunKind kind;
    private RunState state;
    private @Nullable Long startedAtMs;
    private int approvalCount;
    private int questionCount;
    private int steps;
    private int stepsBefore;
    private List<Call> calls;
    private List<Approval> approvals;
    private List<Question> questions;
    private List<Question> clarifications;
    private List<Output> outputs;
    private List<String> filesBefore;
    private @Nullable Usage usage;
    private Trail trail;

    private Draft(Run run) {
      from = run;
      kind = run.kind;
      state = run.state;
      startedAtMs = run.startedAtMs;
      approvalCount = run.approvalCount;
      questionCount = run.questionCount;
      steps = run.steps;
      stepsBefore = run.stepsBefore;
      calls = run.calls;
      approvals = run.approvals;
      questions = run.questions;
      clarifications = run.clarifications;
      outputs = run.outputs;
      filesBefore = run.filesBefore;
      usage = run.usage;
      trail = run.trail;
    }

    public Draft kind(RunKind next) {
      kind = next;
      return this;
    }

    public Draft state(RunState next) {
      state = next;
      return this;
    }

    public Draft started(long atMs, int stepsOfEarlierRuns) {
      startedAtMs = atMs;
      stepsBefore = stepsOfEarlierRuns;
      return this;
    }

    /** A new turn is open: its calls replace the ones before, whose gates are history now. */
    public Draft turn(List<Call> next) {
      calls = List.copyOf(next);
      approvals = List.of();
      questions = List.of();
      clarifications = List.of();
      return this;
    }

    /** The agent wants more at the same time; what is open stays so. */
    public Draft alsoCalls(List<Call> more) {
      calls = plus(calls, more);
      return this;
    }

    public Draft call(String callId, Call.Progress progress) {
      calls = calls.stream().map(c -> c.call().id().equals(callId) ? c.at(progress) : c).toList();
      return this;
    }

    public Draft remote(String callId, RemoteCall remote) {
      calls = calls.stream().map(c -> c.call().id().equals(callId) ? c.at(remote) : c).toList();
      return this;
    }

    public Draft ruling(String callId, RuleDecision ruling) {
      calls = calls.stream().map(c -> c.call().id().equals(callId) ? c.under(ruling) : c).toList();
      return this;
    }

    public Draft ask(List<? extends Gate> more) {
      for (Gate gate : more) {
        switch (gate) {
          case Approval approval -> {
            approvals = plus(approvals, List.of(approval));
            approvalCount++;
          }
          case Question question -> {
            questions = plus(questions, List.of(question));
            questionCount++;
          }
        }
      }
      return this;
    }

    /** Puts the gate in the place of its version before. */
    public Draft gate(Gate next) {
      return switch (next) {
        case Approval approval -> approvals(a -> a.id().equals(approval.id()) ? approval : a);
        case Question question -> questions(q -> q.id().equals(question.id()) ? question : q);
      };
    }

    /** These wait in the parent's session. */
    public Draft escalate(List<Question> more) {
      clarifications = plus(clarifications, more);
      questionCount += more.size();
      return this;
    }

    public Draft clarifications(UnaryOperator<Question> change) {
      clarifications = clarifications.stream().map(change).toList();
      return this;
    }

    public Draft approvals(UnaryOperator<Approval> change) {
      approvals = approvals.stream().map(change).toList();
      return this;
    }

    public Draft questions(UnaryOperator<Question> change) {
      questions = questions.stream().map(change).toList();
      return this;
    }

    public Draft outputs(List<Output> more) {
      outputs = plus(outputs, more);
      return this;
    }

    public Draft filesBefore(List<String> marks) {
      filesBefore = List.copyOf(marks);
      return this;
    }

    public Draft used(Usage more) {
      usage = usage == null ? more : usage.plus(more);
      return this;
    }

    public Draft steps(int more) {
      steps += more;
      return this;
    }

    public Run at(long nowMs) {
      return new Run(
          from.head,
          kind,
          state,
          nowMs,
          startedAtMs,
          approvalCount,
          questionCount,
          steps,
          stepsBefore,
          calls,
          approvals,
          questions,
          clarifications,
          outputs,
          filesBefore,
          usage,
          trail);
    }

    private static <T> List<T> plus(List<T> some, List<T> more) {
      if (more.isEmpty()) {
        return some;
      }
      List<T> all = new ArrayList<>(some);
      all.addAll(more);
      return List.copyOf(all);
    }
  }

  /** The same, whose journal rows are gone. */
  public Run withoutTrail() {
    return withTrail(Trail.EMPTY);
  }

  public Run onTrail(long journalRow) {
    return withTrail(trail.plus(journalRow));
  }

  private Run withTrail(Trail next) {
    Draft draft = edit();
    draft.trail = next;
    return draft.at(updatedAtMs);
  }
}
