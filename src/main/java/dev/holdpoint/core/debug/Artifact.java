package dev.holdpoint.core.debug;

import org.jspecify.annotations.Nullable;

/**
 * What is known of an artifact without its text.
 *
 * @param bytes on disk
 * @param plaintextBytes of the text that was kept, in UTF-8
 * @param sha256 of these bytes; null where they are encrypted and the key is not at hand
 * @param originalBytes how many there were, where not all of them were kept
 */
public record Artifact(
    ArtifactId id,
    CaptureLevel level,
    ArtifactFormat format,
    long updatedAtMs,
    long bytes,
    long plaintextBytes,
    @Nullable String sha256,
    @Nullable Long originalBytes,
    boolean encrypted) {

  public boolean isTruncated() {
    return originalBytes != null;
  }
}
