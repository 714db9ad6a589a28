package dev.holdpoint.core.team;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * Something to be done by one session. How far it has come is what its run says.
 *
 * @param run the newest run that was started for it
 */
public record Task(
    long key,
    String id,
    String projectId,
    String title,
    String sessionId,
    String content,
    @Nullable Started run,
    long createdAtMs,
    String createdBy)
    implements StoredRecord {

  public static final String PREFIX = "tsk_";

  /** The kind of source of the runs that work on tasks. */
  public static final String SOURCE = "project_task";

  public static final RecordKind<Task> KIND = new RecordKind<>(12, Task.class);

  public record Started(long runKey, String runId, long atMs) {}

  @Override
  public String group() {
    return projectId;
  }

  public Task started(Started now) {
    return new Task(key, id, projectId, title, sessionId, content, now, createdAtMs, createdBy);
  }
}
