package dev.holdpoint.daemon.config;

import dev.holdpoint.core.debug.CaptureLevel;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.daemon.log.LogFormat;
import dev.holdpoint.daemon.log.LogLevel;
import dev.holdpoint.engine.permit.PermitTimes;
import dev.holdpoint.http.hooks.HookTimeouts;
import dev.holdpoint.vault.VaultKeySource;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The configuration in force. */
public final class Config {
  private final SettingValues settings;
  private final Optional<PlatformJwt> platformJwt;
  private final Optional<OidcSettings> oidc;
  private final ListenSettings listen;
  private final Map<String, RouteConfig> routes;

  private Config(SettingValues settings) throws ConfigException {
    this.settings = settings;
    settings.checkOne(Settings.ADMIN_TOKEN_FILE, Settings.ADMIN_TOKEN);
    if (get(Settings.DEBUG_CAPTURE) != CaptureLevel.OFF) {
      settings.checkOne(Settings.DEBUG_KEY_FILE, Settings.DEBUG_KEY);
    }
    settings.checkRenamed(AgentSettings.HOOK_WAIT, AgentSettings.FORMER_HOOK_WAIT);
    settings.checkRenamed(AgentSettings.HOOK_MAX_WAIT, AgentSettings.FORMER_HOOK_MAX_WAIT);
    TokenStrength.check(this);
    this.platformJwt = PlatformJwt.of(settings);
    this.oidc = OidcSettings.of(settings);
    this.listen = ListenSettings.of(settings);
    this.routes = readRoutes();
    checkDefaultRoute();
    for (ConnectorConfig connector : connectors()) {
      connector.check();
    }
    agents();
    mcpServers();
  }

  private void checkDefaultRoute() throws ConfigException {
    if (!routes().containsKey(defaultRoute()) && !isAgentRoute(defaultRoute())) {
      throw new ConfigException(
          where(Settings.DEFAULT_ROUTE)
              + "'default_route' is '%s', which does not exist; the routes are: %s"
                  .formatted(defaultRoute(), String.join(", ", routes().keySet())));
    }
  }

  private boolean isAgentRoute(String route) throws ConfigException {
    return route.equals(AgentConfig.ROUTE + AgentConfig.MOCK)
        || agents().stream().anyMatch(agent -> route.equals(AgentConfig.ROUTE + agent.name()));
  }

  public static Config load(ConfigSources sources) throws ConfigException {
    return new Config(new ConfigReading(sources).read());
  }

  /** The file that was read, if there was one. */
  public Optional<Path> file() {
    return settings.file();
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
    return settings.wins(Settings.ADMIN_TOKEN_FILE, Settings.ADMIN_TOKEN)
        ? Optional.empty()
        : find(Settings.ADMIN_TOKEN);
  }

