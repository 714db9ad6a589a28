package dev.holdpoint.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Outcome;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class DecisionSummaryTest {
  private static final long DAY_ONE = Instant.parse("2026-11-16T22:30:00Z").toEpochMilli();
  private static final long DAY_TWO = Instant.parse("2026-11-17T10:00:00Z").toEpochMilli();

  private long eventId;

  private Decided gate(
      long atMs,
      @Nullable String tool,
      long session,
      Outcome outcome,
      DecidedBy by,
      @Nullable String person,
      @Nullable Long afterMs) {
    eventId++;
    return new Decided(
        eventId,
        eventId,
        "tnt_root",
        session,
        tool,
        outcome == Outcome.ANSWERED ? GateKind.QUESTION : GateKind.APPROVAL,
        outcome,
        by,
        person,
        person == null ? null : "pol_1",
        "ana".equals(person) ? "group:finance" : null,
        afterMs == null ? null : atMs - afterMs,
        afterMs == null || person == null ? null : atMs - afterMs / 2,
        atMs,
        by == DecidedBy.DEADLINE,
        "bob".equals(person),
        "ana".equals(person) ? 2 : 0);
  }

  private List<Decided> script() {
    return List.of(
        gate(DAY_ONE, "bash", 1, Outcome.ALLOWED, DecidedBy.PERSON, "ana", 10_000L),
        gate(DAY_ONE, "bash", 1, Outcome.ALLOWED, DecidedBy.PERSON, "bob", 400L),
        gate(DAY_ONE, "bash", 2, Outcome.ALLOWED, DecidedBy.RULE, null, null),
        gate(DAY_TWO, "deploy", 1, Outcome.DENIED, DecidedBy.PERSON, "ana", 60_000L),
        gate(DAY_TWO, "deploy", 2, Outcome.EXPIRED, DecidedBy.DEADLINE, null, 3_600_000L),
        gate(DAY_TWO, null, 2, Outcome.ANSWERED, DecidedBy.PERSON, "ana", 5_000L),
        gate(DAY_TWO, "deploy", 1, Outcome.WITHDRAWN, DecidedBy.RUN, null, 1_000L));
  }

  private static DecisionSummary of(List<Decided> rows, @Nullable Grouping by, ZoneId zone) {
    DecisionSummary summary = new DecisionSummary(by, zone);
    rows.reversed().forEach(summary::add);
    return summary;
  }

  // DX-78
  @Test
  void a_script_of_gates_gives_the_counts_by_hand() {
    DecisionCounts totals = of(script(), null, ZoneOffset.UTC).totals();
    assertThat(totals.decided()).isEqualTo(7);
    assertThat(Arrays.stream(Outcome.values()).map(totals::of))
        .containsExactly(3L, 1L, 0L, 0L, 0L, 1L, 0L, 1L, 1L, 0L, 0L);
    assertThat(Arrays.stream(DecidedBy.values()).map(totals::of)).containsExactly(4L, 1L, 1L, 1L);
    assertThat(totals.ruleShare()).isEqualTo(0.1429);
    assertThat(totals.escalated()).isEqualTo(1);
    assertThat(totals.rubberStamps()).isEqualTo(1);
    assertThat(totals.lateAnswers()).isEqualTo(6);
    assertThat(totals.seen().count()).as("those that were looked at").isEqualTo(4);
    assertThat(totals.decision().count()).as("those that were raised").isEqualTo(6);
    assertThat((double) totals.decision().percentile(50)).isCloseTo(5_000, within(50.0));
    assertThat((double) totals.decision().percentile(90)).isCloseTo(3_600_000, within(36_000.0));
    assertThat((double) totals.seen().percentile(99)).isCloseTo(30_000, within(300.0));
  }

  // DX-78
  @Test
  void each_grouping_counts_every_row_once() {
    record Case(Grouping by, Map<String, Long> decided) {}
    for (Case it :
        List.of(
            new Case(Grouping.TOOL, Map.of("bash", 3L, "deploy", 3L, "null", 1L)),
            new Case(Grouping.SESSION, Map.of("1", 4L, "2", 3L)),
            new Case(Grouping.GROUP, Map.of("group:finance", 3L, "null", 4L)),
            new Case(Grouping.PERSON, Map.of("ana", 3L, "bob", 1L, "null", 3L)),
            new Case(Grouping.POLICY, Map.of("pol_1", 4L, "null", 3L)),
            new Case(
                Grouping.OUTCOME,
                Map.of(
                    "allowed",
                    3L,
                    "denied",
                    1L,
                    "expired",
                    1L,
                    "answered",
                    1L,
                    "withdrawn",
                    1L)))) {
      Map<String, Long> decided = new HashMap<>();
      of(script(), it.by, ZoneOffset.UTC)
          .groups()
          .forEach((key, counts) -> decided.put(String.valueOf(key), counts.decided()));
      assertThat(decided).as(it.by.wire()).isEqualTo(it.decided);
    }
  }

  @Test
  void a_day_is_that_of_the_zone() {
    assertThat(of(script(), null, ZoneOffset.UTC).days().keySet())
        .containsExactly(LocalDate.of(2026, 11, 16), LocalDate.of(2026, 11, 17));
    assertThat(of(script(), null, ZoneId.of("Asia/Tokyo")).days())
        .hasSize(1)
        .hasEntrySatisfying(
            LocalDate.of(2026, 11, 17), day -> assertThat(day.decided()).isEqualTo(7));
  }

  @Test
  void more_groups_than_anybody_reads_are_counted_and_not_kept() {
    List<Decided> rows = new ArrayList<>();
    for (int i = 0; i < DecisionSummary.MOST_GROUPS + 5; i++) {
      rows.add(gate(DAY_ONE, "t", i, Outcome.ALLOWED, DecidedBy.RULE, null, null));
    }
    DecisionSummary summary = of(rows, Grouping.SESSION, ZoneOffset.UTC);
    assertThat(summary.groups()).hasSize(DecisionSummary.MOST_GROUPS);
    assertThat(summary.leftOff()).isEqualTo(5);
    assertThat(summary.totals().decided()).isEqualTo(rows.size());
  }

  // DX-78
  @Test
  void percentiles_are_right_to_one_percent() {
    Random random = new Random(7);
    for (int round = 0; round < 60; round++) {
      int n = 1 + random.nextInt(round < 30 ? 9 : 5_000);
      double widest = random.nextDouble() * Math.log(4e10);
      long[] values =
          random.doubles(n).mapToLong(d -> (long) Math.exp(d * widest)).sorted().toArray();
      Quantiles quantiles = new Quantiles();
      Arrays.stream(values).forEach(quantiles::add);
      for (int percent : new int[] {50, 90, 99}) {
        long exact = values[(int) Math.ceil(n * percent / 100.0) - 1];
        assertThat((double) quantiles.percentile(percent))
            .as("p%d of %d values", percent, n)
            .isCloseTo((double) exact, within(exact * 0.01));
      }
    }
  }

  @Test
  void every_value_alone_is_told_to_one_percent_and_small_ones_exactly() {
    for (long value = 0; value < 100_000; value = value < 2_000 ? value + 1 : value + 37) {
      Quantiles one = new Quantiles();
      one.add(value);
      assertThat(Math.abs(one.percentile(50) - value))
          .as("%d", value)
          .isLessThanOrEqualTo(value / 100);
    }
    assertThat(new Quantiles().percentile(50)).isZero();
  }
}
