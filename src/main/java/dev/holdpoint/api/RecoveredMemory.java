package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The memory of earlier runs for the next one, in this order. Secrets are removed.")
public record RecoveredMemory(
    List<Entry> entries, @About("Whether some were left out.") boolean truncated) {
  public RecoveredMemory {
    entries = Copies.of(entries);
  }

  @About("The memory of one run.")
  public record Entry(
      String runId,
      long recordedAtMs,
      RunStatus status,
      String requestPreview,
      String outcomePreview,
      String summary,
      @About("Number of terms of the query that it contains.") @OmitIfUnset
          @Nullable Integer score) {}
}
