package dev.holdpoint.core.gate;

import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Json;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something the run wants to know before it goes on.
 *
 * @param form the JSON schema that all answers together have to meet, a member for each question;
 *     null when the questions themselves say all
 * @param link the page that people are asked to open; null when they are asked for something else
 * @param expiresAtMs as it was set, also after the question was settled
 * @param terms what the asker says of its own request; null where it said nothing
 * @param sent the resolution exactly as it was sent, once there is one
 * @param progress how far it has come; null in its first stage with the asker's deadline or none
 * @param ruling under what it was answered; null where no policy held
 * @param effect the execution of which nobody knows whether it happened; null where the run itself
 *     asks
 */
public record Question(
    String id,
    String callId,
    List<StructuredQuestion> questions,
    @Nullable Json form,
    @Nullable PageLink link,
    long createdAtMs,
    @Nullable Long expiresAtMs,
    @Nullable RequestTerms terms,
    QuestionState state,
    @Nullable Json sent,
    @Nullable GateProgress progress,
    @Nullable Ruling ruling,
    @Nullable UncertainEffect effect)
    implements Gate {

  /** Without a page to open. */
  public Question(
      String id,
      String callId,
      List<StructuredQuestion> questions,
      @Nullable Json form,
      long createdAtMs,
      @Nullable Long expiresAtMs,
      QuestionState state,
      @Nullable Json sent) {
    this(
        id,
        callId,
        questions,
        form,
        null,
        createdAtMs,
        expiresAtMs,
        null,
        state,
        sent,
        null,
        null,
        null);
  }

  @Override
  public GateKind kind() {
    return GateKind.QUESTION;
  }

  @Override
  public Optional<Gate> expired(long nowMs, Applied applied) {
    return settledBy(new QuestionCommand.Expire(nowMs, applied));
  }

  @Override
  public Applied onExpiry() {
    if (effect != null) {
      return Applied.INTERRUPT;
    }
    return terms == null || terms.onExpiry() == null ? Applied.CANCEL : terms.onExpiry();
  }

  @Override
  public Optional<Gate> withdrawn(String by, long nowMs, Withdrawal cause) {
    return settledBy(new QuestionCommand.Withdraw(by, nowMs, cause));
  }

  private Optional<Gate> settledBy(QuestionCommand command) {
    return QuestionMachine.decide(state, questions, command)
            instanceof Verdict.Happened<QuestionEvent>(QuestionEvent.Settling event)
        ? Optional.of(settled(event, null))
        : Optional.empty();
  }

  /** The answers that were given one by one while it is pending. */
  public List<Answer> partialAnswers() {
    return state instanceof QuestionState.Pending pending ? pending.partialAnswers() : List.of();
  }

  /** What a copy of the question knows once the question itself is settled. */
  public Question as(Question other) {
    return with(other.state, other.sent, expiresAtMs, progress, other.ruling);
  }

  /** One more of its questions has an answer, and it waits for the rest. */
  public Question partlyAnswered(QuestionEvent.PartlyAnswered event) {
    return with(
        new QuestionState.Pending(expiresAtMs, event.answersSoFar()),
        sent,
        expiresAtMs,
        progress,
        ruling);
  }

  public Question settled(QuestionEvent.Settling event, @Nullable Json resolution) {
    return with(QuestionMachine.evolve(event), resolution, expiresAtMs, progress, ruling);
  }

  @Override
  public Question at(GateProgress come, @Nullable Long deadlineMs) {
    return with(
        state instanceof QuestionState.Pending pending
            ? new QuestionState.Pending(deadlineMs, pending.partialAnswers())
            : state,
        sent,
        deadlineMs,
        come,
        ruling);
  }

  @Override
  public Question under(@Nullable Ruling decided) {
    return decided == null ? this : with(state, sent, expiresAtMs, progress, decided);
  }

  private Question with(
      QuestionState next,
      @Nullable Json resolution,
      @Nullable Long deadlineMs,
      @Nullable GateProgress come,
      @Nullable Ruling decided) {
    return new Question(
        id,
        callId,
        questions,
        form,
        link,
        createdAtMs,
        deadlineMs,
        terms,
        next,
        resolution,
        come,
        decided,
        effect);
  }
}
