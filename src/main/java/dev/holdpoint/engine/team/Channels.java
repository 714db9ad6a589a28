package dev.holdpoint.engine.team;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.team.Channel;
import dev.holdpoint.core.team.ChannelMessage;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.run.Intake;
import dev.holdpoint.engine.timer.DueWork;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Public conversations. A message asks members to speak, each by a run of its own in its session;
 * what such a run has said when it completes is a message too, from the change that completes it.
 */
public final class Channels implements DueWork {
  private static final int AT_ONCE = 200;

  private final Commits commits;
  private final Intake intake;

  public Channels(Commits commits, Intake intake) {
    this.commits = commits;
    this.intake = intake;
  }

  /**
   * @param id null to be given one
   */
  public record Spec(@Nullable String id, String title, List<String> members) {}

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(Channel channel, boolean replayed) {}

  /**
   * @param replayed whether an earlier call with the same key posted it
   */
  public record Posted(ChannelMessage message, boolean replayed) {}

  public Made create(Spec wish, String by, @Nullable IdempotencyKey idempotency) {
    ChosenIds.check(wish.id, "channel_id", Problem.INVALID_CHANNEL_ID);
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new Made(found(change.kept(Channel.KIND, earlier.getAsLong())), true);
          }
          List<String> members = Members.existing(change, wish.members);
          Channel same = wish.id == null ? null : change.named(Channel.KIND, wish.id);
          if (same != null) {
            if (!same.title().equals(wish.title) || !same.members().equals(members)) {
              throw Problem.CHANNEL_CONFLICT
                  .because(
                      "The channel with this id has a different title or different members. "
                          + "Choose another channel_id.")
                  .at("/channel_id", "is taken")
                  .asException();
            }
            return new Made(same, false);
          }
          String own = change.newId(Channel.PREFIX);
          Channel channel =
              new Channel(
                  Ulid.keyOf(Channel.PREFIX, own).orElseThrow(),
                  wish.id == null ? own : wish.id,
                  wish.title,
                  members,
                  change.nowMs(),
                  by,
                  null);
          change.keep(Channel.KIND, channel);
          OncePerKey.remember(change, idempotency, channel.key());
          return new Made(channel, false);
        });
  }

  /** Nobody finds it from now on; its messages go in portions afterwards. */
  public void remove(String id) {
    commits.commit(
        change -> {
          Channel channel = existing(change, id);
          change.keep(Channel.KIND, channel.removed(change.nowMs()));
          return channel;
        });
  }

  public Posted post(
      String channelId,
      String author,
      String content,
      List<String> to,
      String by,
      @Nullable TraceParent trace,
      @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new Posted(posted(change, earlier.getAsLong()), true);
          }
          Channel channel = existing(change, channelId);
          for (int i = 0; i < to.size(); i++) {
            if (!channel.members().contains(to.get(i))) {
              throw noMember(i);
            }
          }
          List<String> asked = List.copyOf(new LinkedHashSet<>(to));
          String id = change.newId(ChannelMessage.PREFIX);
          List<String> runIds = new ArrayList<>();
          for (String member : asked) {
            Intake.Order order =
                new Intake.Order(
                    RunKind.CHANNEL_DELIVERY,
                    by,
                    "channel",
                    "channel",
                    author,
                    content,
                    reference(channel, id),
                    trace);
            runIds.add(intake.take(change, member, order).id());
          }
          ChannelMessage message =
              ChannelPosts.message(change, id, channel, author, content, asked, runIds, null);
          OncePerKey.remember(change, idempotency, message.key());
          return new Posted(message, false);
        });
  }

  /**
   * @param place in the list of those who are asked
   */
  public static RuntimeException noMember(int place) {
    return Problem.INVALID_REQUEST
        .because("Only members of the channel can be asked to speak. Nothing was posted.")
        .at("/to/" + place, "is not a member of the channel")
        .asException();
  }

  private static ChannelMessage posted(Change change, long key) {
    ChannelMessage message = change.kept(ChannelMessage.KIND, key);
    if (message == null) {
      throw notFound();
    }
    return message;
  }

  /** What was asked and where, so that what the run says finds its way back. */
  private static Json reference(Channel channel, String messageId) {
    ObjectNode own = JsonTree.object().put("channel_id", channel.id()).put("message_id", messageId);
    ObjectNode metadata = JsonTree.object();
    metadata.set("daemon", own);
    return JsonTree.write(metadata);
  }

  /** Clears away what was removed. */
  @Override
  public int ring() {
    return commits.commit(
        change -> {
          int gone = 0;
          for (Channel channel : change.queries().due(Channel.KIND, change.nowMs(), 1)) {
            List<ChannelMessage> messages =
                change
                    .queries()
                    .keptBelow(
                        ChannelMessage.KIND, channel.messageGroup(), Long.MAX_VALUE, AT_ONCE);
            messages.forEach(message -> change.discard(ChannelMessage.KIND, message));
            if (messages.size() < AT_ONCE) {
              change.discard(Channel.KIND, channel);
            }
            gone += 1 + messages.size();
          }
          return gone;
        });
  }

  private static Channel existing(Change change, String id) {
    return found(change.named(Channel.KIND, id));
  }

  public static Channel found(@Nullable Channel channel) {
    if (channel == null || channel.removedAtMs() != null) {
      throw notFound();
    }
    return channel;
  }

  private static RuntimeException notFound() {
    return Problem.CHANNEL_NOT_FOUND
        .because("There is no such channel. GET /v1/channels lists them.")
        .asException();
  }
}
