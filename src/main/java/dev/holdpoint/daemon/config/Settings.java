package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;
import static dev.holdpoint.daemon.config.Setting.optional;

import dev.holdpoint.core.debug.CaptureLevel;
import dev.holdpoint.daemon.log.LogFormat;
import dev.holdpoint.daemon.log.LogLevel;
import dev.holdpoint.outbound.ConnectorKind;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every setting, a line each. Add one here and an accessor in {@link Config}; the rest follows. */
public final class Settings {
  static final Setting<String> HOST =
      defaulting("host", Form.host(), "127.0.0.1", "address to listen on").withFlag();
  static final Setting<Integer> PORT =
      defaulting(
              "port",
              Form.number(0, 65_535),
              "4747",
              "port to listen on; 0 chooses a free one and prints it")
          .withFlag();
  static final Setting<Path> DATA =
      optional(
              "data",
              Form.path(),
              "`$XDG_DATA_HOME/holdpoint`, else `~/.local/share/holdpoint`",
              "folder for the database, keys and workspaces")
          .withFlag();
  static final Setting<URI> DATABASE =
      optional(
              "database",
              Form.database(),
              "SQLite in the data folder",
              "PostgreSQL database, `postgres://user:password@host:port/name`")
          .withFlag()
          .asSecret();

  static final Setting<String> ADMIN_TOKEN =
      optional(
              "admin_token",
              Form.token(),
              "generated into `<data>/admin-token`",
              "the operator's own admin token")
          .asSecret();
  static final Setting<Path> ADMIN_TOKEN_FILE =
      optional("admin_token_file", Form.path(), "none", "file with the admin token");
  static final Setting<URI> PUBLIC_URL =
      optional(
          "public_url",
          Form.httpUrl(),
          "the listening address",
          "public URL of the daemon; links begin with it");
  static final Setting<List<String>> ALLOWED_HOSTS =
      optional(
          "allowed_hosts",
          Form.hosts(),
          "the listening address and the host of `public_url`",
          "additional names that are accepted in the Host header");

  static final Setting<String> DEFAULT_ROUTE =
      defaulting(
          "default_route",
          Form.route(),
          "scripted",
          "route of runs that name none: a model route, or `acp:` and the name of an agent");
  static final Setting<ConnectorKind> CONNECTOR_KIND =
      optional(
          "connectors.<name>.kind",
          Form.oneOf(ConnectorKind.class),
          "only the connector `http`",
          "service that the connector with this name calls");
  static final Setting<URI> CONNECTOR_BASE_URL =
      optional(
          "connectors.<name>.base_url",
          Form.httpUrl(),
          "that of Slack or Telegram; any public address for http; required for external",
          "URL that the connector calls; may be a private address");
  static final Setting<String> CONNECTOR_TOKEN_ENV =
      optional(
          "connectors.<name>.token_env",
          Form.variable(),
          "none",
          "environment variable with the connector's token; required for slack and telegram");
  static final Setting<Path> CONNECTOR_TOKEN_FILE =
      optional(
          "connectors.<name>.token_file",
          Form.path(),
          "none",
          "file with the token, instead of `token_env`");
  static final Setting<Path> CONNECTOR_SECRET_FILE =
      optional(
          "connectors.<name>.secret_file",
          Form.path(),
          "`<data>/webhook-secret`, created at the first start",
          "file with the secret that signs deliveries of http and external");
  static final Setting<Boolean> ALLOW_PRIVATE_ADDRESSES =
      defaulting(
          "outbound.allow_private_addresses",
          Form.flag(),
          "false",
          "whether outputs may be sent to loopback and private addresses");
  static final Setting<Path> WORKSPACE_ROOT =
      optional(
          "workspace_root",
          Form.path(),
          "`<data>/workspaces`",
          "folder for the workspaces of sessions");
  static final Setting<List<Path>> SKILL_FOLDERS =
      optional(
          "skill_folders",
          Form.paths(),
          "none",
          "folders of skills: each subfolder with a `SKILL.md` is a skill");
  static final Setting<SearchVisibility> MEMORY_VISIBILITY =
      defaulting(
          "run_memory_policy.search_visibility",
          Form.oneOf(SearchVisibility.class),
          "session",
          "which ended runs a memory search finds: the session's own, or those of "
              + "all sessions that share a learning scope with it");
  static final Setting<Long> MEMORY_TTL =
      defaulting(
          "run_memory_policy.ttl_ms",
          Form.millis(1, 315_360_000_000L),
          "2592000000",
          "how long the memory of a run is kept");
  static final Setting<Integer> WORKERS =
      defaulting(
          "workers",
          Form.number(1, 10_000),
          "64",
          "maximum number of runs that work at the same time, not counting parked ones");

