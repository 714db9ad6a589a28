package dev.holdpoint.engine.commit;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.agent.AgentBindings;
import dev.holdpoint.engine.cluster.NodeReach;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.external.ClientGates;
import dev.holdpoint.engine.external.Elicitations;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.external.RemoteWaiters;
import dev.holdpoint.engine.external.ServedSessions;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.prompt.Prompts;
import dev.holdpoint.engine.prompt.SentPrompts;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.postgres.PostgresStore;
import dev.holdpoint.vault.AuditKey;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** A node among several on one PostgreSQL, without its loop: the test does what that would. */
public final class NodeAtWork implements AutoCloseable {
  /** No test takes as long, and whoever is to be silent is made so. */
  public static final long LEASE_MS = 1_000_000;

  public static final String ROUTE = "acp:mock";

  private static final AuditKey KEY = AuditKey.generate();
  private static final Routes ROUTES =
      new Routes("scripted", Map.of("scripted", "scripted", ROUTE, "mock"));

  private final String url;
  private final Node.Card card;
  private final Writer writer;
  public final Store store;
  public final CountingStore counted;
  public final Engine engine;
  public final long epoch;

  /** One for each commit. */
  public final Semaphore commits = new Semaphore(0);

  public final Commits writing =
      new Commits() {
        @Override
        public <R> R commit(Work<R> work) {
          R answer = writer.commit(work);
          commits.release();
          return answer;
        }
      };

  public final AgentBindings engagements;
  public final Progress progress;
  public final ExternalGates outside;
  public final ServedSessions served;
  public final Elicitations elicitations;
  public final Deliveries deliveries;
  public final RemoteWaiters watches;
  public final ClientGates clients;
  public final Prompts prompts;
  public final Runs runs;

  public NodeAtWork(String url, String name) {
    this(url, name, InstantSource.system());
  }

  public NodeAtWork(String url, String name, InstantSource clock) {
    this.url = url;
    this.store = PostgresStore.open(url);
    this.counted = new CountingStore(store);
    this.card = new Node.Card(name, null, "test", 0, 0, 0);
    this.epoch = store.cluster().join(name, card, LEASE_MS);
    this.engine =
        new Engine(
            counted,
            clock,
            new Rising(store.read(Queries::lastKey)),
            _ -> {},
            Consequences.parts(OutboundPolicy.USUAL, KEY));
    this.writer = new Writer(engine).start();
    Approvals approvals =
        new Approvals(
            writing,
            Clarifications.slots(() -> true),
            ToolInputs.ANYTHING,
            Long.MAX_VALUE,
            new NoProcesses(engine));
    this.engagements = new AgentBindings(writing, Clarifications.slots(() -> true));
    this.progress = new Progress(writing, Clarifications.slots(() -> true), ROUTES, 5);
    this.outside = new ExternalGates(writing, Clarifications.slots(() -> true), approvals);
    this.served = new ServedSessions(writing, Clarifications.slots(() -> true));
    this.elicitations = new Elicitations(writing, Clarifications.slots(() -> true), outside);
    this.deliveries = new Deliveries(writing, OutboundPolicy.USUAL);
    this.watches = new RemoteWaiters(writing);
    this.clients = new ClientGates(writing, engine, outside);
    this.prompts =
        new Prompts(
            writing,
            Clarifications.slots(() -> true),
            approvals,
            new Questions(writing, Clarifications.slots(() -> true)),
            new SentPrompts(engine::nowMs),
            false);
    this.runs = new Runs(writing, Clarifications.slots(() -> true), ROUTES, 1_000);
  }

  /** Of a node that has the agents of no run at hand. */
  private record NoProcesses(Engine engine) implements Reachability {
    @Override
    public Place whereIs(Run run, Queries queries) {
      if (!AgentBinding.isFor(run)) {
        return Place.HERE;
      }
      var engagement = AgentBindings.of(queries, run.head().sessionKey());
      return engagement == null
          ? Place.NOWHERE
          : NodeReach.of(engine, LEASE_MS).placeOf(engagement, queries);
    }

    @Override
    public void bring(long runKey) {}
  }

  /** A run of an agent here, which asks for leave. */
  public Run parked(String session, boolean lasting) {
    Run run = submitted(session);
    engagements.begin(run, "mock", "talk", lasting);
    return asking(run);
  }

  /** The same run, when it waits for leave. */
  public Run asking(Run run) {
    ToolCall call = new ToolCall("call_1", "bash", Json.EMPTY_OBJECT);
    return progress.advance(
        new Advance(run).turn("", List.of(call)).ask(GateDraft.approval(call).because("may I?")));
  }

  public Run submitted(String session) {
    return submitted(session, ROUTE, RunSettings.NONE);
  }

  public Run submitted(String session, String route, RunSettings settings) {
    new Sessions(writing)
        .createOrReuse(new Sessions.Spec(session, null, null, null, null, null), null);
    return now(
        runs.submit(
                session,
                new Submission(
                    RunKind.INPUT,
                    RunHead.Driver.LOOP,
                    "ada",
                    "test",
                    "test",
                    "actor",
                    "hello",
                    route,
                    new Json("[]"),
                    Json.EMPTY_OBJECT,
                    settings),
                false,
                null)
            .run());
  }

  public Prompts.Clicked allow(Run run) {
    return prompts.click(
        new Prompts.Click(
            run.head().sessionId(),
            run.approvals().getFirst().id(),
            Prompts.Choice.ONCE,
            null,
            null,
            null),
        new Prompts.Clicker("tok_ada", Voter.named("ada")));
  }

  public Run now(Run run) {
    Run found = store.read(queries -> queries.run(run.key()));
    if (found == null) {
      throw new AssertionError("there is no run " + run.id());
    }
    return found;
  }

  public List<Long> owns() {
    return store.read(queries -> queries.runsOwnedBy(epoch, 0, 100));
  }

  /** It has said nothing for so long. */
  public void silentFor(long ms) {
    String database = url.substring(url.lastIndexOf('/') + 1);
    EmbeddedPostgres.shared()
        .execute(
            database,
            "UPDATE nodes SET seen_at_ms = seen_at_ms - " + ms + " WHERE epoch = " + epoch);
  }

  public void beat() {
    store.cluster().beat(card);
  }

  /** The other one finds that this node is gone. */
  public void lostTo(NodeAtWork other) {
    silentFor(2 * LEASE_MS);
    other.store.cluster().declareLost(LEASE_MS);
  }

  /** It comes back among the others; they take it for another. */
  public void rejoin() {
    store.cluster().join(card.id(), card, LEASE_MS);
  }

  @Override
  public void close() {
    writer.close();
    store.close();
  }

  private static final class Rising implements Ids {
    private long last;

    Rising(long last) {
      this.last = Math.max(last, Ulid.key(System.currentTimeMillis(), 0));
    }

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
}
