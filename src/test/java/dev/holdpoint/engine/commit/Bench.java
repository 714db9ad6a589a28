package dev.holdpoint.engine.commit;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.SessionAccess;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.Deadlines;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.GrantBacklog;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.run.Intake;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.schedule.Observations;
import dev.holdpoint.engine.schedule.Schedules;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.team.Channels;
import dev.holdpoint.engine.team.Projects;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.vault.AuditKey;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An engine on a real store, whose batches and clock the test decides. */
public final class Bench implements AutoCloseable {
  public static final long START = 1_763_200_000_000L;

  public final FlakyStore store;

  /** One for all, as for a daemon that is started again. */
  private static final AuditKey KEY = AuditKey.generate();

  public final AuditKey key = KEY;
  public final Engine engine;
  public final List<JournalRow> published = new ArrayList<>();
  private final AtomicLong nowMs = new AtomicLong(START);
  public boolean room = true;
  private final List<PendingWork<?>> gathered = new ArrayList<>();
  private final Semaphore arrivals = new Semaphore(0);
  private volatile boolean gathering;

  /** Commits at once, or together with others when the test says so. */
  public final Commits commits =
      new Commits() {
        @Override
        public <R> R commit(Work<R> work) {
          PendingWork<R> pending = new PendingWork<>(work);
          if (gathering) {
            gathered.add(pending);
            arrivals.release();
          } else {
            engine.commit(List.of(pending));
          }
          return pending.await();
        }
      };

  private final AtomicLong people = new AtomicLong();
  public final Sessions sessions = new Sessions(commits);
  public static final Routes ROUTES = new Routes("scripted", Map.of("scripted", "scripted"));
  public final Runs runs = new Runs(commits, Clarifications.slots(() -> room), ROUTES, 1_000);
  public final Approvals approvals =
      new Approvals(commits, Clarifications.slots(() -> room), ToolInputs.ANYTHING);
  public final Questions questions = new Questions(commits, Clarifications.slots(() -> room));
  public final ExternalGates outside =
      new ExternalGates(commits, Clarifications.slots(() -> room), approvals);
  public final PermissionRules rules = new PermissionRules(commits);
  public final GrantBacklog backlog = new GrantBacklog(commits, approvals);
  public final Progress progress =
      new Progress(commits, Clarifications.slots(() -> room), ROUTES, 5);
  public final Intake intake = new Intake(Clarifications.slots(() -> room), ROUTES, 5);
  public final Schedules schedules = new Schedules(commits, intake, START);
  public final Observations observations = new Observations(commits, intake);
  public final Channels channels = new Channels(commits, intake);
  public final Projects projects = new Projects(commits, intake);
  public final Tokens tokens;
  public final Deliveries deliveries;
  public final Deadlines deadlines = new Deadlines(commits, Clarifications.slots(() -> room));

  public Bench(Path folder) {
    this(MigratedLedger.open(folder.resolve("ledger.db")));
  }

  public Bench(Path folder, OutboundPolicy rules) {
    this(MigratedLedger.open(folder.resolve("ledger.db")), rules);
  }

  public Bench(Store ledger) {
    this(ledger, OutboundPolicy.USUAL);
  }

  private Bench(Store ledger, OutboundPolicy rules) {
    this.store = new FlakyStore(ledger);
    this.deliveries = new Deliveries(commits, rules);
    this.engine =
        new Engine(
            store,
            new Clock(),
            new Rising(store.read(Queries::lastKey)),
            _ -> {},
            Consequences.parts(rules, key));
    engine.onCommit(published::addAll);
    this.tokens = new Tokens(commits, engine, new Tokens.Defaults(0, SessionAccess.ALL));
  }

