package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The debug artifacts that were deleted, or would be.")
public record PruneRunsResult(
    boolean dryRun,
    long nowMs,
    @About("Runs that ended then or earlier are old enough.") long cutoffMs,
    @Nullable Long limit,
    @About("Ended runs that are old enough and have artifacts, before the limit.")
        int matchedRunCount,
    @About("Those within the limit, the first to end first.") List<String> candidateRunIds,
    @About("On disk.") long candidateDebugBytes,
    @About("Those whose artifacts were deleted.") List<String> prunedDebugRunIds,
    @About("On disk.") long prunedDebugBytes) {
  public PruneRunsResult {
    candidateRunIds = Copies.of(candidateRunIds);
    prunedDebugRunIds = Copies.of(prunedDebugRunIds);
  }
}
