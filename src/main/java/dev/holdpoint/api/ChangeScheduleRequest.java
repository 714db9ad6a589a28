package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("Changes to a schedule. A new trigger, or enabling it, starts again from now.")
public record ChangeScheduleRequest(
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