  /** Commits in one transaction what these ask for; gives the answer or the refusal of each. */
  public List<Object> together(Supplier<?>... asking) {
    gathering = true;
    List<FutureTask<Object>> answers = new ArrayList<>();
    for (Supplier<?> one : asking) {
      FutureTask<Object> answer = new FutureTask<>(() -> answer(one));
      answers.add(answer);
      Thread.ofVirtual().start(answer);
      arrivals.acquireUninterruptibly();
    }
    gathering = false;
    List<PendingWork<?>> batch = List.copyOf(gathered);
    gathered.clear();
    engine.commit(batch);
    return answers.stream().map(Bench::get).toList();
  }

  private static Object get(FutureTask<Object> answer) {
    try {
      return answer.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private static Object answer(Supplier<?> asking) {
    try {
      return asking.get();
    } catch (Refused refused) {
      return refused.refusal().problem();
    }
  }

  public String session(String id) {
    return sessions
        .createOrReuse(new Sessions.Spec(id, null, null, null, null, null), null)
        .session()
        .id();
  }

  public Run submit(String session) {
    return submit(session, null);
  }

  public Run submit(String session, @Nullable IdempotencyKey key) {
    return now(runs.submit(session, submission(RunHead.Driver.LOOP), false, key).run());
  }

  /** A run that waits for one approval. */
  public Run parked(String session, GateDraft.Deadline deadline) {
    return parked(submit(session), deadline);
  }

  /** The same of this principal. */
  public Run parkedBy(String principal, String session) {
    Submission one = submission(RunHead.Driver.LOOP);
    Submission own =
        new Submission(
            one.kind(),
            one.driver(),
            principal,
            one.sourcePlugin(),
            one.sourceKind(),
            one.actorId(),
            one.text(),
            one.provider(),
            one.attachments(),
            one.metadata(),
            one.settings());
    return parked(now(runs.submit(session, own, false, null).run()), GateDraft.Deadline.NONE);
  }

  private Run parked(Run run, GateDraft.Deadline deadline) {
    ToolCall call = new ToolCall("call_1", "bash", Json.EMPTY_OBJECT);
    return progress.advance(
        new Advance(run)
            .turn("", List.of(call))
            .ask(GateDraft.approval(call).because("may I?").until(deadline)));
  }

  public Run allow(Run run, String by, @Nullable IdempotencyKey key) {
    return approvals
        .resolve(
            new GateTarget.OfRun(run.id()),
            List.of(
                new SentDecision(
                    run.approvals().getFirst().id(),
                    true,
                    null,
                    null,
                    null,
                    null,
                    null,
                    new Json("{\"by\":\"" + by + "\"}"))),
            Voter.named(by),
            key)
        .run();
  }

  /** Somebody with a token of the root tenant. */
  public Token person(String name, Role role) {
    String hash = "%064x".formatted(people.incrementAndGet());
    return tokens.add(new Tokens.Wish(name, role, null), hash, "admin", null);
  }

  public Run now(Run run) {
    Run found = store.read(queries -> queries.run(run.key()));
    if (found == null) {
      throw new AssertionError("there is no run " + run.id());
    }
    return found;
  }

  public static Submission submission(RunHead.Driver driver) {
    return submission(driver, RunSettings.NONE);
  }

  public static Submission submission(RunHead.Driver driver, RunSettings settings) {
    return new Submission(
        RunKind.INPUT,
        driver,
        "ada",
        "test",
        "test",
        "actor",
        "hello",
        "scripted",
        new Json("[]"),
        Json.EMPTY_OBJECT,
        settings);
  }

  @Override
  public void close() {
    store.close();
  }

  private final class Clock implements InstantSource {
    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(nowMs.get());
    }
  }

  public static Ids ids() {
    return new Rising(0);
  }

  private static final class Rising implements Ids {
    private long last;

    Rising(long last) {
      this.last = Math.max(last, Ulid.key(START, 0));
    }

    @Override
    public String next(String prefix) {
      return Ulid.id(prefix, ++last, 5);
    }
  }

  /** Time goes on. */
  public void pass(long ms) {
    nowMs.addAndGet(ms);
  }
}
