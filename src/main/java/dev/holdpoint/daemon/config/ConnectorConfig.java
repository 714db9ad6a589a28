package dev.holdpoint.daemon.config;

import dev.holdpoint.outbound.Connector;
import dev.holdpoint.outbound.ConnectorKind;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A connector as it is configured. */
public record ConnectorConfig(
    String name,
    ConnectorKind kind,
    @Nullable URI baseUrl,
    @Nullable String tokenEnv,
    @Nullable Path tokenFile,
    @Nullable Path secretFile) {
  /** What outputs for nobody in particular are kept under. */
  private static final String KEPT = "daemon";

  static ConnectorConfig of(String name, SettingValues settings) throws ConfigException {
    return new ConnectorConfig(
        name,
        settings
            .find(Settings.CONNECTOR_KIND.of(name))
            .orElseThrow(
                () ->
                    new ConfigException(
                        "the connector '"
                            + name
                            + "' has no kind; set connectors."
                            + name
                            + ".kind")),
        settings.find(Settings.CONNECTOR_BASE_URL.of(name)).orElse(null),
        settings.find(Settings.CONNECTOR_TOKEN_ENV.of(name)).orElse(null),
        settings.find(Settings.CONNECTOR_TOKEN_FILE.of(name)).orElse(null),
        settings.find(Settings.CONNECTOR_SECRET_FILE.of(name)).orElse(null));
  }

  void check() throws ConfigException {
    if (name.equals(KEPT)) {
      throw wrong(
          "would never be used: targets of 'daemon' are handled internally; choose "
              + "another name");
    }
    for (ConnectorKind each : ConnectorKind.values()) {
      // Targets that name a kind would be taken for this connector.
      if (each != kind && name.equals(each.name().toLowerCase(Locale.ROOT))) {
        throw wrong("must be of kind %s; choose another name".formatted(name));
      }
    }
    if (tokenEnv != null && tokenFile != null) {
      throw wrong("has both token_env and token_file; remove one");
    }
    boolean hasToken = tokenEnv != null || tokenFile != null;
    switch (kind) {
      case SLACK, TELEGRAM -> {
        if (!hasToken) {
          throw wrong("has no token; set %s or %s".formatted(key("token_env"), key("token_file")));
        }
        if (secretFile != null) {
          throw wrong("does not sign deliveries; remove %s".formatted(key("secret_file")));
        }
      }
      case EXTERNAL -> {
        if (baseUrl == null) {
          throw wrong("has no base_url; set " + key("base_url"));
        }
      }
      case HTTP -> {
        if (hasToken && baseUrl == null) {
          throw wrong(
              "would send its token to any address that a caller chooses; set " + key("base_url"));
        }
        if (name.equals(Connector.PLAIN_HTTP) && hasToken) {
          throw wrong(
              "sends to the targets of all callers and cannot have a token; choose "
                  + "another name");
        }
      }
    }
  }

  /** How its setting of that name is called. */
  public String key(String member) {
    return "connectors." + name + "." + member;
  }

  private ConfigException wrong(String what) {
    return new ConfigException("the connector '" + name + "' " + what);
  }
}
