package dev.holdpoint.http.ambient;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.prompt.Prompts;
import dev.holdpoint.engine.prompt.SentPrompts;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A real engine, and whoever raises prompts in it. */
final class Stage implements AutoCloseable {
  static final long START = 1_763_200_000_123L;
  static final Prompts.Clicker ADA = new Prompts.Clicker("tok_ada", Voter.named("ada"));

  private final SqliteStore store;
  private final Writer writer;
  private final AtomicLong keys = new AtomicLong(Ulid.key(START, 0));
  final AtomicLong nowMs = new AtomicLong(START);
  final WireJson json = new WireJson();
  final Engine engine;
  final Feed feed;
  final Runs runs;
  final Prompts prompts;
  private final Sessions sessions;
  private final ExternalGates outside;
  private final Progress progress;

  Stage(Path folder) {
    store = MigratedLedger.open(folder.resolve("ledger.db"));
    engine =
        new Engine(
            store,
            () -> Instant.ofEpochMilli(nowMs.get()),
            prefix -> Ulid.id(prefix, keys.incrementAndGet(), 5),
            _ -> {},
            Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
    writer = new Writer(engine).start();
    feed = new Feed(engine, 100_000);
    engine.onCommit(feed);
    sessions = new Sessions(writer);
    Approvals approvals =
        new Approvals(writer, Clarifications.slots(() -> true), ToolInputs.ANYTHING);
    outside = new ExternalGates(writer, Clarifications.slots(() -> true), approvals);
    Routes routes = new Routes("scripted", Map.of("scripted", "scripted"));
    runs = new Runs(writer, Clarifications.slots(() -> true), routes, 10);
    progress = new Progress(writer, Clarifications.slots(() -> true), routes, 5);
    prompts =
        new Prompts(
            writer,
            Clarifications.slots(() -> true),
            approvals,
            new Questions(writer, Clarifications.slots(() -> true)),
            new SentPrompts(engine::nowMs),
            false);
  }

  void session(String id) {
    sessions.createOrReuse(new Sessions.Spec(id, null, null, null, null, null), null);
  }

  /** An approval from outside; gives its id. */
  String approval(String session, String command) {
    ToolCall call = call("call_1", command);
    return raise(session, new ExternalGates.Gate(call, draft(call))).approvals().getFirst().id();
  }

  private static ToolCall call(String id, String command) {
    return new ToolCall(id, "bash", new Json("{\"command\":\"" + command + "\"}"));
  }

  private static GateDraft.OfApproval draft(ToolCall call) {
    return GateDraft.approval(call).because("may I?");
  }

  /** A question from outside; gives its id. */
  String question(String session, GateDraft.Deadline deadline, StructuredQuestion... asked) {
    GateDraft.OfQuestion draft = new GateDraft.OfQuestion("call_1", List.of(asked), deadline);
    ToolCall call = new ToolCall("call_1", "ask_user_question", Json.EMPTY_OBJECT);
    return raise(session, new ExternalGates.Gate(call, draft)).questions().getFirst().id();
  }

  private Run raise(String session, ExternalGates.Gate gate) {
    return outside.raise(session, submission(RunHead.Driver.OUTSIDE), gate, null, null).run();
  }

  /** A run of an agent that waits for leave to do all of these; gives it as it waits. */
  Run parked(String session, String... commands) {
    long key = runs.submit(session, submission(RunHead.Driver.LOOP), false, null).run().key();
    Run run = Objects.requireNonNull(engine.read(queries -> queries.run(key)));
    Advance advance =
        new Advance(run).turn("", Arrays.stream(commands).map(c -> call(c, c)).toList());
    for (String command : commands) {
      advance.ask(draft(call(command, command)));
    }
    return progress.advance(advance);
  }

  static Submission submission(RunHead.Driver driver) {
    return new Submission(
        RunKind.INPUT,
        driver,
        "ada",
        "test",
        "test",
        "actor",
        "hello",
        null,
        new Json("[]"),
        Json.EMPTY_OBJECT,
        RunSettings.NONE);
  }

  void click(String session, @Nullable String approvalId) {
    prompts.click(
        new Prompts.Click(session, approvalId, Prompts.Choice.ONCE, null, null, null), ADA);
  }

  SentPrompts.Screen screen(PromptKind kind, String session) {
    return prompts.sent().screen(ADA.id(), kind.gates(), session);
  }

  long lastEventId() {
    return engine.read(Queries::lastEventId);
  }

  @Override
  public void close() {
    writer.close();
    store.close();
  }
}
