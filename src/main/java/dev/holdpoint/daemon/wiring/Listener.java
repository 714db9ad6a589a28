package dev.holdpoint.daemon.wiring;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.heap.Heap;
import dev.holdpoint.http.proxy.Proxies;
import dev.holdpoint.http.server.FileLimit;
import dev.holdpoint.http.server.HttpServer;
import dev.holdpoint.http.server.HttpSettings;
import dev.holdpoint.http.tls.TlsFiles;
import dev.holdpoint.http.tls.TlsRefused;
import dev.holdpoint.http.v1.daemon.Warnings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the daemon listens, by what is configured and by what the machine allows. */
public final class Listener {
  private static final Logger log = LoggerFactory.getLogger(Listener.class);

  private Listener() {}

  public static HttpSettings settings(Config config, InstantSource clock) throws StartRefused {
    HeapRoom.check(Heap.ofThisProcess(), config.limits());
    HttpSettings base = HttpSettings.at(config.host(), config.port());
    int streams = config.limits().openStreams();
    List<String> hosts = new ArrayList<>(config.allowedHosts());
    List<String> origins = new ArrayList<>();
    config
        .publicUrl()
        .ifPresent(
            url -> {
              hosts.add(url.getHost());
              origins.add(origin(url));
            });
    return base.allowing(hosts, origins)
        .headers(config.limits().headerBytes(), Duration.ofMillis(config.limits().headerWithinMs()))
        .anonymous(config.limits().anonymousBodyBytes())
        .limits(
            config.limits().bodyBytes(),
            base.maxConnections(),
            streams == 0 ? base.maxStreams() : streams)
        .within(Heap.ofThisProcess())
        .encrypted(tls(config, clock))
        .behind(new Proxies(config.listen().trustedProxies()));
  }

  /** Null for plain HTTP. */
  static @Nullable TlsFiles tls(Config config, InstantSource clock) throws StartRefused {
    Path certFile = config.listen().certFile();
    Path keyFile = config.listen().keyFile();
    try {
      return certFile == null || keyFile == null ? null : TlsFiles.open(certFile, keyFile, clock);
    } catch (TlsRefused e) {
      throw new StartRefused(String.valueOf(e.getMessage()));
    }
  }

  public static String address(Config config, int port) {
    String host = config.host().contains(":") ? "[" + config.host() + "]" : config.host();
    return (config.listen().isEncrypted() ? "https://" : "http://") + host + ":" + port;
  }

  /** An address that means all addresses of the machine cannot be called. */
  public static String callable(String address) {
    return address.replace("//0.0.0.0", "//127.0.0.1").replace("//[::]", "//[::1]");
  }

  /** As a browser writes it: in lower case, without a path, and without the scheme's own port. */
  private static String origin(URI url) {
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    int own = scheme.equals("https") ? 443 : 80;
    String port = url.getPort() < 0 || url.getPort() == own ? "" : ":" + url.getPort();
    return scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + port;
  }

  static List<StatusView.Warning> warnings(HttpSettings settings) {
    List<StatusView.Warning> warnings = new ArrayList<>();
    String files = FileLimit.ofThisProcess().complaint(settings.wishedStreams());
    if (files != null) {
      warnings.add(new StatusView.Warning(Warnings.Code.FILE_LIMIT.wire(), files));
    }
    if (settings.tls() != null) {
      for (TlsFiles.Warning warning : settings.tls().warnings()) {
        Warnings.Code code =
            switch (warning.trouble()) {
              case NOT_VALID -> Warnings.Code.CERTIFICATE_NOT_VALID;
              case EXPIRES_SOON -> Warnings.Code.CERTIFICATE_EXPIRES_SOON;
              case NOT_RELOADED -> Warnings.Code.CERTIFICATE_NOT_RELOADED;
            };
        warnings.add(new StatusView.Warning(code.wire(), warning.message()));
      }
    }
    return warnings;
  }

  /** Listens before there is anything to be served: until it is opened it says what is done. */
  static HttpServer begin(
      HttpSettings settings, Config config, Styles styles, Supplier<String> starting)
      throws StartRefused {
    String files = FileLimit.ofThisProcess().complaint(config.limits().openStreams());
    if (files != null) {
      log.warn("{}", files);
    }
    HttpServer server = new HttpServer(settings, styles::of, starting);
    try {
      server.start();
      return server;
    } catch (IOException e) {
      throw new StartRefused(
          "cannot listen on %s:%d: %s; choose another port with --port"
              .formatted(config.host(), config.port(), e.getMessage()));
    }
  }
}
