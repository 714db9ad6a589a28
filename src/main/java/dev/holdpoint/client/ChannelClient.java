package dev.holdpoint.client;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.team.TeamBodies.ChannelMessageView;
import dev.holdpoint.api.team.TeamBodies.ChannelView;
import dev.holdpoint.api.team.TeamBodies.CreateChannelRequest;
import dev.holdpoint.api.team.TeamBodies.PostMessageRequest;
import dev.holdpoint.api.team.TeamBodies.PostedMessage;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;

/** Public conversations. */
public final class ChannelClient {
  private static final String CHANNEL = "/v1/channels/{}";

  private final Connection connection;

  ChannelClient(Connection connection) {
    this.connection = connection;
  }

  public ChannelView create(CreateChannelRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/channels"), request, request.idempotencyKey(), ChannelView.class);
  }

  public Page<ChannelView> page(PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of("/v1/channels"), wish, ChannelView.class);
  }

  public ChannelView find(String id) throws CallFailed {
    return connection.get(RequestPath.of(CHANNEL, id), ChannelView.class);
  }

  public void remove(String id) throws CallFailed {
    connection.delete(RequestPath.of(CHANNEL, id));
  }

  public PostedMessage post(String id, PostMessageRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of(CHANNEL + "/messages", id),
        request,
        request.idempotencyKey(),
        PostedMessage.class);
  }

  public Page<ChannelMessageView> messages(String id, PageRequest wish) throws CallFailed {
    return connection.page(
        RequestPath.of(CHANNEL + "/messages", id), wish, ChannelMessageView.class);
  }
}
