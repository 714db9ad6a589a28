package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

/** Strict, so that a slip in {@code dry_run} throws nothing away. */
@About("Which debug artifacts to throw away.")
public record PruneRunsRequest(
    @About("Those of runs that ended at least so long ago.")
        @Required
        @Range(min = 1, max = Limits.TIME_MS)
        @RefusedAs("run_retention_invalid_request")
        @Nullable Long olderThanMs,
    @About("Only those of this session.") @Length(min = 1, max = Limits.SESSION_ID)
        @Nullable String sessionId,
    @About("Of so many runs at most, those that ended first.")
        @Range(min = 1, max = Limits.PRUNED_RUNS)
        @RefusedAs("run_retention_invalid_request")
        @Nullable Long limit,
    @About("Tell what would go, and leave it.") @Nullable Boolean dryRun) {}
