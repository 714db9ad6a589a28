package dev.holdpoint.engine.port;

import dev.holdpoint.core.debug.Artifact;
import dev.holdpoint.core.debug.ArtifactFormat;
import dev.holdpoint.core.debug.ArtifactId;
import dev.holdpoint.core.debug.CaptureLevel;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The artifacts of runs, a bundle a run, beside the database. An artifact is whole or not there,
 * whenever the daemon dies.
 */
public interface DebugBundles {
  /** An artifact to be kept, or cut, or left out, as the budget allows. */
  record Draft(ArtifactId id, CaptureLevel level, ArtifactFormat format, String text) {}

  /**
   * @param bytes on disk
   * @param updatedAtMs of its newest artifact, 0 when it has none
   */
  record Bundle(String runId, long bytes, long updatedAtMs) {}

  /**
   * Returns when the artifact is on disk, or was left out.
   *
   * @param wanted asked at the last moment, in an order with {@link #remove}: what this denies does
   *     not appear behind the back of whoever removes
   */
  void put(String runId, Draft draft, BooleanSupplier wanted);

  /** In their order; those that are damaged are not among them. */
  List<Artifact> artifacts(String runId);

  /** Null when it is not there, is damaged, or cannot be decrypted. */
  @Nullable String text(String runId, ArtifactId id);

  /** Every run that has a bundle. */
  List<Bundle> all();

  /** Takes the bundle away and gives its bytes, 0 where there is none. */
  long remove(String runId);
}
