package dev.holdpoint.acceptance;

import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.Deadlines;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.Stores;
import dev.holdpoint.vault.AuditKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A real engine on a real store, whose clock is ours. */
abstract class OwnClock {
  static final long NOON = 1_763_200_000_000L;
  static final long HOUR = 3_600_000;

  final AtomicLong clock = new AtomicLong(NOON);
  final Engine engine;
  final Writer writer;
  final Sessions sessions;
  final Questions questions;
  final Deadlines deadlines;
  private final AtomicLong keys = new AtomicLong();
  final Store store;
  private final ExternalGates gates;

  OwnClock(Database database) {
    this(database, OutboundPolicy.USUAL);
  }

  OwnClock(Database database, OutboundPolicy outbound) {
    this.store =
        Stores.open(database.settings(Map.of()).get("HOLDPOINT_DATABASE"), Database.newFolder());
    this.engine =
        new Engine(
            store,
            () -> Instant.ofEpochMilli(clock.get()),
            prefix -> Ulid.id(prefix, keys.incrementAndGet(), 0),
            broken -> {
              throw broken;
            },
            Consequences.parts(outbound, AuditKey.generate()));
    this.writer = new Writer(engine).start();
    this.sessions = new Sessions(writer);
    this.gates =
        new ExternalGates(
            writer,
            Clarifications.slots(() -> true),
            new Approvals(writer, Clarifications.slots(() -> true), ToolInputs.ANYTHING));
    this.questions = new Questions(writer, Clarifications.slots(() -> true));
    this.deadlines = new Deadlines(writer, Clarifications.slots(() -> true));
    session("s");
  }

  @AfterEach
  void close() {
    writer.close();
    store.close();
  }

  final void session(String id) {
    sessions.createOrReuse(new Sessions.Spec(id, null, null, null, null, null), null);
  }

  final Run ask(long expiresAfterMs) {
    return ask("s", expiresAfterMs);
  }

  final Run ask(String session, long expiresAfterMs) {
    return ask(session, expiresAfterMs, new StructuredQuestion("q", "", "?", List.of(), false));
  }

  final Run ask(String session, long expiresAfterMs, StructuredQuestion... parts) {
    return raise(
        session,
        new ExternalGates.Gate(
            new ToolCall("call_1", "ask_user_question", Json.EMPTY_OBJECT),
            new GateDraft.OfQuestion(
                "call_1", List.of(parts), new GateDraft.Deadline(null, expiresAfterMs))));
  }

  /**
   * Asks whether a command may run.
   *
   * @param expiresAfterMs 0 for no deadline of its own
   */
  final Run propose(String session, String command, long expiresAfterMs) {
    return propose(session, command, expiresAfterMs, null);
  }

  /**
   * @param revised the approval that is asked again; null for a first one
   */
  final Run propose(String session, String command, long expiresAfterMs, @Nullable String revised) {
    Json input = new Json("{\"command\":\"" + command + "\"}");
    ToolCall call = new ToolCall("call_1", "bash", input);
    return raise(
        session,
        new ExternalGates.Gate(
            call,
            GateDraft.approval(call)
                .because("why")
                .revising(revised == null ? null : new Revisions.Wish(revised, "changed"))
                .until(
                    expiresAfterMs == 0
                        ? GateDraft.Deadline.NONE
                        : new GateDraft.Deadline(null, expiresAfterMs))));
  }

  private Run raise(String session, ExternalGates.Gate gate) {
    return gates
        .raise(
            session,
            new Submission(
                RunKind.INPUT,
                RunHead.Driver.OUTSIDE,
                "admin",
                "daemon",
                "external",
                "admin",
                "?",
                null,
                new Json("[]"),
                Json.NULL,
                RunSettings.NONE),
            gate,
            null,
            null)
        .run();
  }

  final RunStatus status(Run run) {
    Run now = engine.read(queries -> queries.run(run.key()));
    return now == null ? RunStatus.FAILED : now.status();
  }
}
