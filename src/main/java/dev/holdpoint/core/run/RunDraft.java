package dev.holdpoint.core.run;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.permission.RuleDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The next version of a run, under construction. */
public final class RunDraft {
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

  RunDraft(Run run) {
    from = run;
    kind = run.kind();
    state = run.state();
    startedAtMs = run.startedAtMs();
    approvalCount = run.approvalCount();
    questionCount = run.questionCount();
    steps = run.steps();
    stepsBefore = run.stepsBefore();
    calls = run.calls();
    approvals = run.approvals();
    questions = run.questions();
    clarifications = run.clarifications();
    outputs = run.outputs();
    filesBefore = run.filesBefore();
    usage = run.usage();
    trail = run.trail();
  }

  public RunDraft kind(RunKind next) {
    kind = next;
    return this;
  }

  public RunDraft state(RunState next) {
    state = next;
    return this;
  }

  public RunDraft started(long atMs, int stepsOfEarlierRuns) {
    startedAtMs = atMs;
    stepsBefore = stepsOfEarlierRuns;
    return this;
  }

  /** A new turn is open: its calls replace the ones before, whose gates are history now. */
  public RunDraft turn(List<Call> next) {
    calls = List.copyOf(next);
    approvals = List.of();
    questions = List.of();
    clarifications = List.of();
    return this;
  }

  /** The agent wants more at the same time; what is open stays so. */
  public RunDraft alsoCalls(List<Call> more) {
    calls = plus(calls, more);
    return this;
  }

  public RunDraft call(String callId, UnaryOperator<Call> next) {
    calls = calls.stream().map(c -> c.call().id().equals(callId) ? next.apply(c) : c).toList();
    return this;
  }

  public RunDraft call(String callId, Call.Progress progress) {
    return call(callId, c -> c.at(progress));
  }

  /** It did not happen: what its last execution had asked is history. */
  public RunDraft again(String callId) {
    questions =
        questions.stream().filter(q -> !q.callId().equals(callId) || q.effect() != null).toList();
    return call(callId, Call::again);
  }

  public RunDraft remote(String callId, RemoteCall remote) {
    return call(callId, c -> c.at(remote));
  }

  public RunDraft ruling(String callId, RuleDecision ruling) {
    return call(callId, c -> c.under(ruling));
  }

  public RunDraft place(String callId, String found) {
    return call(callId, c -> c.leadingTo(found));
  }

  public RunDraft ask(List<? extends Gate> more) {
    for (Gate gate : more) {
      switch (gate) {
        case Approval approval -> {
          approvals = plus(approval.withoutSettled(approvals), List.of(approval));
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
  public RunDraft gate(Gate next) {
    return switch (next) {
      case Approval approval -> approvals(a -> a.id().equals(approval.id()) ? approval : a);
      case Question question -> questions(q -> q.id().equals(question.id()) ? question : q);
    };
  }

  /** These wait in the parent's session. */
  public RunDraft escalate(List<Question> more) {
    clarifications = plus(clarifications, more);
    questionCount += more.size();
    return this;
  }

  public RunDraft clarifications(UnaryOperator<Question> change) {
    clarifications = clarifications.stream().map(change).toList();
    return this;
  }

  public RunDraft approvals(UnaryOperator<Approval> change) {
    approvals = approvals.stream().map(change).toList();
    return this;
  }

  public RunDraft questions(UnaryOperator<Question> change) {
    questions = questions.stream().map(change).toList();
    return this;
  }

  public RunDraft outputs(List<Output> more) {
    outputs = plus(outputs, more);
    return this;
  }

  public RunDraft filesBefore(List<String> marks) {
    filesBefore = List.copyOf(marks);
    return this;
  }

  public RunDraft used(Usage more) {
    usage = usage == null ? more : usage.plus(more);
    return this;
  }

  public RunDraft steps(int more) {
    steps += more;
    return this;
  }

  RunDraft trail(Trail next) {
    trail = next;
    return this;
  }

  public Run at(long nowMs) {
    return new Run(
        from.head(),
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
