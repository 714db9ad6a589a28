package dev.holdpoint.core.schedule;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened elsewhere. It becomes a run of its session, at once or at a later time.
 *
 * @param atMs when its run may begin, where that was later than its coming
 * @param deferred whether that time has not come yet
 */
public record Observation(
    long key,
    String id,
    String sessionId,
    String source,
    String content,
    Json metadata,
    @Nullable Long atMs,
    boolean deferred,
    long runKey,
    String runId,
    long createdAtMs)
    implements StoredRecord {

  public static final String PREFIX = "obs_";
  public static final RecordKind<Observation> KIND = new RecordKind<>(8, Observation.class);

  @Override
  public String group() {
    return sessionId;
  }

  @Override
  public @Nullable Long dueAtMs() {
    return deferred ? atMs : null;
  }

  public Observation released() {
    return new Observation(
        key, id, sessionId, source, content, metadata, atMs, false, runKey, runId, createdAtMs);
  }
}
