package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("The metadata of a debug artifact.")
public record DebugArtifactView(
    String artifactId,
    DebugFormat format,
    long updatedAtMs,
    @About("On disk.") long bytes,
    @About("The size of the stored text, in UTF-8.") long plaintextBytes,
    @About(
            "The SHA-256 of these bytes; null if they are encrypted with a key that "
                + "the daemon lacks.")
        @Nullable String sha256,
    boolean truncated,
    @About("The original size, if the text was cut.") @OmitIfUnset @Nullable Long originalBytes,
    @About("At rest.") boolean encrypted) {}
