package dev.holdpoint.http.ambient;

import dev.holdpoint.api.ambient.AmbientBodies.PendingClarification;
import dev.holdpoint.api.ambient.AmbientBodies.PendingClarifications;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.prompt.OfferedQuestion;
import dev.holdpoint.engine.standing.Standings;
import dev.holdpoint.http.v1.call.JsonNodes;
import dev.holdpoint.http.v1.view.GateViews;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class ClarifyKind implements PromptKind {
  private final Standings standings;

  /**
   * @param standings whom policies let answer a question
   */
  ClarifyKind(Standings standings) {
    this.standings = standings;
  }

  @Override
  public GateKind gates() {
    return GateKind.QUESTION;
  }

  @Override
  public String event() {
    return "clarify";
  }

  @Override
  public List<Prompt> pending(Run run) {
    return run.pendingQuestions().stream().map(question -> prompt(run, question)).toList();
  }

  private Prompt prompt(Run run, Question question) {
    return new Prompt(key(question.id()), run.key(), OfferedQuestion.of(question).part());
  }

  /** Which part is offered is known to the run alone. */
  @Override
  public List<Prompt> prompts(Queries queries, List<GateRow> rows) {
    Map<Long, Run> runs = Gates.holders(queries, rows);
    List<Prompt> prompts = new ArrayList<>();
    for (GateRow row : rows) {
      Run run = runs.get(row.key());
      if (run != null) {
        question(run, row.key()).map(question -> prompt(run, question)).ifPresent(prompts::add);
      }
    }
    return prompts;
  }

  private Optional<Question> question(Run run, long key) {
    return run.questions().stream().filter(question -> key(question.id()) == key).findFirst();
  }

  @Override
  public @Nullable PendingClarification view(Run run, Prompt prompt) {
    return question(run, prompt.key())
        .map(question -> view(run, new OfferedQuestion(question, prompt.part())))
        .orElse(null);
  }

  PendingClarification view(Run run, OfferedQuestion offered) {
    long fromMs = offered.request().createdAtMs();
    Long untilMs = offered.request().expiresAtMs();
    return new PendingClarification(
        offered.clarifyId(),
        offered.question().question(),
        offered.question().options().stream().map(Option::label).toList(),
        run.head().sessionId(),
        "clarify",
        Seconds.of(fromMs),
        untilMs == null ? BigDecimal.ZERO : Seconds.of(untilMs - fromMs),
        untilMs == null ? BigDecimal.ZERO : Seconds.end(fromMs, untilMs),
        run.id(),
        1,
        Digests.of(offered.request()),
        GateViews.questions(offered.request()),
        JsonNodes.orNull(offered.request().form()),
        standings.summary(run, offered.request()));
  }

  @Override
  public String promptId(Object view) {
    return ((PendingClarification) view).clarifyId();
  }

  @Override
  public PendingClarifications wrapped(@Nullable Object oldest, int count) {
    return new PendingClarifications((PendingClarification) oldest, count);
  }

  @Override
  public @Nullable String raised(LedgerEvent event) {
    return event instanceof LedgerEvent.QuestionRaised(String id) ? id : null;
  }

  @Override
  public @Nullable String settled(LedgerEvent event) {
    return event instanceof LedgerEvent.QuestionSettled(String id) ? id : null;
  }
}
