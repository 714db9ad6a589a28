package dev.holdpoint.http.server;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operator may set. {@link #at} gives the defaults.
 *
 * @param port 0 picks a free one
 * @param allowedHosts names that the Host check takes besides loopback and the address reached
 * @param allowedOrigins whole origins, as {@code https://ops.example}, whose pages may change
 *     things
 * @param idle how long a connection may be silent: between requests, inside one, or while we write
 * @param bodyWithin how long a body may take to arrive, however steadily it drips
 * @param stopWithin how long a stop waits for requests and streams to finish
 * @param tls what connections are encrypted with; null for plain HTTP
 * @param proxies whose word is taken on who called them
 */
public record HttpSettings(
    String host,
    int port,
    List<String> allowedHosts,
    List<String> allowedOrigins,
    int maxBodyBytes,
    int maxHeaderBytes,
    int maxConnections,
    int maxStreams,
    Duration idle,
    Duration bodyWithin,
    Duration stopWithin,
    @Nullable TlsFiles tls,
    Proxies proxies) {

  public static HttpSettings at(String host, int port) {
    var files = FileLimit.ofThisProcess();
    return new HttpSettings(
        host,
        port,
        List.of(),
        List.of(),
        16 * 1024 * 1024,
        32 * 1024,
        files.connections(),
        files.streams(),
        Duration.ofSeconds(30),
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        null,
        Proxies.NONE);
  }

  public HttpSettings allowing(List<String> hosts, List<String> origins) {
    return new HttpSettings(
        host,
        port,
        List.copyOf(hosts),
        List.copyOf(origins),
        maxBodyBytes,
        maxHeaderBytes,
        maxConnections,
        maxStreams,
        idle,
        bodyWithin,
        stopWithin,
        tls,
        proxies);
  }

  public HttpSettings limits(int bodyBytes, int connections, int streams) {
    return new HttpSettings(
        host,
        port,
        allowedHosts,
        allowedOrigins,
        bodyBytes,
        maxHeaderBytes,
        connections,
        streams,
        idle,
        bodyWithin,
        stopWithin,
        tls,
        proxies);
  }

  public HttpSettings headers(int bytes) {
    return new HttpSettings(
        host,
        port,
        allowedHosts,
        allowedOrigins,
        maxBodyBytes,
        bytes,
        maxConnections,
        maxStreams,
        idle,
        bodyWithin,
        stopWithin,
        tls,
        proxies);
  }

  public HttpSettings timeouts(Duration idle, Duration bodyWithin, Duration stopWithin) {
    return new HttpSettings(
        host,
        port,
        allowedHosts,
        allowedOrigins,
        maxBodyBytes,
        maxHeaderBytes,
        maxConnections,
        maxStreams,
        idle,
        bodyWithin,
        stopWithin,
        tls,
        proxies);
  }

  public HttpSettings encrypted(@Nullable TlsFiles files) {
    return new HttpSettings(
        host,
        port,
        allowedHosts,
        allowedOrigins,
        maxBodyBytes,
        maxHeaderBytes,
        maxConnections,
        maxStreams,
        idle,
        bodyWithin,
        stopWithin,
        files,
        proxies);
  }

  public HttpSettings behind(Proxies trusted) {
    return new HttpSettings(
        host,
        port,
        allowedHosts,
        allowedOrigins,
        maxBodyBytes,
        maxHeaderBytes,
        maxConnections,
        maxStreams,
        idle,
        bodyWithin,
        stopWithin,
        tls,
        trusted);
  }
}
