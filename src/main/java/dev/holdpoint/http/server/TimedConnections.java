package dev.holdpoint.http.server;

import java.time.Duration;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;

/** Makes the connections of HTTP/1.1. */
final class TimedConnections extends HttpConnectionFactory {
  private final Duration headWithin;
  private final RefusalLog refusals;

  TimedConnections(HttpConfiguration configuration, Duration headWithin, RefusalLog refusals) {
    super(configuration);
    this.headWithin = headWithin;
    this.refusals = refusals;
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    var connection =
        new TimedConnection(getHttpConfiguration(), connector, endPoint, headWithin, refusals);
    connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
    return configure(connection, connector, endPoint);
  }
}