  /** The file of the operator's own token; empty when {@link #adminToken} is there. */
  public Optional<Path> adminTokenFile() {
    return settings.wins(Settings.ADMIN_TOKEN_FILE, Settings.ADMIN_TOKEN)
        ? find(Settings.ADMIN_TOKEN_FILE)
        : Optional.empty();
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

  /** The routes by their names; the one that is always there too. */
  public Map<String, RouteConfig> routes() {
    return routes;
  }

  private Map<String, RouteConfig> readRoutes() throws ConfigException {
    Map<String, RouteConfig> all = new TreeMap<>();
    all.put(RouteConfig.SCRIPTED, RouteConfig.of(RouteConfig.SCRIPTED, settings));
    for (String name : settings.names(RouteSettings.ALL)) {
      all.put(name, RouteConfig.of(name, settings));
    }
    return Collections.unmodifiableMap(all);
  }

  /** Those that are configured; the one for plain URLs is there without that. */
  public List<ConnectorConfig> connectors() throws ConfigException {
    List<ConnectorConfig> connectors = new ArrayList<>();
    for (String name : settings.names(Settings.OF_CONNECTORS)) {
      connectors.add(ConnectorConfig.of(name, settings));
    }
    return connectors;
  }

  /** Those that are configured; the one that is built in is there without that. */
  public List<AgentConfig> agents() throws ConfigException {
    List<AgentConfig> agents = new ArrayList<>();
    for (String name : settings.names(AgentSettings.OF_AGENTS)) {
      agents.add(AgentConfig.of(name, settings));
    }
    return agents;
  }

  public List<McpServerConfig> mcpServers() throws ConfigException {
    List<McpServerConfig> servers = new ArrayList<>();
    for (String name : settings.names(McpServerSettings.ALL)) {
      servers.add(McpServerConfig.of(name, settings));
    }
    return servers;
  }

  public AgentConfig.Patience agentPatience() {
    return new AgentConfig.Patience(
        get(AgentSettings.HANDSHAKE), get(AgentSettings.IDLE), get(AgentSettings.SERVERS));
  }

  /** How long agents' hooks wait for somebody. */
  public HookTimeouts hookPatience() {
    return new HookTimeouts(
        find(AgentSettings.FORMER_HOOK_WAIT).orElse(get(AgentSettings.HOOK_WAIT)),
        find(AgentSettings.FORMER_HOOK_MAX_WAIT).orElse(get(AgentSettings.HOOK_MAX_WAIT)));
  }

  /** How long a decision that no client received answers the same request. */
  public long undeliveredMs() {
    return get(AgentSettings.UNDELIVERED);
  }

  /** Whether a click under {@code /api} must name its prompt. */
  public boolean requiresPromptId() {
    return get(GateSettings.REQUIRE_ID);
  }

  /** What the daemon's environment holds under the name that a setting gives. */
  public Optional<String> variable(String name) {
    return settings.variable(name);
  }

  /** Whether outputs may go to loopback and private addresses. */
  public boolean allowsPrivateAddresses() {
    return get(Settings.ALLOW_PRIVATE_ADDRESSES);
  }

  public Path workspaceRoot() {
    return get(Settings.WORKSPACE_ROOT);
  }

  public List<Path> skillFolders() {
    return find(Settings.SKILL_FOLDERS).orElse(List.of());
  }

  public SearchVisibility memoryVisibility() {
    return get(Settings.MEMORY_VISIBILITY);
  }

  public long memoryTtlMs() {
    return get(Settings.MEMORY_TTL);
  }

  public int workers() {
    return get(Settings.WORKERS);
  }

  public ServerLimits limits() {
    return ServerLimits.of(settings);
  }

  /** Which tokens of a platform are taken; empty for none. */
  public Optional<PlatformJwt> platformJwt() {
    return platformJwt;
  }

  public Optional<OidcSettings> oidc() {
    return oidc;
  }

  /** How people reach the daemon. */
  public ListenSettings listen() {
    return listen;
  }

  /** This daemon among those that share its database. */
  public ClusterSettings cluster() {
    return ClusterSettings.of(settings);
  }

  public PermitTimes permitTimes() {
    return new PermitTimes(get(GateSettings.PERMIT_TTL), get(GateSettings.PERMIT_RESULT_WITHIN));
  }

  /** Whether agents read answers that came too late with their next turn, unless told otherwise. */
  public boolean tellsLateAnswers() {
    return get(GateSettings.LATE_ANSWERS) == RequestTerms.LateAnswers.NEXT_TURN;
  }

  /** Whether people are asked about calls that left no result; else their runs are interrupted. */
  public boolean asksAboutEffects() {
    return get(GateSettings.ON_CRASH) == GateSettings.OnCrash.ASK;
  }

  /** How long the question about such a call waits; empty for as long as it takes. */
  public Optional<Long> effectQuestionExpiresAfterMs() {
    return find(GateSettings.EFFECT_EXPIRES);
  }

  /** How far ahead an assertion's end may lie; empty for as far as one likes. */
  public Optional<Long> longestAssertionMs() {
    return find(LimitSettings.LONGEST_ASSERTION);
  }

  /** How many assertions of one caller may fail in a minute; empty for what is usual. */
  public Optional<Integer> failedAssertionsPerMinute() {
    return find(LimitSettings.FAILED_ASSERTIONS);
  }

  /** How often a delivery is tried, and how many may wait for one target. */
  public record Delivering(int maxAttempts, long firstMs, long longestMs, int perTarget) {}

  public Delivering delivering() {
    return new Delivering(
        get(Settings.DELIVERY_MAX_ATTEMPTS),
        get(Settings.DELIVERY_FIRST_RETRY_MS),
        get(Settings.DELIVERY_LONGEST_RETRY_MS),
        get(Settings.DELIVERIES_PER_TARGET));
  }

  /** The key that signs the audit ledger. */
  public Path auditKeyFile() {
    return get(Settings.AUDIT_KEY_FILE);
  }

  /** Where the vault's key comes from. */
  public VaultKeySource.Settings vault() {
    return new VaultKeySource.Settings(
        get(VaultSettings.KEY_FILE),
        find(VaultSettings.KEY_ITSELF).orElse(null),
        find(VaultSettings.KEY_COMMAND).orElse(null),
        find(VaultSettings.PREVIOUS_KEY).orElse(null),
        find(VaultSettings.PREVIOUS_KEY_FILE).orElse(null),
        get(VaultSettings.DISCARD_LOST));
  }

  /** How long a run is kept after its end; empty for ever. */
  public Optional<Long> retentionRunsMs() {
    return find(Settings.RETENTION_RUNS_MS);
  }

  /** How long its events are; empty as long as the run. */
  public Optional<Long> retentionEventsMs() {
    return find(Settings.RETENTION_EVENTS_MS);
  }

  /** How long the numbers about decisions are kept. */
  public long retentionStatsMs() {
    return get(Settings.RETENTION_STATS_MS);
  }

  /** How soon after a person's first look their yes is a rubber stamp. */
  public long rubberStampMs() {
    return get(Settings.STATS_RUBBER_STAMP_MS);
  }

  /** How long after a look through everything the next begins; 0 for never. */
  public long checkEveryMs() {
    return get(Settings.STORAGE_CHECK_EVERY_MS);
  }

  public Optional<Path> backupFolder() {
    return find(Settings.STORAGE_BACKUP_FOLDER);
  }

  /** Where traces go; empty when nobody wants them. */
  public Optional<URI> otelEndpoint() {
    return find(Settings.OTEL_ENDPOINT);
  }

  public DebugSettings debug() {
    return DebugSettings.of(settings);
  }

  /** How long before its deadline a gate is about to expire. */
  public long expiringSoonMs() {
    return get(Settings.EXPIRING_SOON_MS);
  }

  public PasskeySettings passkeys() {
    return PasskeySettings.of(settings);
  }

  public TokenSettings tokens() {
    return TokenSettings.of(settings);
  }

  public TriageSettings triage() {
    return TriageSettings.of(settings);
  }

  public WitnessSettings witness() {
    return WitnessSettings.of(settings);
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
    return Stream.concat(
            Settings.ALL.stream().filter(setting -> !setting.isNamed()),
            settings.without(Set.copyOf(Settings.ALL)))
        .map(this::inForce)
        .toList();
  }

  private <T> InForce inForce(Setting<T> setting) {
    Value<T> value = settings.value(setting);
    if (value == null) {
      return new InForce(setting.key(), null, new Origin.Preset());
    }
    return new InForce(setting.key(), setting.form().show(value.value()), value.origin());
  }

  /** Whether only this machine reaches the daemon. */
  public boolean isLoopback() {
    return Loopback.is(host());
  }

  String where(Setting<?> setting) {
    return settings.where(setting);
  }

  private <T> T get(Setting<T> setting) {
    return settings.get(setting);
  }

  private <T> Optional<T> find(Setting<T> setting) {
    return settings.find(setting);
  }
}
