package dev.holdpoint.daemon.wiring;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.PageEndpoints;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.metrics.Exposition;
import dev.holdpoint.daemon.metrics.Metrics;
import dev.holdpoint.engine.access.Passkeys;
import dev.holdpoint.engine.audit.AdminActs;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.external.ClientGates;
import dev.holdpoint.engine.external.FrontEndRuns;
import dev.holdpoint.engine.external.ObservedWorld;
import dev.holdpoint.engine.external.SettledElsewhere;
import dev.holdpoint.engine.external.StaleGates;
import dev.holdpoint.engine.port.AcpServers;
import dev.holdpoint.engine.port.Vault;
import dev.holdpoint.engine.prompt.Prompts;
import dev.holdpoint.engine.prompt.SentPrompts;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.signed.AssertionVerifier;
import dev.holdpoint.engine.signed.Conversations;
import dev.holdpoint.engine.signed.SignedDecisions;
import dev.holdpoint.engine.signed.StoredAnswers;
import dev.holdpoint.http.acp.AcpSurface;
import dev.holdpoint.http.agui.AguiSurface;
import dev.holdpoint.http.ambient.AmbientSurface;
import dev.holdpoint.http.hooks.HookGate;
import dev.holdpoint.http.hooks.HookSurface;
import dev.holdpoint.http.mcp.McpSurface;
import dev.holdpoint.http.mcp.PermitTools;
import dev.holdpoint.http.mcp.modern.ModernSurface;
import dev.holdpoint.http.oidc.OidcSurface;
import dev.holdpoint.http.openapi.OpenApi;
import dev.holdpoint.http.server.FailedCredentials;
import dev.holdpoint.http.server.FailedCredentials.CredentialKind;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.ProblemStyle;
import dev.holdpoint.http.server.Router;
import dev.holdpoint.http.signed.SignedSurface;
import dev.holdpoint.http.v1.NativeSurface;
import dev.holdpoint.http.v1.OwnerGuard;
import dev.holdpoint.http.v1.TenantGuard;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.HttpTargets;
import dev.holdpoint.http.v1.daemon.DaemonHandlers;
import dev.holdpoint.http.v1.gate.AskedWorld;
import dev.holdpoint.http.v1.gate.FailedAssertions;
import dev.holdpoint.http.v1.permit.PermitDoor;
import dev.holdpoint.http.web.PageSurface;
import java.net.URI;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The surfaces, put together: every endpoint with its handler, and how each says no. */
public final class Surfaces {
  private static final String FINGERPRINTS = "idempotency";
  private static final String REQUEST_STATES = "mcp request state";

  private final Config config;
  private final Styles styles;
  private final Router router;
  private final ClientGates clients;

  /**
   * What the surfaces need besides the rooms that the native one shows.
   *
   * @param reach where agents are
   * @param streams how many may be open at once
   */
  public record Parts(
      Commits commits,
      Reachability reach,
      Slots slots,
      Routes routes,
      WireJson json,
      Secrets secrets,
      Vault vault,
      InstantSource clock,
      int streams) {}

