package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A message in a channel.")
public record ChannelMessageView(
    String messageId,
    String channelId,
    @About("The name of the author, or the session that spoke.") String author,
    String content,
    @About("The members that were asked to speak.") List<String> to,
    @About("Their runs, in the same order.") List<String> runIds,
    @About("The run that produced it, if a session spoke.") @OmitIfUnset @Nullable String runId,
    long createdAtMs) {
  public ChannelMessageView {
    to = Copies.of(to);
    runIds = Copies.of(runIds);
  }
}
