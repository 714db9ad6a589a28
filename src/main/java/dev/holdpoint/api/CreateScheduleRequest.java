package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("Work for a session at certain times: either content, or ordered input items.")
public record CreateScheduleRequest(
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
