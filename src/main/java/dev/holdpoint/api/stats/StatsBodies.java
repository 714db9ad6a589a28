package dev.holdpoint.api.stats;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of responses with numbers. */
public interface StatsBodies {
  @About("How gates were decided in a period.")
  record DecisionStatsView(
      @About("The first millisecond of the period.") long fromMs,
      @About("The end of the period, which is not part of it.") long toMs,
      @About("Everything decided before this time is counted.") long asOfMs,
      @About("Whether the oldest decisions of the period are missing, because there are too many.")
          boolean truncated,
      DecisionNumbers totals,
      @About("By the requested grouping, the largest first; empty without one.")
          List<DecisionNumbers> groups,
      @OmitIfUnset @About("Decisions in no group, because there are more than 1000 groups.")
          @Nullable Long groupsLeftOff,
      @About("Days on which something was decided, in order.") List<DecisionNumbers> days) {
    public DecisionStatsView {
      groups = Copies.of(groups);
      days = Copies.of(days);
    }
  }

  @About("The numbers of a period, a group or a day.")
  record DecisionNumbers(
      @OmitIfUnset
          @About(
              "What the group has in common; absent outside of groups, and where they have none.")
          @Nullable String key,
      @OmitIfUnset @About("The day, as 2026-11-18; only in days.") @Nullable String day,
      @About("Settled gates, and calls that a rule decided before anybody was asked.") long decided,
      long allowed,
      long denied,
      long changesRequested,
      long askedBack,
      long responded,
      long answered,
      long declined,
      long expired,
      long withdrawn,
      long cancelled,
      long superseded,
      long byPerson,
      @About("Including calls that a rule decided before anybody was asked.") long byRule,
      long byDeadline,
      @About("The part that rules decided.") @Range(min = 0, max = 1) BigDecimal ruleShare,
      @About("Gates for which a later stage than the first had opened.") long escalated,
      @About("A person's yes right after their first look.") long rubberStamps,
      @About("Answers that came after the decision.") long lateAnswers,
      @About("From raised to the first look of a person who may act.") Times seenMs,
      @About("From raised to the decision.") Times decisionMs) {}

  @About("Percentiles of times in milliseconds, right to 1 %.")
  record Times(long count, long p50, long p90, long p99) {}
}
