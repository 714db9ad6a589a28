package dev.holdpoint.engine.run;

import dev.holdpoint.core.gate.OpenEffect;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Consequence;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps count of the calls that left no result and wait for a person's word. */
public final class OpenEffects implements Consequence {
  private static final int LOOKED_AT = 1_000;

  /**
   * @param sinceMs since when the oldest waits; 0 when none does
   */
  public record Waiting(long count, long sinceMs) {}

  public static Waiting waiting(Queries queries) {
    List<OpenEffect> newest = queries.keptBelow(OpenEffect.KIND, null, Long.MAX_VALUE, LOOKED_AT);
    return newest.size() < LOOKED_AT
        ? new Waiting(newest.size(), newest.isEmpty() ? 0 : Ulid.timeOf(newest.getLast().key()))
        : new Waiting(
            queries.countKept(OpenEffect.KIND, null), Ulid.timeOf(newest.getLast().key()));
  }

  @Override
  public void follow(Change change, @Nullable Run before, Run after, List<Step> steps) {
    for (Question question : after.questions()) {
      if (isOpen(question) && !isOpen(before, question.id())) {
        change.keep(OpenEffect.KIND, new OpenEffect(question.key(), after.key()));
      }
    }
    if (before == null) {
      return;
    }
    for (Question question : before.questions()) {
      if (isOpen(question) && !isOpen(after, question.id())) {
        change.discard(OpenEffect.KIND, new OpenEffect(question.key(), after.key()));
      }
    }
  }

  private static boolean isOpen(Question question) {
    return question.effect() != null && question.isPending();
  }

  private static boolean isOpen(@Nullable Run run, String questionId) {
    return run != null && run.question(questionId).filter(OpenEffects::isOpen).isPresent();
  }
}
