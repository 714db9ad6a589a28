package dev.holdpoint.daemon.config;

import dev.holdpoint.daemon.log.LogFormat;
import dev.holdpoint.daemon.log.LogLevel;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The configuration in force. */
public final class Config {
  private final Map<Setting<?>, Value<?>> values;
  private final @Nullable Path file;

  Config(Map<Setting<?>, Value<?>> values, @Nullable Path file) throws ConfigException {
    this.values = Map.copyOf(values);
    this.file = file;
    checkOneAdminToken();
    checkReach();
  }

  public static Config load(ConfigSources sources) throws ConfigException {
    return new ConfigReading(sources).read();
  }

  /** The file that was read, if there was one. */
  public Optional<Path> file() {
    return Optional.ofNullable(file);
  }

  public String host() {
    return get(Settings.HOST);
  }

  public int port() {
    return get(Settings.PORT);
  }

  public Path data() {
    return get(Settings.DATA);
  }

  /** A PostgreSQL address; empty means SQLite in the data folder. */
  public Optional<URI> database() {
    return find(Settings.DATABASE);
  }

  /** The operator's own token, where it was given as such; see {@link #adminTokenFile}. */
  public Optional<String> adminToken() {
    return adminTokenFileWins() ? Optional.empty() : find(Settings.ADMIN_TOKEN);
  }

  /** The file of the operator's own token; empty when {@link #adminToken} is there. */
  public Optional<Path> adminTokenFile() {
    return adminTokenFileWins() ? find(Settings.ADMIN_TOKEN_FILE) : Optional.empty();
  }

  public Optional<URI> publicUrl() {
    return find(Settings.PUBLIC_URL);
  }

  public List<String> allowedHosts() {
    return find(Settings.ALLOWED_HOSTS).orElse(List.of());
  }

  public String defaultRoute() {
    return get(Settings.DEFAULT_ROUTE);
  }

  public Path workspaceRoot() {
    return get(Settings.WORKSPACE_ROOT);
  }

  public int workers() {
    return get(Settings.WORKERS);
  }

  public Limits limits() {
    return new Limits(
        get(Settings.BODY_BYTES),
        get(Settings.HEADER_BYTES),
        get(Settings.JSON_DEPTH),
        get(Settings.OPEN_STREAMS),
        get(Settings.STREAM_REPLAY_EVENTS),
        get(Settings.QUEUE_PER_SESSION));
  }

  public LogFormat logFormat() {
    return get(Settings.LOG_FORMAT);
  }

  public LogLevel logLevel() {
    return get(Settings.LOG_LEVEL);
  }

  /**
   * A setting as {@code config show} tells it: secrets are masked, null means that it is not set.
   */
  public record InForce(String key, @Nullable String value, Origin origin) {}

  public List<InForce> inForce() {
    return Settings.ALL.stream().map(this::inForce).toList();
  }

  private <T> InForce inForce(Setting<T> setting) {
    Value<T> value = value(setting);
    if (value == null) {
      return new InForce(setting.key(), null, new Origin.Preset());
    }
    return new InForce(setting.key(), setting.form().show(value.value()), value.origin());
  }

  private boolean adminTokenFileWins() {
    Value<Path> tokenFile = value(Settings.ADMIN_TOKEN_FILE);
    Value<String> token = value(Settings.ADMIN_TOKEN);
    return tokenFile != null
        && (token == null || tokenFile.origin().rank() > token.origin().rank());
  }

  private void checkOneAdminToken() throws ConfigException {
    Value<Path> tokenFile = value(Settings.ADMIN_TOKEN_FILE);
    Value<String> token = value(Settings.ADMIN_TOKEN);
    if (tokenFile != null && token != null && tokenFile.origin().rank() == token.origin().rank()) {
      throw new ConfigException(
          tokenFile.origin()
              + ": 'admin_token_file' and 'admin_token' ("
              + token.origin()
              + ") are both set; keep one");
    }
  }

  /** Whoever can be reached from elsewhere must have chosen the token that lets people in. */
  private void checkReach() throws ConfigException {
    if (!isLoopback(host()) && adminToken().isEmpty() && adminTokenFile().isEmpty()) {
      Value<String> host = value(Settings.HOST);
      throw new ConfigException(
          (host == null ? "" : host.origin() + ": ")
              + "'host' "
              + host()
              + " can be reached from other machines, so the admin token must be your own; set"
              + " HOLDPOINT_ADMIN_TOKEN or admin_token_file");
    }
  }

  private static boolean isLoopback(String host) {
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException _) {
      return false;
    }
  }

  private <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(() -> new IllegalStateException(setting.key() + " has no default"));
  }

  private <T> Optional<T> find(Setting<T> setting) {
    return Optional.ofNullable(value(setting)).map(Value::value);
  }

  /** Safe: a setting is only ever stored with a value that its own form has read. */
  @SuppressWarnings("unchecked")
  private <T> @Nullable Value<T> value(Setting<T> setting) {
    return (Value<T>) values.get(setting);
  }
}
