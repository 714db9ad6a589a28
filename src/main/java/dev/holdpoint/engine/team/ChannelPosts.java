package dev.holdpoint.engine.team;

import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.team.Channel;
import dev.holdpoint.core.team.ChannelMessage;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Consequence;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a run that a channel asked to speak has said is said in the channel, by the commit that
 * completes the run.
 */
public final class ChannelPosts implements Consequence {
  @Override
  public void follow(Change change, @Nullable Run before, Run after, List<Step> steps) {
    if (after.head().originKind() == RunKind.CHANNEL_DELIVERY
        && after.status() == RunStatus.COMPLETED
        && (before == null || before.status() != RunStatus.COMPLETED)) {
      post(change, after);
    }
  }

  private static void post(Change change, Run run) {
    JsonNode own = JsonTree.of(run.head().metadata()).path("daemon");
    OptionalLong key = Ulid.keyOf(ChannelMessage.PREFIX, own.path("message_id").asString(""));
    ChannelMessage asked =
        key.isPresent() ? change.kept(ChannelMessage.KIND, key.getAsLong()) : null;
    Channel channel = asked == null ? null : change.kept(Channel.KIND, asked.channelKey());
    String text =
        run.outputs().stream()
            .filter(output -> output.source() == Output.Source.ASSISTANT_TEXT)
            .map(Output::content)
            .collect(Collectors.joining("\n"));
    if (channel == null || channel.removedAtMs() != null || text.isBlank()) {
      return;
    }
    message(
        change,
        change.newId(ChannelMessage.PREFIX),
        channel,
        run.head().sessionId(),
        text,
        List.of(),
        List.of(),
        run.id());
  }

  static ChannelMessage message(
      Change change,
      String id,
      Channel channel,
      String author,
      String content,
      List<String> to,
      List<String> runIds,
      @Nullable String runId) {
    ChannelMessage message =
        new ChannelMessage(
            Ulid.keyOf(ChannelMessage.PREFIX, id).orElseThrow(),
            id,
            channel.key(),
            author,
            content,
            to,
            List.copyOf(runIds),
            runId,
            change.nowMs());
    change.keep(ChannelMessage.KIND, message);
    return message;
  }
}
