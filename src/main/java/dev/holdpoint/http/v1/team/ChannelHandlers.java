package dev.holdpoint.http.v1.team;

import dev.holdpoint.api.team.TeamBodies.ChannelMessageView;
import dev.holdpoint.api.team.TeamBodies.ChannelView;
import dev.holdpoint.api.team.TeamBodies.CreateChannelRequest;
import dev.holdpoint.api.team.TeamBodies.PostMessageRequest;
import dev.holdpoint.api.team.TeamBodies.PostedMessage;
import dev.holdpoint.core.team.Channel;
import dev.holdpoint.core.team.ChannelMessage;
import dev.holdpoint.engine.team.Channels;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Narrowed;
import dev.holdpoint.http.v1.call.OwnSight;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Public conversations. */
public final class ChannelHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Channels channels;

  public ChannelHandlers(ViewContext sight, Bodies bodies, Channels channels) {
    this.sight = sight;
    this.bodies = bodies;
    this.channels = channels;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createChannel", this::create,
        "listChannels", this::list,
        "getChannel", this::get,
        "removeChannel", this::remove,
        "postMessage", this::post,
        "listMessages", this::messages);
  }

  private Reply create(Call call) {
    CreateChannelRequest body = bodies.read(call, CreateChannelRequest.class);
    Channels.Made made =
        channels.create(
            new Channels.Spec(body.channelId(), body.title(), body.members()),
            call.caller().principalId(),
            bodies.idempotency(call, body.idempotencyKey()));
    ChannelView shown =
        sight.engine.read(queries -> view(OwnSight.of(queries, call.caller()), made.channel()));
    return Replays.marked(Reply.json(201, shown), made.replayed());
  }

  private Reply list(Call call) {
    return sight.engine.read(
        queries ->
            Narrowed.shelf(
                queries,
                ListPages.of(call, "channels"),
                Channel.KIND,
                Channel.LISTED,
                OwnSight.orAll(call.caller(), OwnSight.of(queries, call.caller())::has),
                channel -> view(OwnSight.of(queries, call.caller()), channel)));
  }

  private Reply get(Call call) {
    String id = call.path("channel_id");
    return Reply.json(
        200,
        sight.engine.read(
            queries ->
                view(
                    OwnSight.of(queries, call.caller()),
                    Channels.found(queries.named(Channel.KIND, id)))));
  }

  private Reply remove(Call call) {
    bodies.checkUnused(call);
    channels.remove(call.path("channel_id"));
    return Reply.empty(204);
  }

  private Reply post(Call call) {
    PostMessageRequest body = bodies.read(call, PostMessageRequest.class);
    Channels.Posted posted =
        channels.post(
            call.path("channel_id"),
            body.author(),
            body.content(),
            body.to(),
            call.caller().principalId(),
            call.trace(),
            bodies.idempotency(call, body.idempotencyKey()));
    return Replays.marked(
        Reply.json(202, new PostedMessage(posted.message().id(), posted.message().runIds())),
        posted.replayed());
  }

  private Reply messages(Call call) {
    String id = call.path("channel_id");
    return sight.engine.read(
        queries -> {
          Channel channel = Channels.found(queries.named(Channel.KIND, id));
          return ListPages.shelf(
              queries,
              ListPages.of(call, "messages " + channel.key()),
              ChannelMessage.KIND,
              channel.messageGroup(),
              message -> view(OwnSight.of(queries, call.caller()), channel, message));
        });
  }

  private static ChannelView view(OwnSight own, Channel channel) {
    return new ChannelView(
        channel.id(), channel.title(), own.among(channel.members()), channel.createdAtMs());
  }

  /** A token bound to own sessions does not learn which other members got it, nor in which runs. */
  private static ChannelMessageView view(OwnSight own, Channel channel, ChannelMessage message) {
    List<String> to = own.among(message.to());
    List<String> runs =
        IntStream.range(0, message.runIds().size())
            .filter(i -> i >= message.to().size() || to.contains(message.to().get(i)))
            .mapToObj(message.runIds()::get)
            .toList();
    return new ChannelMessageView(
        message.id(),
        channel.id(),
        message.author(),
        message.content(),
        to,
        runs,
        message.runId(),
        message.createdAtMs());
  }
}
