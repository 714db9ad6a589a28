package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("What is known of a debug artifact without its text.")
public record DebugArtifactView(
    String artifactId,
    DebugFormat format,
    long updatedAtMs,
    @About("On disk.") long bytes,
    @About("Of the text that was kept, in UTF-8.") long plaintextBytes,
    @About("Of these bytes; null where they are encrypted with a key that the daemon lacks.")
        @Nullable String sha256,
    boolean truncated,
    @About("How many there were, where not all were kept.") @OmitIfUnset
        @Nullable Long originalBytes,
    @About("At rest.") boolean encrypted) {}
