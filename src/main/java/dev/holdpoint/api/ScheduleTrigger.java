package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

/** When a schedule is due. */
@About("When a schedule is due.")
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface ScheduleTrigger {

  @About("Once, at this time.")
  @JsonTypeName("once")
  record Once(@Required @Range(min = 0, max = Limits.TIME_MS) Long atMs)
      implements ScheduleTrigger {}

  @About("At this interval, from now on.")
  @JsonTypeName("interval")
  record Interval(@Required @Range(min = Limits.INTERVAL_MS, max = Limits.DURATION_MS) Long everyMs)
      implements ScheduleTrigger {}

  @About("By a cron expression of five fields, in the local time of a zone.")
  @JsonTypeName("cron")
  record Cron(
      @Required @Length(min = 1, max = Limits.NAME) String expression,
      @Length(min = 1, max = Limits.NAME) @About("A name such as Europe/Berlin; UTC when unset.")
          @Nullable String timeZone)
      implements ScheduleTrigger {}
}
