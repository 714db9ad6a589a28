package dev.holdpoint.engine.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.core.world.WorldTerms;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The next revision of a gate from outside, by the commit that finds it stale. */
class StaleGatesTest {
  private static final Precondition PLAN =
      Precondition.listed(Precondition.Type.FINGERPRINT, "plan", "7");

  @TempDir Path folder = Path.of("");

  private static RunOutcome raise(ExternalGates gates) {
    ToolCall call = new ToolCall("call_1", "deploy", new Json("{\"to\":\"prod\"}"));
    return gates.raise(
        "s",
        new Submission(
            RunKind.INPUT,
            RunHead.Driver.OUTSIDE,
            "tok_1",
            "daemon",
            "external",
            "ci",
            "deploy: release",
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE),
        new ExternalGates.Gate(
            call,
            GateDraft.approval(call)
                .because("release")
                .until(new GateDraft.Deadline(null, 60_000L))
                .dependingOn(WorldTerms.of(List.of(PLAN)), null)),
        new IdempotencyKey("request:k", "same"),
        null);
  }

  @Test
  void it_is_a_new_run_of_the_session_and_the_request_key_leads_to_it() {
    AtomicLong key = new AtomicLong(Ulid.key(System.currentTimeMillis(), 0));
    Slots slots = Clarifications.slots(() -> true);
    try (SqliteStore store = MigratedLedger.open(folder.resolve("ledger.db"))) {
      Engine engine =
          new Engine(
              store,
              InstantSource.system(),
              prefix -> Ulid.id(prefix, key.incrementAndGet(), 1),
              _ -> {},
              Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
      try (Writer writer = new Writer(engine).start()) {
        new Sessions(writer)
            .createOrReuse(new Sessions.Spec("s", null, null, null, null, null), null);
        Approvals approvals = new Approvals(writer, slots, ToolInputs.ANYTHING);
        ExternalGates gates = new ExternalGates(writer, slots, approvals);
        Run first = raise(gates).run();
        Approval asked = first.approvals().getFirst();
        approvals.resolve(
            new GateTarget.OfRun(first.id()),
            List.of(
                new SentDecision(asked.id(), true, null, null, null, null, null, new Json("{}"))),
            Voter.named("ada"),
            null);
        assertThat(raise(gates).run().id()).isEqualTo(first.id());

        Run next =
            writer.commit(
                change -> {
                  Run run = Objects.requireNonNull(change.run(first.key()));
                  return new StaleGates(gates)
                      .raiseNext(
                          change, run, run.approvals().getFirst(), List.of(Sighting.value("8")));
                });

        Approval again = next.approvals().getFirst();
        assertThat(next.head().sessionId()).isEqualTo("s");
        assertThat(again.isPending()).isTrue();
        assertThat(again.revision()).isEqualTo(2);
        assertThat(Objects.requireNonNull(again.chain()).revises()).isEqualTo(asked.id());
        assertThat(again.digest()).isEqualTo(asked.digest());
        WorldTerms world = Objects.requireNonNull(again.world());
        assertThat(world.changes())
            .singleElement()
            .satisfies(
                change -> {
                  assertThat(change.expected()).isEqualTo("7");
                  assertThat(change.found()).isEqualTo("8");
                });
        assertThat(world.preconditions().getFirst().expected()).isEqualTo("8");
        assertThat(world.times()).isEqualTo(2);
        assertThat(Objects.requireNonNull(again.expiresAtMs()) - again.createdAtMs())
            .isEqualTo(60_000);
        RunOutcome found = raise(gates);
        assertThat(found.run().id()).isEqualTo(next.id());
        assertThat(found.replayed()).isTrue();
        assertThat(
                engine.<String>read(
                    queries ->
                        String.valueOf(
                            Revisions.successor(
                                queries,
                                Objects.requireNonNull(queries.run(first.key()))
                                    .approvals()
                                    .getFirst()))))
            .isEqualTo(again.id());
      }
    }
  }
}