  static final Setting<Path> AUDIT_KEY_FILE =
      optional(
          "audit.key_file",
          Form.path(),
          "`<data>/audit-key`, created at the first start",
          "file with the key that signs the audit ledger: Ed25519, PKCS #8 in PEM, mode 0600");
  static final Setting<Integer> DELIVERIES_PER_TARGET =
      defaulting(
          "limits.deliveries_per_target",
          Form.number(1, 10_000_000),
          "10000",
          "maximum number of queued deliveries for one target; more become dead "
              + "letters immediately");
  static final Setting<Integer> DELIVERY_MAX_ATTEMPTS =
      defaulting(
          "deliveries.max_attempts",
          Form.number(1, 1_000),
          "8",
          "attempts before a delivery becomes a dead letter");
  static final Setting<Long> DELIVERY_FIRST_RETRY_MS =
      defaulting(
          "deliveries.first_retry_ms",
          Form.millis(1, 3_600_000L),
          "1000",
          "delay before the first retry of a delivery; doubles with each retry");
  static final Setting<Long> DELIVERY_LONGEST_RETRY_MS =
      defaulting(
          "deliveries.longest_retry_ms",
          Form.millis(1, 86_400_000L),
          "60000",
          "maximum delay between two attempts");
  static final Setting<Long> RETENTION_RUNS_MS =
      optional(
          "retention.runs_ms",
          Form.millis(1_000, 315_360_000_000L),
          "for ever",
          "how long a run and its events are kept after its end");
  static final Setting<Long> RETENTION_EVENTS_MS =
      optional(
          "retention.events_ms",
          Form.millis(1_000, 315_360_000_000L),
          "as long as the run",
          "how long the events and transcript of a run are kept after its end");
  static final Setting<Long> RETENTION_STATS_MS =
      defaulting(
          "retention.stats_ms",
          Form.millis(1_000, 315_360_000_000L),
          "34560000000",
          "how long the numbers about decisions are kept");
  static final Setting<Long> STATS_RUBBER_STAMP_MS =
      defaulting(
          "stats.rubber_stamp_ms",
          Form.millis(0, 3_600_000),
          "1000",
          "a person's approval within this time after their first look counts as a rubber stamp");

  static final Setting<Long> STORAGE_CHECK_EVERY_MS =
      defaulting(
          "storage.check_every_ms",
          Form.millis(0, 315_360_000_000L),
          "604800000",
          "how long after one check of all stored data the next one begins; 0 turns the check off");
  static final Setting<Path> STORAGE_BACKUP_FOLDER =
      optional(
          "storage.backup_folder",
          Form.path(),
          "none",
          "folder with backups (`*.zip`) that the check and `doctor --deep` read as well");

  static final Setting<CaptureLevel> DEBUG_CAPTURE =
      defaulting(
          "debug.capture",
          Form.oneOf(CaptureLevel.class),
          "off",
          "what to record of model requests: `off`, `redacted` (no text) or "
              + "`full`; secrets are always removed");
  static final Setting<Long> DEBUG_TTL =
      defaulting(
          "debug.ttl_ms",
          Form.millis(0, 315_360_000_000L),
          "604800000",
          "how long artifacts are kept after the run ends; 0 keeps them until they "
              + "are pruned");
  static final Setting<Long> DEBUG_GC_INTERVAL =
      defaulting(
          "debug.gc_interval_ms",
          Form.millis(1, 315_360_000_000L),
          "3600000",
          "how often artifacts that are too old or too many are removed");
  static final Setting<Integer> DEBUG_ARTIFACT_BYTES =
      defaulting(
          "debug.max_artifact_bytes",
          Form.number(0, 1 << 30),
          "4194304",
          "maximum text of an artifact; longer text is cut");
  static final Setting<Long> DEBUG_RUN_BYTES =
      defaulting(
          "debug.max_run_bytes",
          Form.number(0L, 1L << 50),
          "33554432",
          "maximum text of all artifacts of a run; longer text is cut");
  static final Setting<Integer> DEBUG_ARTIFACTS =
      defaulting(
          "debug.max_artifacts_per_run",
          Form.number(0, 1_000_000),
          "64",
          "maximum number of artifacts of a run; later ones are not kept");
  static final Setting<Long> DEBUG_STORE_BYTES =
      optional(
          "debug.max_store_bytes",
          Form.number(0L, 1L << 50),
          "no limit",
          "maximum size of all artifacts on disk; those of the runs that ended "
              + "first are removed, never those of unfinished runs");
  static final Setting<String> DEBUG_KEY =
      optional(
              "debug.capture_key",
              Form.secret("32 bytes, as 64 hex digits or as base64"),
              "none: not encrypted",
              "key that encrypts artifacts at rest")
          .asSecret();
  static final Setting<Path> DEBUG_KEY_FILE =
      optional(
          "debug.capture_key_file", Form.path(), "none", "file with this key in the same format");
  static final Setting<Long> EXPIRING_SOON_MS =
      defaulting(
          "notifications.expiring_soon_ms",
          Form.millis(1, 315_360_000_000L),
          "600000",
          "how long before its deadline a gate sends `expiring_soon`; a gate with "
              + "a shorter life sends it at half of its life");

