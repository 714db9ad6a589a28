package dev.holdpoint.core.policy;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When stages end. A stage's time counts from the commit that opened it and runs while the policy's
 * hours are open. The time that a tenant gives a last stage without {@code within} runs always.
 */
public final class StageTimes {
  private StageTimes() {}

  /** When so much of a policy's time has passed. */
  public static long after(PolicyRules rules, long sinceMs, long spanMs) {
    OpenHours hours = rules.hours();
    return hours == null ? sinceMs + spanMs : hours.after(sinceMs, spanMs);
  }

  /**
   * The deadline of a gate in this stage: when its last stage would end if no more happens. Null
   * when it waits for ever. The asker's own deadline is another matter and never moves.
   *
   * @param number the stage that is open, from 1
   */
  public static @Nullable Long deadline(GatePolicy policy, int number, long openedAtMs) {
    PolicyRules rules = policy.rules();
    List<Stage> stages = rules.needs().stages();
    long at = openedAtMs;
    for (int i = Math.clamp(number, 1, stages.size()) - 1; i < stages.size(); i++) {
      Long withinMs = stages.get(i).withinMs();
      if (withinMs == null) {
        Long floorMs = policy.floorMs();
        return floorMs == null ? null : (Long) (at + floorMs);
      }
      at = after(rules, at, withinMs);
    }
    return at;
  }

  /** The deadline after one more extension by the policy, made now; null where it has none. */
  public static @Nullable Long extended(PolicyRules rules, long nowMs) {
    Ending.Extension extension = rules.needs().ending().extension();
    return extension == null ? null : (Long) after(rules, nowMs, extension.forMs());
  }

  /**
   * What comes next by itself; null when nothing does. It is due when its time has come: then the
   * caller opens the stage, extends the deadline or ends the gate, and asks again.
   *
   * @param looked whether a person who may act has looked since the stage opened
   */
  static Standing.@Nullable Next next(GatePolicy policy, OpenStage open, boolean looked) {
    PolicyRules rules = policy.rules();
    List<Stage> stages = rules.needs().stages();
    int number = open.within(stages.size());
    Long deadline = open.expiresAtMs();
    if (number == stages.size()) {
      return last(rules, open, deadline);
    }
    Stage stage = stages.get(number - 1);
    long withinMs = Objects.requireNonNull(stage.withinMs(), "only the last stage has no time");
    long at = after(rules, open.openedAtMs(), withinMs);
    Long unseenMs = stage.unseenMs();
    long unseenAt =
        unseenMs == null || looked ? Long.MAX_VALUE : after(rules, open.openedAtMs(), unseenMs);
    boolean unseen = unseenAt < at;
    if (deadline != null && open.fixed() && deadline <= Math.min(at, unseenAt)) {
      return new Standing.Next(Standing.What.EXPIRE, deadline, null, false);
    }
    return new Standing.Next(
        Standing.What.STAGE, Math.min(at, unseenAt), stages.get(number).need().words(), unseen);
  }

  private static Standing.@Nullable Next last(
      PolicyRules rules, OpenStage open, @Nullable Long deadline) {
    if (deadline == null) {
      return null;
    }
    Ending.Extension extension = rules.needs().ending().extension();
    boolean extend = extension != null && !open.fixed() && open.extensions() < extension.times();
    return new Standing.Next(
        extend ? Standing.What.EXTEND : Standing.What.EXPIRE, deadline, null, false);
  }
}
