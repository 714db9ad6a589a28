package dev.holdpoint.daemon;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.http.server.HttpSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How the daemon listens, by what is configured. */
final class Listening {
  private Listening() {}

  static HttpSettings settings(Config config) {
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
        .headers(config.limits().headerBytes())
        .limits(
            config.limits().bodyBytes(),
            base.maxConnections(),
            streams == 0 ? base.maxStreams() : streams);
  }

  /** As a browser writes it: in lower case, without a path, and without the scheme's own port. */
  private static String origin(URI url) {
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    int own = scheme.equals("https") ? 443 : 80;
    String port = url.getPort() < 0 || url.getPort() == own ? "" : ":" + url.getPort();
    return scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + port;
  }
}