  static final Setting<LogFormat> LOG_FORMAT =
      defaulting(
          "log.format",
          Form.oneOf(LogFormat.class),
          "auto",
          "`text`, `json`, or `auto`: text on a terminal, else JSON lines");
  static final Setting<LogLevel> LOG_LEVEL =
      defaulting("log.level", Form.oneOf(LogLevel.class), "info", "minimum level of log lines");

  static final Setting<URI> OTEL_ENDPOINT =
      optional(
          "otel.endpoint",
          Form.httpUrl(),
          "none",
          "OTLP/HTTP collector for traces of runs: `http://127.0.0.1:4318`");

  static final List<Setting<?>> OF_CONNECTORS =
      List.of(
          CONNECTOR_KIND,
          CONNECTOR_BASE_URL,
          CONNECTOR_TOKEN_ENV,
          CONNECTOR_TOKEN_FILE,
          CONNECTOR_SECRET_FILE);

  private static final List<Setting<?>> OWN =
      List.of(
          HOST,
          PORT,
          DATA,
          DATABASE,
          ADMIN_TOKEN,
          ADMIN_TOKEN_FILE,
          PUBLIC_URL,
          ALLOWED_HOSTS,
          DEFAULT_ROUTE,
          CONNECTOR_KIND,
          CONNECTOR_BASE_URL,
          CONNECTOR_TOKEN_ENV,
          CONNECTOR_TOKEN_FILE,
          CONNECTOR_SECRET_FILE,
          ALLOW_PRIVATE_ADDRESSES,
          WORKSPACE_ROOT,
          SKILL_FOLDERS,
          MEMORY_VISIBILITY,
          MEMORY_TTL,
          WORKERS,
          DELIVERIES_PER_TARGET,
          DELIVERY_MAX_ATTEMPTS,
          DELIVERY_FIRST_RETRY_MS,
          DELIVERY_LONGEST_RETRY_MS,
          AUDIT_KEY_FILE,
          RETENTION_RUNS_MS,
          RETENTION_EVENTS_MS,
          RETENTION_STATS_MS,
          STATS_RUBBER_STAMP_MS,
          STORAGE_CHECK_EVERY_MS,
          STORAGE_BACKUP_FOLDER,
          DEBUG_CAPTURE,
          DEBUG_TTL,
          DEBUG_GC_INTERVAL,
          DEBUG_ARTIFACT_BYTES,
          DEBUG_RUN_BYTES,
          DEBUG_ARTIFACTS,
          DEBUG_STORE_BYTES,
          DEBUG_KEY,
          DEBUG_KEY_FILE,
          EXPIRING_SOON_MS,
          LOG_FORMAT,
          LOG_LEVEL,
          OTEL_ENDPOINT);

  public static final List<Setting<?>> ALL =
      Stream.of(
              OWN,
              LimitSettings.ALL,
              RouteSettings.ALL,
              ListenSettings.ALL,
              ClusterSettings.ALL,
              AgentSettings.ALL,
              GateSettings.ALL,
              McpServerSettings.ALL,
              OidcSettings.ALL,
              PasskeySettings.ALL,
              PlatformJwt.ALL,
              TokenSettings.ALL,
              TriageSettings.ALL,
              VaultSettings.ALL,
              WitnessSettings.ALL)
          .flatMap(List::stream)
          .toList();

  /** The setting of that key, also of one that exists once for each name. */
  static @Nullable Setting<?> find(String key) {
    for (Setting<?> setting : ALL) {
      if (setting.key().equals(key)) {
        return setting.isNamed() ? null : setting;
      }
      String name = setting.isNamed() ? setting.nameIn(key) : null;
      if (name != null) {
        return setting.of(name);
      }
    }
    return null;
  }

  private Settings() {}
}
