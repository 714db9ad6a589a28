package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("What earlier runs left for the next one, in this order. Secrets are taken out.")
public record RecoveredMemory(
    List<Entry> entries, @About("Whether some were left out.") boolean truncated) {
  public RecoveredMemory {
    entries = Copies.of(entries);
  }

  @About("What one run left.")
  public record Entry(
      String runId,
      long recordedAtMs,
      RunStatus status,
      String requestPreview,
      String outcomePreview,
      String summary,
      @About("How many terms of the query it has.") @OmitIfUnset @Nullable Integer score) {}
}
