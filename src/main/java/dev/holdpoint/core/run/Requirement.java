package dev.holdpoint.core.run;

import org.jspecify.annotations.Nullable;

/**
 * A file that must have been written in the workspace before the run may call itself completed.
 *
 * @param path inside the workspace; null for any file
 */
public record Requirement(@Nullable String path) {}
