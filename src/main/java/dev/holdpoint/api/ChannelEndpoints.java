package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.team.TeamBodies.ChannelMessageView;
import dev.holdpoint.api.team.TeamBodies.ChannelView;
import dev.holdpoint.api.team.TeamBodies.CreateChannelRequest;
import dev.holdpoint.api.team.TeamBodies.PostMessageRequest;
import dev.holdpoint.api.team.TeamBodies.PostedMessage;
import java.util.List;

/** Public conversations. */
final class ChannelEndpoints {
  private static final String CHANNEL = "/v1/channels/{channel_id}";
  private static final String MESSAGES = CHANNEL + "/messages";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post(
                  "createChannel",
                  "/v1/channels",
                  WORK,
                  KEYED,
                  "Creates a channel, or returns the existing one")
              .takes(CreateChannelRequest.class, 201, ChannelView.class),
          get("listChannels", "/v1/channels", READ, "Lists channels, newest first")
              .lists(ChannelView.class, PAGE, CURSOR, LIMIT),
          get("getChannel", CHANNEL, READ, "One channel").answers(ChannelView.class),
          delete("removeChannel", CHANNEL, DECIDE, "Removes a channel and its messages"),
          post("postMessage", MESSAGES, WORK, KEYED, "Posts a message and asks members to speak")
              .takes(PostMessageRequest.class, 202, PostedMessage.class)
              .makesRun(),
          get("listMessages", MESSAGES, READ, "Lists the messages of a channel, newest first")
              .lists(ChannelMessageView.class, PAGE, CURSOR, LIMIT));

  private ChannelEndpoints() {}
}
