package dev.holdpoint.core.stats;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All numbers that one query asks for, made from rows that come one after the other. */
public final class DecisionSummary {
  /** The most groups in an answer: a million rows may name as many sessions. */
  public static final int MOST_GROUPS = 1_000;

  private final @Nullable Grouping by;
  private final ZoneId zone;
  private final DecisionCounts totals = new DecisionCounts();
  private final Map<@Nullable Object, DecisionCounts> groups = new HashMap<>();
  private final TreeMap<LocalDate, DecisionCounts> days = new TreeMap<>();
  private long leftOff;

  /** The day that was last added to: rows come in order of time, so most are of the same. */
  private long dayBeginsMs = Long.MAX_VALUE;

  private long dayEndsMs = Long.MIN_VALUE;
  private DecisionCounts day = totals;

  /**
   * @param by null for no groups
   * @param zone whose days are counted
   */
  public DecisionSummary(@Nullable Grouping by, ZoneId zone) {
    this.by = by;
    this.zone = zone;
  }

  public void add(Decided gate) {
    totals.add(gate);
    dayOf(gate.decidedAtMs()).add(gate);
    if (by == null) {
      return;
    }
    Object key = by.of(gate);
    DecisionCounts group = groups.get(key);
    if (group == null && groups.size() == MOST_GROUPS) {
      leftOff++;
      return;
    }
    if (group == null) {
      group = new DecisionCounts();
      groups.put(key, group);
    }
    group.add(gate);
  }

  private DecisionCounts dayOf(long ms) {
    if (ms < dayBeginsMs || ms >= dayEndsMs) {
      LocalDate date = Instant.ofEpochMilli(ms).atZone(zone).toLocalDate();
      dayBeginsMs = date.atStartOfDay(zone).toInstant().toEpochMilli();
      dayEndsMs = date.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
      day = days.computeIfAbsent(date, _ -> new DecisionCounts());
    }
    return day;
  }

  public DecisionCounts totals() {
    return totals;
  }

  /** By what {@link Grouping#of} gives. */
  public Map<@Nullable Object, DecisionCounts> groups() {
    return groups;
  }

  /** How many decided gates are in no group, because there were too many groups. */
  public long leftOff() {
    return leftOff;
  }

  /** Days on which something was decided, in order. */
  public Map<LocalDate, DecisionCounts> days() {
    return days;
  }
}
