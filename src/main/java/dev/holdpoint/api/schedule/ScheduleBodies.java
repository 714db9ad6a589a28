package dev.holdpoint.api.schedule;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.session.InputBodies.InputItem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of requests and responses about schedules and observations. */
public interface ScheduleBodies {
  @About("Work for a session at certain times.")
  record ScheduleView(
      String scheduleId,
      String sessionId,
      String content,
      ScheduleTrigger trigger,
      ScheduleOverlap overlap,
      ScheduleMisfire misfire,
      boolean enabled,
      @About("When it is due next; null if it is disabled or has no more times.")
          @Nullable Long nextAtMs,
      @OmitIfUnset @Nullable String lastRunId,
      @OmitIfUnset @Nullable Long lastFiredAtMs,
      @About("Times that were skipped because its last run had not ended.") int overlapSkips,
      @About("Times that were missed; times missed together count once.") int misfireSkips,
      @About("Why it could not run last time; a schedule that can never run again is disabled.")
          @OmitIfUnset
          @Nullable String lastError,
      long createdAtMs) {}

  /** When a schedule is due. */
  @About("When a schedule is due.")
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  sealed interface ScheduleTrigger {

    @About("Once, at this time.")
    @JsonTypeName("once")
    record Once(@Required @Range(min = 0, max = Limits.TIME_MS) Long atMs)
        implements ScheduleTrigger {}

    @About("At this interval, from now on.")
    @JsonTypeName("interval")
    record Interval(
        @Required @Range(min = Limits.INTERVAL_MS, max = Limits.DURATION_MS) Long everyMs)
        implements ScheduleTrigger {}

    @About("By a cron expression of five fields, in the local time of a zone.")
    @JsonTypeName("cron")
    record Cron(
        @Required @Length(min = 1, max = Limits.NAME) String expression,
        @Length(min = 1, max = Limits.NAME) @About("A name such as Europe/Berlin; UTC when unset.")
            @Nullable String timeZone)
        implements ScheduleTrigger {}
  }

  @About("What to do if its last run has not ended: nothing, or queue one more.")
  enum ScheduleOverlap {
    SKIP,
    QUEUE_ONE
  }

  @About(
      "What to do for times that were missed while the daemon was down or "
          + "late: one run, or none.")
  enum ScheduleMisfire {
    COALESCE,
    SKIP
  }

  @About("Work for a session at certain times: either content, or ordered input items.")
  record CreateScheduleRequest(
      @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
      @Length(max = Limits.CONTENT) @RefusedAs("invalid_input") @Nullable String content,
      @Size(max = Limits.INPUT_ITEMS) @RefusedAs("invalid_input") List<InputItem> inputItems,
      @Required ScheduleTrigger trigger,
      @About("skip when unset.") @Nullable ScheduleOverlap overlap,
      @About("coalesce when unset.") @Nullable ScheduleMisfire misfire,
      @About("true when unset.") @Nullable Boolean enabled,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {
    public CreateScheduleRequest {
      inputItems = Copies.of(inputItems);
    }
  }

  @About("Changes to a schedule. A new trigger, or enabling it, starts again from now.")
  record ChangeScheduleRequest(
      @Length(max = Limits.CONTENT) @RefusedAs("invalid_input") @Nullable String content,
      @Size(max = Limits.INPUT_ITEMS) @RefusedAs("invalid_input") List<InputItem> inputItems,
      @Nullable ScheduleTrigger trigger,
      @Nullable ScheduleOverlap overlap,
      @Nullable ScheduleMisfire misfire,
      @Nullable Boolean enabled) {
    public ChangeScheduleRequest {
      inputItems = Copies.of(inputItems);
    }
  }

  @About("An event from elsewhere, and the run that receives it.")
  record ObservationView(
      String observationId,
      String sessionId,
      String source,
      String content,
      @OmitIfUnset @Nullable JsonNode metadata,
      @About("When the session receives it, if it was delayed.") @OmitIfUnset @Nullable Long atMs,
      String runId,
      long createdAtMs) {
    public ObservationView {
      metadata = Copies.orNull(metadata);
    }
  }

  @About("An event from elsewhere, for a session.")
  record RecordObservationRequest(
      @Required @Length(min = 1, max = Limits.SESSION_ID) String sessionId,
      @Required @Length(min = 1, max = Limits.NAME) @About("The origin of the event.")
          String source,
      @Required @Length(min = 1, max = Limits.CONTENT) String content,
      @MustBeObject @JsonLength(max = Limits.METADATA) @RefusedAs("invalid_input")
          @Nullable JsonNode metadata,
      @Range(min = 0, max = Limits.TIME_MS)
          @About("When the session receives it; immediately when unset or in the past.")
          @Nullable Long atMs,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {
    public RecordObservationRequest {
      metadata = Copies.orNull(metadata);
    }
  }

  @About("A recorded observation, and the run that receives it.")
  record RecordedObservation(String observationId, String runId) {}
}
