package dev.holdpoint.agent.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.acp.AcpPeer;
import dev.holdpoint.agent.loop.AgentPrompt;
import dev.holdpoint.agent.loop.Completion;
import dev.holdpoint.agent.mock.MockAgent;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.agent.tool.RequiredFiles;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.agent.AgentBindings;
import dev.holdpoint.engine.cluster.NodeReach;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.Transcripts;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.triage.Asides;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.files.BlobFiles;
import dev.holdpoint.vault.AuditKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines to agents, beside an engine that tells nobody of what it commits. */
final class RelayTest {
  private static final String ROUTE = "acp:mock";
  private static final int ROOM = 1_000;

  private final Path folder;
  private final InstantSource clock = InstantSource.system();
  private final Store store;
  private final Engine engine;
  private final Writer writer;
  private final Runs runs;
  private final Peer peer;
  private final Relay relay;

  RelayTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.store = MigratedLedger.open(folder.resolve("ledger.db"));
    this.engine =
        new Engine(
            store,
            clock,
            new Rising(),
            _ -> {},
            Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
    this.writer = new Writer(engine).start();
    Routes routes = new Routes(ROUTE, Map.of(ROUTE, "mock"));
    this.runs = new Runs(writer, Clarifications.slots(() -> true), routes, ROOM);
    this.peer =
        new AcpPeer(
            new AgentCommand("mock", MockAgent.command(), Map.of(), null),
            null,
            new Processes(folder.resolve("processes")),
            System.getenv(),
            new AcpPeer.Patience(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ZERO));
    Workspaces workspaces = new Workspaces(folder.resolve("workspaces"));
    Assets assets =
        new Assets(writer, engine, new BlobFiles(folder.resolve("assets"), clock, ROOM), ROOM);
    this.relay =
        new Relay(
            new Relay.Parts(
                engine,
                new Progress(writer, Clarifications.slots(() -> true), routes, ROOM),
                new AgentBindings(writer, Clarifications.slots(() -> true)),
                new Feed(engine, ROOM),
                new Transcripts(engine),
                new Completion(new RequiredFiles(workspaces)),
                new AgentPrompt(engine, assets),
                workspaces,
                NodeReach.of(engine, ROOM),
                Asides.of(engine)),
            Map.of(ROUTE, new ExternalAgent("mock", peer, null)),
            Runnable::run);
  }

  @AfterEach
  void close() {
    relay.close();
    writer.close();
    store.close();
  }

  private Run atAnAgent(String session) throws Exception {
    new Sessions(writer)
        .createOrReuse(new Sessions.Spec(session, null, null, null, null, null), null);
    Submission submission =
        new Submission(
            RunKind.INPUT,
            RunHead.Driver.LOOP,
            "ada",
            "test",
            "test",
            "actor",
            "hello",
            ROUTE,
            new Json("[]"),
            Json.EMPTY_OBJECT,
            RunSettings.NONE);
    Run run = runs.submit(session, submission, false, null).run();
    Path work = Files.createDirectories(folder.resolve(session));
    relay.keep(
        run, AgentConnection.of(run.key(), peer.open(new Peer.Opening(session, null, work, null))));
    return run;
  }

  private static final class Rising implements Ids {
    private long last = Ulid.key(System.currentTimeMillis(), 0);

    @Override
    public synchronized String next(String prefix) {
      return Ulid.id(prefix, ++last, 5);
    }

    @Override
    public synchronized void past(long key) {
      last = Math.max(last, key);
    }

    @Override
    public synchronized long last() {
      return last;
    }
  }

  @Test
  void who_may_have_missed_something_lets_the_agents_go_whose_runs_have_ended() throws Exception {
    Run ended = atAnAgent("ended");
    Run going = atAnAgent("going");
    runs.cancel(ended.id(), "ada");
    assertThat(relay.has(ended.key())).as("nobody has told it").isTrue();

    relay.unknown();

    assertThat(relay.has(ended.key())).isFalse();
    assertThat(relay.has(going.key())).isTrue();
  }
}
