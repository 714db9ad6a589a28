package dev.holdpoint.core.memory;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A result of a search.
 *
 * @param score how many terms of the query it has; 0 when nothing was asked for
 * @param promptEligible whether a run of this session may be told of it without asking
 */
public record Found(
    Kind kind,
    String sourceId,
    String title,
    String excerpt,
    int score,
    long timestampMs,
    LearningScope scope,
    boolean promptEligible,
    List<String> matchedFields) {
  private static final int TITLE = 80;

  /** Best first, then newest; the id decides the rest, so the order is always the same. */
  public static final Comparator<Found> ORDER =
      Comparator.comparingInt(Found::score)
          .reversed()
          .thenComparing(Comparator.comparingLong(Found::timestampMs).reversed())
          .thenComparing(Found::kind)
          .thenComparing(Found::sourceId);

  public enum Kind {
    LEARNING,
    RECOVERED_RUN,
    SKILL;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static Found of(Learning learning, Set<String> query) {
    Match match = Match.of(query, Fields.of(learning));
    return new Found(
        Kind.LEARNING,
        learning.id(),
        title(learning.content()),
        Excerpt.of(learning.content(), query),
        match.score(),
        learning.publishedAtMs(),
        learning.scope(),
        Eligibility.isEligible(learning),
        match.fields());
  }

  public static Found of(RunMemory memory, Set<String> query, boolean promptEligible) {
    Match match = Match.of(query, Fields.of(memory));
    return new Found(
        Kind.RECOVERED_RUN,
        memory.runId(),
        title(memory.requestPreview().isEmpty() ? memory.summary() : memory.requestPreview()),
        Excerpt.of(memory.summary(), query),
        match.score(),
        memory.recordedAtMs(),
        LearningScope.session(memory.sessionId()),
        promptEligible,
        match.fields());
  }

  public static Found of(Skill skill, Set<String> query) {
    Match match = Match.of(query, Fields.of(skill));
    return new Found(
        Kind.SKILL,
        skill.name(),
        skill.name(),
        Excerpt.of(skill.description(), query),
        match.score(),
        skill.changedAtMs(),
        skill.sharedBy(),
        true,
        match.fields());
  }

  private static String title(String text) {
    return Texts.cut(Texts.oneLine(text), TITLE);
  }
}
