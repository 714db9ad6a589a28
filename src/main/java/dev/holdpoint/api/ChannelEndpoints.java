package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.delete;
import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.Endpoint.Access.READ;
import static dev.holdpoint.api.Endpoint.Access.WORK;
import static dev.holdpoint.api.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.Queries.CURSOR;
import static dev.holdpoint.api.Queries.LIMIT;
import static dev.holdpoint.api.Queries.PAGE;

import java.util.List;

/** Public conversations. */
final class ChannelEndpoints {
  private static final String CHANNEL = "/v1/channels/{channel_id}";
  private static final String MESSAGES = CHANNEL + "/messages";

  static final List<Endpoint> ALL =
      Draft.all(
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
