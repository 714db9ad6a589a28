package dev.holdpoint.daemon;

import dev.holdpoint.api.StatusView;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.http.server.FileLimit;
import dev.holdpoint.http.server.HttpSettings;
import dev.holdpoint.http.v1.Warnings;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How the daemon listens, by what is configured and by what the machine allows. */
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

  /** Each stream is an open file; with too few of them, some of what was promised is refused. */
  static List<StatusView.Warning> warnings(HttpSettings settings) {
    FileLimit files = FileLimit.ofThisProcess();
    if (settings.maxStreams() <= files.streams()) {
      return List.of();
    }
    return List.of(
        new StatusView.Warning(
            Warnings.Code.FILE_LIMIT.wire(),
            "limits.open_streams is %d, but the limit of open files, %d, leaves room for %d; raise it (ulimit -n) or lower the setting."
                .formatted(settings.maxStreams(), files.files(), files.streams())));
  }
}