  public Surfaces(
      Config config,
      String version,
      NativeSurface.Rooms rooms,
      DaemonHandlers.About about,
      Parts parts,
      AcpServers servers,
      Metrics metrics,
      Styles styles) {
    this.config = config;
    this.styles = styles;
    WireJson json = parts.json;
    this.clients =
        new ClientGates(
            parts.commits,
            rooms.engine(),
            rooms.outside(),
            config.undeliveredMs(),
            rooms.proof().answered());
    AwaitedAgents agents = new AwaitedAgents(rooms.engine(), parts.reach);
    Map<String, Handler> handlers =
        NativeSurface.handlers(
            rooms,
            json,
            new HttpTargets(config.allowsPrivateAddresses()),
            about,
            run -> clients.awaited(run).or(() -> agents.of(run)),
            () ->
                json.write(OpenApi.document(Endpoints.ALL, ProblemStyle.NATIVE::status, version)));
    handlers.putAll(
        AmbientSurface.handlers(
            rooms.engine(),
            rooms.feed(),
            rooms.runs(),
            new Prompts(
                parts.commits,
                parts.slots,
                rooms.approvals(),
                rooms.questions(),
                new SentPrompts(rooms.engine()::nowMs),
                config.requiresPromptId()),
            rooms.access(),
            json));
    handlers.putAll(AcpSurface.handlers(servers, json));
    handlers.putAll(
        ModernSurface.handlers(
            new ModernSurface.Rooms(
                new McpSurface.Rooms(
                    rooms.engine(),
                    rooms.feed(),
                    clients,
                    json,
                    rooms.approvals().late(),
                    rooms.access().standings(),
                    config.publicUrl().map(Surfaces::withoutSlash).orElse(null),
                    version,
                    new AskedWorld(rooms.world()),
                    new PermitTools(
                        rooms.engine(),
                        new PermitDoor(
                            rooms.proof().permits(),
                            new ObservedWorld(rooms.world(), new StaleGates(rooms.outside())),
                            rooms.access().entrance().failures()))),
                rooms.outside(),
                keptMs(config),
                text -> parts.vault.mac(REQUEST_STATES, text))));
    handlers.putAll(
        HookSurface.handlers(
            new HookGate(
                rooms.engine(),
                rooms.waits(),
                clients,
                json,
                rooms.access().standings(),
                // Each is a connection too, and people need some to decide what they wait for.
                new Semaphore(Math.max(1, parts.streams / 2))),
            new SettledElsewhere(parts.commits, rooms.engine(), rooms.outside()),
            rooms.proof().answered(),
            json,
            config.hookPatience()));
    handlers.putAll(
        AguiSurface.handlers(
            new AguiSurface.Rooms(
                new FrontEndRuns(
                    parts.commits,
                    parts.slots,
                    parts.routes,
                    config.limits().queuePerSession(),
                    rooms.approvals(),
                    rooms.questions()),
                rooms.engine(),
                rooms.feed(),
                json,
                rooms.access().signatures(),
                rooms.approvals().editing(),
                config.publicUrl().map(Surfaces::withoutSlash).orElse(null))));
    handlers.putAll(SignedSurface.handlers(hosts(rooms, parts, metrics)));
    Map<String, Handler> all =
        new HashMap<>(
            new TenantGuard(rooms.engine(), new Bodies(json))
                .around(
                    Endpoints.ALL,
                    new OwnerGuard(rooms.engine(), new Bodies(json))
                        .around(Endpoints.ALL, handlers)));
    PageSurface.addTo(all);
    all.putAll(OidcSurface.handlers(rooms.access().entrance()));
    this.router =
        new Router(Stream.concat(Endpoints.ALL.stream(), PageEndpoints.ALL.stream()).toList(), all);
  }

  /** A decided gate is read from the events of its run, and goes with whichever goes first. */
  private static @Nullable Long keptMs(Config config) {
    return Stream.of(config.retentionRunsMs(), config.retentionEventsMs())
        .flatMap(Optional::stream)
        .min(Long::compare)
        .orElse(null);
  }

  private SignedSurface.Rooms hosts(NativeSurface.Rooms rooms, Parts parts, Metrics metrics) {
    AssertionVerifier attestations =
        new AssertionVerifier(rooms.engine(), parts.secrets, rooms.access().entrance().passkeys());
    return new SignedSurface.Rooms(
        rooms.engine(),
        rooms.feed(),
        rooms.waits(),
        new Conversations(
            parts.commits,
            parts.slots,
            parts.routes,
            parts.secrets,
            config.limits().queuePerSession()),
        new SignedDecisions(parts.commits, parts.slots, rooms.approvals(), parts.secrets),
        attestations,
        parts.secrets,
        new StoredAnswers(parts.commits),
        counted(rooms.access(), metrics),
        text -> parts.vault.mac(FINGERPRINTS, text),
        styles.signed(),
        parts.json,
        rooms.access().standings(),
        new AdminActs(parts.commits));
  }

  private static FailedAssertions counted(NativeSurface.Access access, Metrics metrics) {
    FailedAssertions failures = access.failures();
    FailedCredentials credentials = access.entrance().failures();
    String name = "holdpoint_failed_credentials_total";
    metrics.add(
        out -> {
          out.family(name, Exposition.Type.COUNTER, "Rejected credentials.");
          for (CredentialKind kind : CredentialKind.values()) {
            out.sample(name, (double) credentials.count(kind), "kind", kind.wire());
          }
        });
    metrics.add(
        out ->
            out.counter(
                "holdpoint_failed_assertions_total",
                "Signed decisions with an invalid assertion.",
                failures.count()));
    Passkeys passkeys = access.entrance().passkeys();
    String uses = "holdpoint_passkey_assertions_total";
    metrics.add(
        out -> {
          out.family(uses, Exposition.Type.COUNTER, "Uses of passkeys.");
          out.sample(uses, (double) passkeys.held(), "outcome", "held");
          out.sample(uses, (double) passkeys.refused(), "outcome", "refused");
        });
    return failures;
  }

  static String withoutSlash(URI url) {
    String text = url.toString();
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  /** What has to be looked at now and then among other nodes. */
  public void lookAgain() {
    clients.lookAgain();
  }

  public Router router() {
    return router;
  }
}
