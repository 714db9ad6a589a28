package dev.holdpoint.core.gate;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What comes after an approval that was sent back or replaced. The approval itself is history by
 * then; this is how it is found from there, and how the next one of the same run finds it.
 *
 * @param key that of the approval's row
 * @param runKey whose next approval for the tool revises it; 0 when another has come after it
 * @param tool the call's tool
 * @param approvalId the approval that was sent back or replaced
 * @param first the first of its chain
 * @param revision its own number in the chain
 * @param successorId the approval that revises it; null while there is none
 * @param holder the run that holds the approval, with which this goes; null in records from before,
 *     which go with the session
 */
public record Succession(
    long key,
    String sessionId,
    long runKey,
    String tool,
    String approvalId,
    String first,
    int revision,
    @Nullable String successorId,
    @Nullable String holder)
    implements StoredRecord {
  public static final RecordKind<Succession> KIND = RecordKind.uncached(33, Succession.class);

  /** The newest of the run for this tool that nothing has come after. */
  public static String openOf(long runKey, String tool) {
    return runKey + " " + tool;
  }

  @Override
  public @Nullable String name() {
    return runKey == 0 || successorId != null ? null : openOf(runKey, tool);
  }

  @Override
  public String group() {
    return sessionId;
  }

  @Override
  public Set<String> terms() {
    return holder == null ? Set.of() : Set.of(holder);
  }

  /** Another of the same run and tool is the newest now. */
  public Succession past() {
    return new Succession(
        key, sessionId, 0, tool, approvalId, first, revision, successorId, holder);
  }

  public Succession by(String id) {
    return new Succession(key, sessionId, runKey, tool, approvalId, first, revision, id, holder);
  }
}
