package dev.holdpoint.http.server;

import dev.holdpoint.engine.heap.Heap;
import dev.holdpoint.http.proxy.Proxies;
import dev.holdpoint.http.tls.TlsFiles;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operator may set. {@link #at} gives the defaults.
 *
 * @param port 0 picks a free one
 * @param tls what connections are encrypted with; null for plain HTTP
 * @param proxies whose word is taken on who called them
 */
public record HttpSettings(
    String host,
    int port,
    Names names,
    Bounds bounds,
    Patience patience,
    @Nullable TlsFiles tls,
    Proxies proxies) {

  /**
   * @param hosts names that the Host check takes besides loopback and the address reached
   * @param origins whole origins, as {@code https://ops.example}, whose pages may change things
   */
  public record Names(List<String> hosts, List<String> origins) {
    public Names {
      hosts = List.copyOf(hosts);
      origins = List.copyOf(origins);
    }
  }

  /**
   * @param anonymousBodyBytes of a body at an endpoint that is open to all
   * @param heap what all requests together have to do with
   */
  public record Bounds(
      int bodyBytes,
      int anonymousBodyBytes,
      int headerBytes,
      int connections,
      int streams,
      Heap heap) {}

  /**
   * @param idle how long a connection may be silent: between requests, inside one, or while we
   *     write
   * @param headWithin how long a request line with headers may take from its first byte on
   * @param bodyWithin how long a body may take to arrive, however steadily it drips
   * @param stopWithin how long a stop waits for requests and streams to finish
   */
  public record Patience(
      Duration idle, Duration headWithin, Duration bodyWithin, Duration stopWithin) {}

  public static HttpSettings at(String host, int port) {
    var files = FileLimit.ofThisProcess();
    return new HttpSettings(
        host,
        port,
        new Names(List.of(), List.of()),
        new Bounds(
            16 * 1024 * 1024,
            16 * 1024,
            32 * 1024,
            files.connections(),
            files.streams(),
            Heap.ofThisProcess()),
        new Patience(
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10)),
        null,
        Proxies.NONE);
  }

  public HttpSettings allowing(List<String> hosts, List<String> origins) {
    Names allowed = new Names(hosts, origins);
    return new HttpSettings(host, port, allowed, bounds, patience, tls, proxies);
  }

  public HttpSettings limits(int bodyBytes, int connections, int streams) {
    return bounded(
        new Bounds(
            bodyBytes,
            bounds.anonymousBodyBytes(),
            maxHeaderBytes(),
            connections,
            streams,
            heap()));
  }

  public HttpSettings anonymous(int bodyBytes) {
    return bounded(
        new Bounds(
            maxBodyBytes(),
            bodyBytes,
            maxHeaderBytes(),
            maxConnections(),
            wishedStreams(),
            heap()));
  }

  public HttpSettings headers(int bytes, Duration within) {
    Patience other = new Patience(idle(), within, patience.bodyWithin(), patience.stopWithin());
    Bounds larger =
        new Bounds(
            maxBodyBytes(),
            bounds.anonymousBodyBytes(),
            bytes,
            maxConnections(),
            wishedStreams(),
            heap());
    return new HttpSettings(host, port, names, larger, other, tls, proxies);
  }

  /** Bodies are no larger than fits into it, whatever was set before. */
  public HttpSettings within(Heap heap) {
    return bounded(
        new Bounds(
            heap.body(maxBodyBytes()),
            bounds.anonymousBodyBytes(),
            maxHeaderBytes(),
            maxConnections(),
            wishedStreams(),
            heap));
  }

  private HttpSettings bounded(Bounds other) {
    return new HttpSettings(host, port, names, other, patience, tls, proxies);
  }

  public HttpSettings timeouts(Duration idle, Duration bodyWithin, Duration stopWithin) {
    Patience other = new Patience(idle, patience.headWithin(), bodyWithin, stopWithin);
    return new HttpSettings(host, port, names, bounds, other, tls, proxies);
  }

  public HttpSettings encrypted(@Nullable TlsFiles files) {
    return new HttpSettings(host, port, names, bounds, patience, files, proxies);
  }

  public HttpSettings behind(Proxies trusted) {
    return new HttpSettings(host, port, names, bounds, patience, tls, trusted);
  }

  public List<String> allowedHosts() {
    return names.hosts();
  }

  public List<String> allowedOrigins() {
    return names.origins();
  }

  public int maxBodyBytes() {
    return bounds.bodyBytes();
  }

  /** Never more than of any other body. */
  public int maxAnonymousBodyBytes() {
    return Math.min(bounds.anonymousBodyBytes(), bounds.bodyBytes());
  }

  public int maxHeaderBytes() {
    return bounds.headerBytes();
  }

  public int maxConnections() {
    return bounds.connections();
  }

  public Heap heap() {
    return bounds.heap();
  }

  /** Never more than there is room for. */
  public int maxStreams() {
    return Math.min(wishedStreams(), FileLimit.ofThisProcess().streams());
  }

  public int wishedStreams() {
    return bounds.streams();
  }

  /** Connections at which no further stream is taken: the rest is for decisions. */
  int busyConnections() {
    return maxConnections() - FileLimit.reserved(maxConnections());
  }

  public Duration idle() {
    return patience.idle();
  }

  public Duration headWithin() {
    return patience.headWithin();
  }

  public Duration bodyWithin() {
    return patience.bodyWithin();
  }

  public Duration stopWithin() {
    return patience.stopWithin();
  }
}
