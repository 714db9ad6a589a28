package dev.holdpoint.core.team;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody has said in a channel.
 *
 * @param author whoever posted it, or the session that was asked to speak and did
 * @param to the members that were asked to speak
 * @param runIds their runs, in the same order
 * @param runId the run that said it, where a session speaks
 */
public record ChannelMessage(
    long key,
    String id,
    long channelKey,
    String author,
    String content,
    List<String> to,
    List<String> runIds,
    @Nullable String runId,
    long createdAtMs)
    implements StoredRecord {

  public static final String PREFIX = "chm_";
  public static final RecordKind<ChannelMessage> KIND = new RecordKind<>(10, ChannelMessage.class);

  @Override
  public String group() {
    return Long.toString(channelKey);
  }
}
