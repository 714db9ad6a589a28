package dev.holdpoint.http.server;

import java.time.Duration;
import java.util.Objects;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.SessionContainer;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.generator.Generator;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerSession;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Makes the connections of HTTP/2, encrypted ({@code h2}) or by prior knowledge ({@code h2c}).
 * Jetty has no place to bring a parser of one's own in, so that the parts are put together here as
 * it does.
 */
final class TimedHttp2Connections extends HTTP2ServerConnectionFactory
    implements ConnectionFactory.Upgrading {
  private final Duration headWithin;
  private final RefusalLog refusals;

  TimedHttp2Connections(
      HttpConfiguration configuration, String protocol, Duration headWithin, RefusalLog refusals) {
    super(configuration, protocol);
    this.headWithin = headWithin;
    this.refusals = refusals;
  }

  /**
   * Reached with the first line of HTTP/2 alone: {@link TimedConnection} ignores other upgrades.
   */
  @Override
  public @Nullable Connection upgradeConnection(
      Connector connector,
      EndPoint endPoint,
      MetaData.Request request,
      HttpFields.Mutable response) {
    HTTP2ServerConnection connection = newConnection(connector, endPoint);
    return connection.upgrade(request, response) ? connection : null;
  }

  @Override
  public HTTP2ServerConnection newConnection(Connector connector, EndPoint endPoint) {
    ServerSessionListener listener = newSessionListener(connector, endPoint);
    HttpConfiguration http = getHttpConfiguration();
    var generator =
        new Generator(
            connector.getByteBufferPool(),
            isUseOutputDirectByteBuffers(),
            getMaxHeaderBlockFragment());
    int answers = http.getMaxResponseHeaderSize();
    generator
        .getHpackEncoder()
        .setMaxHeaderListSize(answers > 0 ? answers : http.getResponseHeaderSize());
    var parser =
        new TimedHttp2Parser(
            connector.getByteBufferPool(),
            http.getRequestHeaderSize(),
            getRateControlFactory().newRateControl(endPoint),
            connector.getScheduler(),
            headWithin,
            refusals);
    parser.setMaxSettingsKeys(getMaxSettingsKeys());
    var session =
        new HTTP2ServerSession(
            connector.getScheduler(),
            endPoint,
            parser,
            generator,
            listener,
            getFlowControlStrategyFactory().newFlowControlStrategy());
    session.setMaxLocalStreams(getMaxConcurrentStreams());
    session.setMaxRemoteStreams(getMaxConcurrentStreams());
    session.setMaxEncoderTableCapacity(getMaxEncoderTableCapacity());
    session.setStreamIdleTimeout(getStreamIdleTimeout());
    session.setInitialSessionRecvWindow(getInitialSessionRecvWindow());
    session.setWriteThreshold(http.getOutputBufferSize());
    session.setConnectProtocolEnabled(isConnectProtocolEnabled());
    var connection = new HTTP2ServerConnection(connector, endPoint, http, session, listener);
    connection.setUseInputDirectByteBuffers(isUseInputDirectByteBuffers());
    connection.setUseOutputDirectByteBuffers(isUseOutputDirectByteBuffers());
    connection.addEventListener(Objects.requireNonNull(getBean(SessionContainer.class)));
    connection.addEventListener(parser);
    parser.init(connection);
    configure(connection, connector, endPoint);
    return connection;
  }
}
