package dev.holdpoint.core.run;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.permission.RuleDecision;
import dev.holdpoint.core.run.RunState.Settled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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
    List<Gate> all = new ArrayList<>(approvals.size() + questions.size());
    all.addAll(approvals);
    all.addAll(questions);
    return all;
  }

  public List<Gate> pendingGates() {
    return pending(gates());
  }

  public Optional<Gate> gate(String id) {
    for (Approval approval : approvals) {
      if (approval.id().equals(id)) {
        return Optional.of(approval);
      }
    }
    return question(id).map(it -> it);
  }

  public List<Approval> pendingApprovals() {
    return pending(approvals);
  }

  public List<Question> pendingQuestions() {
    return pending(questions);
  }

  public List<Question> pendingClarifications() {
    return pending(clarifications);
  }

  /** Every commit asks for them several times, mostly of a list of one or none: no stream. */
  private static <T extends Gate> List<T> pending(List<T> gates) {
    int count = 0;
    for (T gate : gates) {
      count += gate.isPending() ? 1 : 0;
    }
    if (count == 0) {
      return List.of();
    }
    List<T> pending = new ArrayList<>(count);
    for (T gate : gates) {
      if (gate.isPending()) {
        pending.add(gate);
      }
    }
    return Collections.unmodifiableList(pending);
  }

  private static <T extends Gate> Optional<T> named(List<T> gates, String id) {
    for (T gate : gates) {
      if (gate.id().equals(id)) {
        return Optional.of(gate);
      }
    }
    return Optional.empty();
  }

  public Optional<Question> clarification(String id) {
    return named(clarifications, id);
  }

  public Optional<Question> clarificationOf(String callId) {
    return clarifications.stream().filter(q -> q.callId().equals(callId)).findFirst();
  }

  public Optional<Approval> approval(String id) {
    return named(approvals, id);
  }

  public Optional<Question> question(String id) {
    return named(questions, id);
  }

  /** The newest: a call may be asked about again. */
  public Optional<Approval> approvalOf(String callId) {
    for (int i = approvals.size() - 1; i >= 0; i--) {
      if (approvals.get(i).callId().equals(callId)) {
        return Optional.of(approvals.get(i));
      }
    }
    return Optional.empty();
  }

  public Optional<Question> questionOf(String callId) {
    for (Question question : questions) {
      if (question.callId().equals(callId) && question.effect() == null) {
        return Optional.of(question);
      }
    }
    return Optional.empty();
  }

  /** All that people were asked by a call, in order. */
  public List<Question> questionsOf(String callId) {
    return questions.stream().filter(q -> q.callId().equals(callId) && q.effect() == null).toList();
  }

  /** The newest question whether an execution of the call happened. */
  public Optional<Question> effectQuestionOf(String callId) {
    for (int i = questions.size() - 1; i >= 0; i--) {
      if (questions.get(i).callId().equals(callId) && questions.get(i).effect() != null) {
        return Optional.of(questions.get(i));
      }
    }
    return Optional.empty();
  }

  /** What a permission rule has said about a call of the open turn; null when none has. */
  public @Nullable RuleDecision rulingOf(String callId) {
    for (Call call : calls) {
      if (call.ruling() != null && call.call().id().equals(callId)) {
        return call.ruling();
      }
    }
    return null;
  }

  /** Where the path of a call of the open turn leads; null where nobody has looked. */
  public @Nullable String placeOf(String callId) {
    for (Call call : calls) {
      if (call.place() != null && call.call().id().equals(callId)) {
        return call.place();
      }
    }
    return null;
  }

  public ToolCall call(String callId) {
    for (Call call : calls) {
      if (call.call().id().equals(callId)) {
        return call.call();
      }
    }
    throw new IllegalStateException("run " + id() + " has no call " + callId);
  }

  public RunDraft edit() {
    return new RunDraft(this);
  }

  /** The same, whose journal rows are gone. */
  public Run withoutTrail() {
    return withTrail(Trail.EMPTY);
  }

  public Run onTrail(long journalRow) {
    return withTrail(trail.plus(journalRow));
  }

  private Run withTrail(Trail next) {
    return edit().trail(next).at(updatedAtMs);
  }
}
