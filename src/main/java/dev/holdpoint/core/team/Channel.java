package dev.holdpoint.core.team;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A public conversation.
 *
 * @param id as the caller chose it, or the one that its key belongs to
 * @param members ids of the sessions that can be asked to speak
 * @param removedAtMs when somebody removed it; nobody sees it any more, and its messages go
 */
public record Channel(
    long key,
    String id,
    String title,
    List<String> members,
    long createdAtMs,
    String createdBy,
    @Nullable Long removedAtMs)
    implements StoredRecord {

  public static final String PREFIX = "chn_";
  public static final RecordKind<Channel> KIND = new RecordKind<>(9, Channel.class);

  /** What its messages are listed by: not the id, which another channel may have afterwards. */
  public String messageGroup() {
    return Long.toString(key);
  }

  @Override
  public @Nullable String name() {
    return removedAtMs == null ? id : null;
  }

  @Override
  public @Nullable Long dueAtMs() {
    return removedAtMs;
  }

  /** What lists show: one that was removed is in none. */
  @Override
  public String group() {
    return removedAtMs == null ? LISTED : "removed";
  }

  /** By these a session finds the channels it is in. */
  @Override
  public Set<String> terms() {
    return removedAtMs == null ? Set.copyOf(members) : Set.of();
  }

  public static final String LISTED = "listed";

  public Channel removed(long atMs) {
    return new Channel(key, id, title, members, createdAtMs, createdBy, atMs);
  }
}
