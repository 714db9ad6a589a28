package dev.holdpoint.daemon;

import dev.holdpoint.agent.acp.server.Servers;
import dev.holdpoint.agent.loop.RunLoop;
import dev.holdpoint.agent.loop.WorkerPool;
import dev.holdpoint.agent.process.Leftover;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.agent.schema.FormSchemas;
import dev.holdpoint.agent.skill.SkillFolders;
import dev.holdpoint.agent.tool.InputSchemas;
import dev.holdpoint.agent.tool.RequiredFiles;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.agent.world.DaemonSight;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.start.AdminToken;
import dev.holdpoint.daemon.start.CaptureKey;
import dev.holdpoint.daemon.start.DataFolder;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.daemon.wiring.AccessWarnings;
import dev.holdpoint.daemon.wiring.AccessWiring;
import dev.holdpoint.daemon.wiring.AcpProcesses;
import dev.holdpoint.daemon.wiring.AgentListing;
import dev.holdpoint.daemon.wiring.AgentWiring;
import dev.holdpoint.daemon.wiring.ClusterWiring;
import dev.holdpoint.daemon.wiring.ConfiguredModels;
import dev.holdpoint.daemon.wiring.Connections;
import dev.holdpoint.daemon.wiring.DebugWiring;
import dev.holdpoint.daemon.wiring.DeliveryWiring;
import dev.holdpoint.daemon.wiring.HeapRoom;
import dev.holdpoint.daemon.wiring.Housekeeping;
import dev.holdpoint.daemon.wiring.Instruments;
import dev.holdpoint.daemon.wiring.LedgerParts;
import dev.holdpoint.daemon.wiring.Listener;
import dev.holdpoint.daemon.wiring.McpWiring;
import dev.holdpoint.daemon.wiring.Peers;
import dev.holdpoint.daemon.wiring.Recovery;
import dev.holdpoint.daemon.wiring.Start;
import dev.holdpoint.daemon.wiring.Surfaces;
import dev.holdpoint.daemon.wiring.VaultWiring;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.content.Boards;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Deadlines;
import dev.holdpoint.engine.gate.GrantBacklog;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.RunWaits;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.memory.Learnings;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Recollections;
import dev.holdpoint.engine.memory.Skills;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.prompt.PlainReplies;
import dev.holdpoint.engine.retention.SessionRemoval;
import dev.holdpoint.engine.run.Intake;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.schedule.Observations;
import dev.holdpoint.engine.schedule.Schedules;
import dev.holdpoint.engine.session.Personas;
import dev.holdpoint.engine.session.SessionDefaults;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.signed.StoredAnswers;
import dev.holdpoint.engine.team.Channels;
import dev.holdpoint.engine.team.Projects;
import dev.holdpoint.engine.timer.Timers;
import dev.holdpoint.http.server.HttpServer;
import dev.holdpoint.http.server.HttpSettings;
import dev.holdpoint.http.v1.NativeSurface;
import dev.holdpoint.http.v1.daemon.DaemonHandlers;
import dev.holdpoint.outbound.Connectors;
import dev.holdpoint.outbound.WebCalls;
import dev.holdpoint.store.Stores;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts, put together by hand and started in order: what time has done meanwhile first. */
public final class Daemon implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Daemon.class);
  private static final long DRAIN_MS = 5_000;
  private static final long AGENTS_SWEEP_MS = 30_000;

  private final Config config;
  private final DataFolder folder;
  private final Store store;
  private final ClusterWiring nodes;
  private final Writer writer;
  private final Timers timers;
  private final Housekeeping housekeeping;
  private final WorkerPool crew;
  private final DeliveryWiring post;
  private final AgentWiring agents;
  private final ConfiguredModels models;
  private final McpWiring mcp;
  private final WebCalls web;
  private final RunWaits waits;
  private final Servers servers;
  private final HttpServer server;
  private final Instruments instruments;
  private volatile boolean draining;

  public static Daemon start(Config config, String version, InstantSource clock)
      throws StartRefused {
    DataFolder folder = DataFolder.open(config.data());
    try (Start start = Start.begin()) {
      return new Daemon(config, folder, version, clock, start);
    } catch (StartRefused | IOException | RuntimeException e) {
      folder.closeQuietly();
      throw StartRefused.because(e, config.data());
    }
  }

  private Daemon(Config config, DataFolder folder, String version, InstantSource clock, Start start)
      throws StartRefused, IOException {
    this.config = config;
    this.folder = folder;
    long startedAtMs = clock.millis();
    LedgerParts.prepare(config, folder);
    AdminToken admin = AdminToken.of(config, folder);
    byte[] captureKey = CaptureKey.of(config.debug());
    HttpSettings listening = Listener.settings(config, clock);
    Connectors.Settings given = Connections.settings(config, folder, version);
    this.server = start.listen(config, listening);
    folder.announce(Listener.callable(address()));
    LedgerParts ledger =
        LedgerParts.open(
            new LedgerParts.Given(config, folder, version, clock),
            given,
            this::address,
            this::openStreams,
            Daemon::die,
            start);
    this.store = ledger.store();
    this.nodes = ledger.nodes();
    this.writer = ledger.writer();
    Engine engine = ledger.engine();
    VaultWiring safekeeping = ledger.safekeeping();
    Connectors.Settings ways = ledger.ways();
    Executor threads = HeapRoom.threads();
    this.crew = new WorkerPool(engine, HeapRoom.workers(config), threads, Thread::sleep);
    nodes.begin(engine, crew);
    Slots slots = ledger.slots(crew);
    Feed feed = new Feed(engine, config.limits().streamReplayEvents());
    engine.onCommit(feed);
    this.waits = new RunWaits(feed);
    waits.giveWayWhen(server::isCrowded);
    Workspaces workspaces = new Workspaces(config.workspaceRoot());
    this.models = ConfiguredModels.of(config, ways.userAgent());
    List<String> secrets = models.secretsAnd(ways.secrets());
    DebugWiring evidence =
        DebugWiring.of(config, folder.path(), engine, clock, admin, secrets, captureKey);
    Deliveries deliveries = new Deliveries(writer, ledger.outbound());
    SessionRemoval removals =
        new SessionRemoval(writer, engine, deliveries, workspaces, evidence.debugging());
    Assets assets =
        new Assets(
            writer,
            engine,
            Stores.blobs(store, folder.path(), clock, config.limits().assetsBytes()),
            HeapRoom.fileBytes(config.limits()));
    Routes routes = models.routes(config);
    Intake intake = new Intake(slots, routes, config.limits().queuePerSession());
    NativeSurface.Plans plans =
        new NativeSurface.Plans(
            new Schedules(writer, intake, nodes.membership().attendedSinceMs(startedAtMs)),
            new Observations(writer, intake),
            new Channels(writer, intake),
            new Projects(writer, intake));
    NativeSurface.Notices notices = DeliveryWiring.notices(config, slots, ledger);
    this.web = new WebCalls(config.allowsPrivateAddresses(), ways.userAgent());
    Tokens tokens = AccessWiring.tokens(config, writer, engine);
    NativeSurface.Access access =
        new AccessWiring(config, clock, writer, engine, admin, web)
            .access(tokens, safekeeping.secrets(), ledger.vaultKey().vault(), start::port);
    Processes processes = new Processes(folder.path().resolve("processes"));
    Tools tools = new Tools(Tools.of(processes, System.getenv(), web));
    this.mcp = new McpWiring(config, version, processes, engine);
    Progress progress = new Progress(writer, slots, routes, config.limits().queuePerSession());
    this.agents =
        new AgentWiring(
            config,
            new AgentWiring.Parts(
                writer, slots, engine, feed, progress, assets, workspaces, threads),
            new Peers(config, processes, System.getenv()));
    crew.share().keep(agents.relay()::runKeys, agents.relay()::has);
    Commits decisions = agents.decisions();
    Approvals approvals =
        new Approvals(
            decisions,
            slots,
            new InputSchemas(tools, mcp.servers()),
            config.longestAssertionMs().orElse(Long.MAX_VALUE),
            agents.reach(),
            config.tellsLateAnswers());
    PermissionRules permissionRules = new PermissionRules(writer);
    this.timers =
        new Timers(
            engine,
            ledger.due(
                new Deadlines(start.counting(writer), slots)::expireDue,
                notices.timer().ending(approvals.holds(writer)),
                DeliveryWiring.sweep(writer),
                new GrantBacklog(writer, approvals),
                plans.schedules(),
                plans.observations(),
                plans.channels(),
                new StoredAnswers(writer),
                access.entrance().webSessions(),
                mcp.servers().cancels(writer),
                removals));
    engine.onCommit(timers);
    Recollections recollections = Housekeeping.memory(config, writer);
    this.housekeeping =
        new Housekeeping(
            store,
            clock,
            crew,
            () -> recollections.prune(engine),
            assets::sweep,
            Housekeeping.retention(config, writer, engine, evidence.debugging()));
    List<Leftover> leftovers =
        new Recovery(start, engine, writer, slots, nodes)
            .settle(processes, plans.schedules(), timers, agents, deliveries);
    start.step("putting the parts together");
    this.post = new DeliveryWiring(ledger, clock, deliveries);
    Skills skills = new Skills(engine, new SkillFolders(config.skillFolders()));
    Memory memory = new Memory(engine, recollections, skills);
    WireJson json = new WireJson(config.limits().jsonDepth());
    Questions questions =
        new Questions(decisions, slots, agents.reach(), new FormSchemas(), approvals.late());
    NativeSurface.Rooms rooms =
        new NativeSurface.Rooms(
            engine,
            feed,
            waits,
            new Sessions(writer),
            new Runs(writer, slots, routes, config.limits().queuePerSession()),
            approvals,
            questions,
            new PlainReplies(decisions, approvals, questions),
            new ExternalGates(writer, slots, approvals),
            tokens,
            new Personas(writer),
            new SessionDefaults(writer, routes),
            removals,
            memory,
            skills,
            new Learnings(writer),
            plans,
            assets,
            new Boards(writer),
            new RequiredFiles(workspaces),
            deliveries,
            evidence.debugging(),
            ledger.proof(),
            notices,
            permissionRules,
            access,
            safekeeping.keys(),
            AgentListing.of(config, System.getenv(), ledger.engine()),
            agents.tests(),
            models.listing(),
            mcp.servers(),
            new FormSchemas(),
            new DaemonSight(workspaces, web, safekeeping.secrets()::reveal));
    this.servers =
        AcpProcesses.servers(config, processes, writer, slots, rooms, json, agents.reach(), nodes);
    this.instruments =
        new Instruments(config, version, nodes, safekeeping, crew, ledger, this::openStreams);
    removals.first(instruments::countDecisions);
    instruments.metrics.add(models.calls()::write);
    DaemonHandlers.About about =
        instruments.about(
            startedAtMs,
            () -> draining,
            VaultWiring.backups(config, folder.path(), version, clock, ledger.auditKeys()),
            () ->
                new AccessWarnings(config, admin, access.tenants(), engine)
                    .and(
                        mcp.and(
                            safekeeping.and(models.warningsAnd(HeapRoom.of(listening, config))))));
    Surfaces doors =
        new Surfaces(
            config,
            version,
            rooms,
            about,
            new Surfaces.Parts(
                decisions,
                agents.reach(),
                slots,
                routes,
                json,
                safekeeping.secrets(),
                ledger.vaultKey().vault(),
                clock,
                listening.maxStreams()),
            servers,
            instruments.metrics,
            start.styles());
    RunLoop loop =
        new RunLoop(
            engine,
            progress,
            feed,
            models.byRoute(),
            tools,
            mcp.servers(),
            memory,
            skills,
            assets,
            workspaces,
            nodes.effects(config, leftovers),
            evidence.capture(),
            safekeeping.secrets()::reveal,
            agents.relay());
    engine.onCommit(crew);
    start.step("looking through debug artifacts");
    evidence.collect();
    timers.start();
    server.open(
        doors.router(),
        access.entrance().authenticator(),
        access.entrance().failures(),
        json::write,
        instruments.metrics.requests());
    mcp.begin(writer, slots, rooms.outside(), nodes);
    nodes.ready(List.of(timers::unknown, post::lookAgain, doors::lookAgain), agents::letGo);
    crew.start(loop);
    post.start();
    housekeeping.start(access.entrance().failures());
    housekeeping.every(AGENTS_SWEEP_MS, agents::sweep);
    housekeeping.every(config.debug().gcIntervalMs(), evidence::collect);
    start.succeeded();
  }

  private int openStreams() {
    return server.streams().count();
  }

  String address() {
    return Listener.address(config, server.port());
  }

  /** Ends the process at once: no later answer could be believed. */
  private static void die(StoreFailure broken) {
    log.error("the database can no longer be trusted; stopping", broken);
    Runtime.getRuntime().halt(70);
  }

  /** Lets what is under way come to a commit; what is left continues at the next start. */
  @Override
  public void close() {
    draining = true;
    nodes.leaving();
    waits.close();
    servers.leave();
    server.close();
    servers.close();
    timers.close();
    housekeeping.close();
    try {
      if (!crew.drain(DRAIN_MS)) {
        log.warn(
            "{} runs were still working; they continue, or are interrupted, at the next start",
            crew.atWork());
      }
      nodes.handOver();
      post.drain(DRAIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    agents.close();
    models.close();
    mcp.close();
    post.close();
    web.close();
    writer.close();
    nodes.close();
    instruments.close();
    store.close();
    folder.closeQuietly();
  }
}
