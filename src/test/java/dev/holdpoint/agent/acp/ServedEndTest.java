package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.acp.server.ClientRules;
import dev.holdpoint.agent.acp.server.ServedAgent;
import dev.holdpoint.agent.acp.server.Servers;
import dev.holdpoint.agent.acp.wire.AgentLink;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.cluster.NodeReach;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.external.OwnedSessions;
import dev.holdpoint.engine.external.ServedSessions;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.engine.port.AcpServers;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process of a served agent ends when its end cannot be written down. */
class ServedEndTest {
  private static final AcpServers.Client ADA = new AcpServers.Client("ada", true, false);

  /** Asks one thing, and dies of the next that it hears. */
  private static final AgentCommand MORTAL =
      ShellAgent.of(
          """
          say '{"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":\
          {"sessionId":"s1","toolCall":{"toolCallId":"c1","title":"rm"},"options":\
          [{"optionId":"y","name":"Yes","kind":"allow_once"}]}}'
          hear
          exit 3
          """);

  @TempDir Path folder = Path.of("");

  private static final class Disk implements Commits {
    private final Commits commits;
    private final Semaphore refused = new Semaphore(0);
    private volatile boolean full;

    Disk(Commits commits) {
      this.commits = commits;
    }

    @Override
    public <R> R commit(Work<R> work) {
      if (full) {
        refused.release();
        throw Problem.STORAGE_FULL.because("The disk is full.").asException();
      }
      return commits.commit(work);
    }
  }

  private Servers servers(Engine engine, Commits commits) throws IOException {
    Approvals approvals =
        new Approvals(commits, Clarifications.slots(() -> true), ToolInputs.ANYTHING);
    Processes processes = new Processes(folder.resolve("processes"));
    Servers servers =
        new Servers(
            Map.of("sheila", new Servers.Served(MORTAL, ClientRules.usual(List.of(folder)))),
            1,
            (command, incoming) ->
                AgentLink.start(command, folder, processes, System.getenv(), incoming),
            new Servers.Core(
                engine,
                new ExternalGates(commits, Clarifications.slots(() -> true), approvals),
                new ServedSessions(commits, Clarifications.slots(() -> true)),
                new OwnedSessions(engine, commits),
                new Runs(
                    commits,
                    Clarifications.slots(() -> true),
                    new Routes("m", Map.of("m", "m")),
                    10),
                approvals,
                new Questions(commits, Clarifications.slots(() -> true)),
                NodeReach.of(engine, 10_000),
                (_, _) -> null,
                new AnsweredPermits(commits, engine)));
    engine.onCommit(servers.listener());
    return servers;
  }

  private static void await(AcpServers.Messages messages, BooleanSupplier until) throws Exception {
    Semaphore news = new Semaphore(0);
    try (AutoCloseable _ = messages.onNews(news::release)) {
      while (!until.getAsBoolean()) {
        assertThat(news.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  private static Reachability.Place place(Servers servers, Engine engine, long key) {
    Run run = run(engine, key);
    return engine.read(queries -> servers.whereIs(run, queries));
  }

  private static Run run(Engine engine, long key) {
    return Objects.requireNonNull(engine.read(queries -> queries.run(key)));
  }

  @Test
  void nobody_answers_it_meanwhile_and_what_waits_ends_when_there_is_room() throws Exception {
    AtomicLong keys = new AtomicLong(Ulid.key(System.currentTimeMillis(), 0));
    try (SqliteStore store = MigratedLedger.open(folder.resolve("ledger.db"))) {
      Engine engine =
          new Engine(
              store,
              InstantSource.system(),
              prefix -> Ulid.id(prefix, keys.incrementAndGet(), 1),
              _ -> {},
              Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
      try (Writer writer = new Writer(engine).start()) {
        Disk disk = new Disk(writer);
        try (Servers servers = servers(engine, disk)) {
          ServedAgent server = servers.open("one", "sheila", ADA);
          AcpServers.Messages messages = server;
          await(messages, () -> !messages.waiting().isEmpty());
          String id =
              JsonTree.of(messages.waiting().getFirst().json())
                  .at("/params/_meta/holdpoint/run_id")
                  .asString();
          long key = Ulid.keyOf("run_", id).orElseThrow();
          assertThat(place(servers, engine, key)).isEqualTo(Reachability.Place.HERE);
          servers.bring(key);

          disk.full = true;
          servers.notify("one", null, "session/cancel", Json.EMPTY_OBJECT, ADA);
          assertThat(disk.refused.tryAcquire(30, TimeUnit.SECONDS)).isTrue();

          assertThat(run(engine, key).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
          assertThat(place(servers, engine, key)).isEqualTo(Reachability.Place.NOWHERE);
          assertThatThrownBy(() -> servers.bring(key))
              .isInstanceOfSatisfying(
                  Refused.class,
                  refused ->
                      assertThat(refused.refusal().problem())
                          .isEqualTo(Problem.GATEWAY_RUN_UNAVAILABLE));

          disk.full = false;
          await(messages, () -> messages.after(messages.newest(), 1).ended());
          assertThat(run(engine, key).status()).isEqualTo(RunStatus.INTERRUPTED);
          servers.bring(key);
        }
      }
    }
  }
}
