package dev.holdpoint.core.team;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.List;
import java.util.Set;

/**
 * Tasks with one purpose.
 *
 * @param members ids of the sessions that take its tasks; empty = any session
 */
public record Project(
    long key, String id, String title, List<String> members, long createdAtMs, String createdBy)
    implements StoredRecord {

  public static final String PREFIX = "prj_";
  public static final RecordKind<Project> KIND = new RecordKind<>(11, Project.class);

  @Override
  public String name() {
    return id;
  }

  /** By these a session finds the projects it is in. */
  @Override
  public Set<String> terms() {
    return Set.copyOf(members);
  }

  public boolean takes(String sessionId) {
    return members.isEmpty() || members.contains(sessionId);
  }
}
