package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

/** Strict, so that a slip in {@code dry_run} throws nothing away. */
@About("Which debug artifacts to delete.")
public record PruneRunsRequest(
    @About("Minimum time since the run ended.")
        @Required
        @Range(min = 1, max = Limits.TIME_MS)
        @RefusedAs("run_retention_invalid_request")
        @Nullable Long olderThanMs,
    @About("Only runs of this session.") @Length(min = 1, max = Limits.SESSION_ID)
        @Nullable String sessionId,
    @About("Maximum number of runs; those that ended first come first.")
        @Range(min = 1, max = Limits.PRUNED_RUNS)
        @RefusedAs("run_retention_invalid_request")
        @Nullable Long limit,
    @About("Report what would be deleted, and delete nothing.") @Nullable Boolean dryRun) {}
