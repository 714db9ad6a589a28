package dev.holdpoint.http.v1.stats;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.stats.StatsBodies.DecisionNumbers;
import dev.holdpoint.api.stats.StatsBodies.DecisionStatsView;
import dev.holdpoint.api.stats.StatsBodies.Times;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.stats.DecidedBy;
import dev.holdpoint.core.stats.DecisionCounts;
import dev.holdpoint.core.stats.DecisionSummary;
import dev.holdpoint.core.stats.Grouping;
import dev.holdpoint.core.stats.Quantiles;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.stats.DecisionStats;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.view.ViewContext;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Numbers about what people decide. */
public final class StatsHandlers {
  private static final long LATEST_MS = Limits.TIME_MS;
  private static final long USUAL_MS = Duration.ofDays(7).toMillis();
  private static final long LONGEST_MS = Duration.ofDays(400).toMillis();

  private final ViewContext sight;
  private final DecisionStats stats;

  public StatsHandlers(ViewContext sight) {
    this.sight = sight;
    this.stats = new DecisionStats(sight.engine);
  }

  public Map<String, Handler> all() {
    return Map.of("getDecisionStats", this::decisions);
  }

  private Reply decisions(Call call) {
    DecisionStats.Question question = question(call);
    DecisionStats.Answer answer = stats.of(question);
    DecisionSummary summary = answer.summary();
    return Reply.json(
        200,
        new DecisionStatsView(
            question.fromMs(),
            question.toMs(),
            answer.asOfMs(),
            answer.truncated(),
            numbers(null, null, summary.totals()),
            groups(question.by(), summary),
            summary.leftOff() == 0 ? null : summary.leftOff(),
            summary.days().entrySet().stream()
                .map(day -> numbers(null, day.getKey().toString(), day.getValue()))
                .toList()));
  }

  private DecisionStats.Question question(Call call) {
    long toMs = call.longQuery("to_ms", sight.engine.nowMs(), 0, LATEST_MS);
    long fromMs = call.longQuery("from_ms", Math.max(0, toMs - USUAL_MS), 0, LATEST_MS);
    if (fromMs >= toMs) {
      throw Problem.INVALID_REQUEST
          .because("from_ms must be before to_ms. Send a period that has begun.")
          .asException();
    }
    if (toMs - fromMs > LONGEST_MS) {
      throw Problem.INVALID_REQUEST
          .because("The period is longer than 400 days. Send a from_ms that is nearer to to_ms.")
          .asException();
    }
    return new DecisionStats.Question(
        fromMs,
        toMs,
        word(call, "by", Grouping.values()),
        zone(call.query("time_zone")),
        word(call, "kind", GateKind.values()),
        call.query("tenant_id"),
        call.query("session_id"),
        call.query("tool"));
  }

  private static <E extends Enum<E>> @Nullable E word(Call call, String name, E[] values) {
    String given = call.query(name);
    if (given == null) {
      return null;
    }
    List<String> words =
        Stream.of(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
    if (!words.contains(given)) {
      throw Problem.INVALID_REQUEST
          .because(name + " must be one of " + String.join(", ", words) + ".")
          .asException();
    }
    return values[words.indexOf(given)];
  }

  private static ZoneId zone(@Nullable String name) {
    // Offsets and Java's own short names are no IANA names and are not in this set.
    if (name != null && !ZoneId.getAvailableZoneIds().contains(name)) {
      throw Problem.INVALID_REQUEST
          .because("time_zone must be an IANA name, such as Europe/Berlin.")
          .asException();
    }
    return name == null ? ZoneOffset.UTC : ZoneId.of(name);
  }

  private List<DecisionNumbers> groups(@Nullable Grouping by, DecisionSummary summary) {
    return summary.groups().entrySet().stream()
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<@Nullable Object, DecisionCounts> group) ->
                        -group.getValue().decided())
                .thenComparing(group -> String.valueOf(group.getKey())))
        .map(group -> numbers(key(by, group.getKey()), null, group.getValue()))
        .toList();
  }

  /** A session that was removed has no name any more. */
  private @Nullable String key(@Nullable Grouping by, @Nullable Object key) {
    if (by == Grouping.SESSION && key instanceof Long sessionKey) {
      Session session = sight.engine.read((Queries queries) -> queries.session(sessionKey));
      return session == null ? null : session.id();
    }
    return key == null ? null : key.toString();
  }

  private static DecisionNumbers numbers(
      @Nullable String key, @Nullable String day, DecisionCounts counts) {
    return new DecisionNumbers(
        key,
        day,
        counts.decided(),
        counts.of(Outcome.ALLOWED),
        counts.of(Outcome.DENIED),
        counts.of(Outcome.CHANGES_REQUESTED),
        counts.of(Outcome.ASKED_BACK),
        counts.of(Outcome.RESPONDED),
        counts.of(Outcome.ANSWERED),
        counts.of(Outcome.DECLINED),
        counts.of(Outcome.EXPIRED),
        counts.of(Outcome.WITHDRAWN),
        counts.of(Outcome.CANCELLED),
        counts.of(Outcome.SUPERSEDED),
        counts.of(DecidedBy.PERSON),
        counts.of(DecidedBy.RULE),
        counts.of(DecidedBy.DEADLINE),
        BigDecimal.valueOf(counts.ruleShare()),
        counts.escalated(),
        counts.rubberStamps(),
        counts.lateAnswers(),
        times(counts.seen()),
        times(counts.decision()));
  }

  private static Times times(Quantiles values) {
    return new Times(
        values.count(), values.percentile(50), values.percentile(90), values.percentile(99));
  }
}
