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
    @Nullable Json sent)
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
    this(id, callId, questions, form, null, createdAtMs, expiresAtMs, null, state, sent);
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
    return new Question(
        id,
        callId,
        questions,
        form,
        link,
        createdAtMs,
        expiresAtMs,
        terms,
        other.state,
        other.sent);
  }

  /** One more of its questions has an answer, and it waits for the rest. */
  public Question partlyAnswered(QuestionEvent.PartlyAnswered event) {
    return new Question(
        id,
        callId,
        questions,
        form,
        link,
        createdAtMs,
        expiresAtMs,
        terms,
        new QuestionState.Pending(expiresAtMs, event.answersSoFar()),
        sent);
  }

  public Question settled(QuestionEvent.Settling event, @Nullable Json resolution) {
    return new Question(
        id,
        callId,
        questions,
        form,
        link,
        createdAtMs,
        expiresAtMs,
        terms,
        QuestionMachine.evolve(event),
        resolution);
  }
}
