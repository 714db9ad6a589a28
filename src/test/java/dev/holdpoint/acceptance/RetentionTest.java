package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.gate.Succession;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.permit.Redemption;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.retention.Retention;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Runs go when their time is over, and not before all they have said has arrived or was given up.
 */
@OnBothDatabases
class RetentionTest extends OwnClock {
  private static final Routes ROUTES = new Routes("scripted", Map.of("scripted", "scripted"));
  private static final ReplyHandle ADA = new ReplyHandle("http", "{\"url\":\"https://ada\"}");
  private static final ReplyHandle BOB = new ReplyHandle("http", "{\"url\":\"https://bob\"}");
  private static final AttemptResult TAKEN = new AttemptResult.Taken("00");
  private static final AttemptResult NOT_NOW =
      new AttemptResult.Refused(DeliveryFault.CONNECT, false, null, null);
  private static final AttemptResult NEVER =
      new AttemptResult.Refused(DeliveryFault.TERMINAL, true, null, null);

  private final Runs runs = new Runs(writer, Clarifications.slots(() -> true), ROUTES, 10);
  private final Progress progress =
      new Progress(writer, Clarifications.slots(() -> true), ROUTES, 10);
  private final Deliveries deliveries = new Deliveries(writer, OutboundPolicy.USUAL);

  /** Whose files were taken away. */
  private final List<String> taken = new ArrayList<>();

  private final Retention retention =
      new Retention(writer, engine, run -> taken.add(run.id()), new Retention.Policy(HOUR, null));

  RetentionTest(Database database) {
    super(database);
  }

  /** A run that says one thing to each of these and ends. */
  private Run says(ReplyHandle... targets) {
    return says("hello", targets);
  }

  private Run says(String text, ReplyHandle... targets) {
    Submission submission =
        new Submission(
            RunKind.INPUT,
            RunHead.Driver.LOOP,
            "admin",
            "daemon",
            "api",
            "api-user",
            "work",
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE.replyingTo(List.of(targets)));
    Run run = runs.submit("s", submission, false, null).run();
    Run now = Objects.requireNonNull(engine.read(queries -> queries.run(run.key())));
    Output output =
        new Output(
            Output.Source.ASSISTANT_TEXT,
            "http",
            "",
            text,
            new Json("[{\"type\":\"text\",\"text\":\"hello\"}]"),
            new Json("[]"));
    return progress.advance(new Advance(now).output(output).complete());
  }

  private boolean isGone(Run run) {
    return engine.read(queries -> queries.run(run.key())) == null;
  }

  /** What is left of the run's deliveries. */
  private List<Delivery> deliveriesOf(Run run) {
    return engine.read(queries -> queries.deliveriesOf(List.of(run.key()), 9));
  }

  private DeliveryAttempt takeOne() {
    List<DeliveryAttempt> parcels = deliveries.take(9, Long.MAX_VALUE, true);
    assertThat(parcels).hasSize(1);
    return parcels.getFirst();
  }

  @Test
  void what_it_frees_goes_back_to_the_disk() {
    String words = "words ".repeat(10_000);
    for (int i = 0; i < 150; i++) {
      says(words);
    }
    clock.addAndGet(2 * HOUR);
    Run kept = says(words);
    assertThat(store.giveBack()).as("nothing is free yet").isZero();

    assertThat(retention.sweep()).isEqualTo(150);

    boolean byItself = store.kind().equals("postgres");
    assertThat(store.giveBack() > 4 << 20).isEqualTo(!byItself);
    assertThat(store.giveBack()).as("the rest is kept for what comes").isZero();
    assertThat(isGone(kept)).isFalse();
  }

  @Test
  void a_run_stays_while_anything_it_has_said_is_on_its_way() {
    Run sends = says(ADA);
    Run queues = says(ADA);
    Run silent = says();
    clock.addAndGet(2 * HOUR);

    assertThat(retention.sweep()).isEqualTo(1);
    assertThat(isGone(silent)).as("nothing of it is on its way").isTrue();
    assertThat(isGone(sends)).as("what it has said waits to be sent").isFalse();
    assertThat(isGone(queues)).as("what it has said comes after that").isFalse();

    DeliveryAttempt first = takeOne();
    assertThat(deliveriesOf(sends).getFirst().state()).isInstanceOf(DeliveryState.Sending.class);
    assertThat(retention.sweep()).as("a courier is away with it").isZero();

    deliveries.settle(first, NOT_NOW);
    assertThat(deliveriesOf(sends).getFirst().status()).isEqualTo(DeliveryStatus.RETRYING);
    assertThat(retention.sweep()).as("it will be tried again").isZero();

    clock.addAndGet(HOUR);
    DeliveryAttempt again = takeOne();
    assertThat(again.deliveryId()).isEqualTo(first.deliveryId());
    deliveries.settle(again, TAKEN);
    assertThat(retention.sweep()).as("it has arrived").isEqualTo(1);
    assertThat(isGone(sends)).isTrue();
    assertThat(deliveriesOf(sends)).as("they go with their run").isEmpty();
    assertThat(isGone(queues)).isFalse();
    assertThat(deliveriesOf(queues)).hasSize(1);

    deliveries.settle(takeOne(), NEVER);
    assertThat(retention.sweep()).as("it was given up").isEqualTo(1);
    assertThat(isGone(queues)).isTrue();
    assertThat(taken)
        .as("no file goes before its run")
        .containsExactly(silent.id(), sends.id(), queues.id());
  }

  @Test
  void one_delivery_that_is_open_keeps_a_run_of_which_all_others_are_settled() {
    Run run = says(ADA, BOB);
    List<DeliveryAttempt> both = deliveries.take(9, Long.MAX_VALUE, true);
    assertThat(both).hasSize(2);
    deliveries.settle(both.getFirst(), TAKEN);
    clock.addAndGet(2 * HOUR);

    assertThat(retention.sweep()).isZero();
    assertThat(deliveriesOf(run)).hasSize(2);

    deliveries.settle(both.getLast(), TAKEN);
    assertThat(retention.sweep()).isEqualTo(1);
    assertThat(isGone(run)).isTrue();
  }

  private Permit permit(Run run, PermitState state) {
    return writer.commit(
        change -> {
          String approval = change.newId("apr_");
          Permit permit =
              new Permit(
                  Ulid.keyOf("apr_", approval).orElseThrow(),
                  Permit.idOf(approval),
                  approval,
                  run.id(),
                  run.head().sessionKey(),
                  run.head().sessionId(),
                  Tenants.ROOT,
                  state,
                  null,
                  List.of(),
                  List.of(),
                  null,
                  null);
          change.keep(Permit.KIND, permit);
          return permit;
        });
  }

  /** Nobody may ever learn what became of it when the record goes before the result comes. */
  @Test
  void a_run_stays_while_the_result_of_its_permit_is_awaited() {
    Redemption begun = new Redemption(1, clock.get(), "ci", "ab".repeat(32));
    Run awaits = says();
    Permit open = permit(awaits, new PermitState.Started(begun, HOUR, clock.get() + HOUR));
    Run promisesNothing = says();
    permit(promisesNothing, new PermitState.Started(begun, null, null));
    clock.addAndGet(2 * HOUR);

    assertThat(retention.sweep()).isEqualTo(1);
    assertThat(isGone(promisesNothing)).as("nobody would be asked about it, ever").isTrue();
    Retention events =
        new Retention(writer, engine, run -> taken.add(run.id()), new Retention.Policy(null, HOUR));
    assertThat(events.sweep()).isZero();
    assertThat(engine.<@Nullable Permit>read(q -> q.kept(Permit.KIND, open.key()))).isEqualTo(open);

    settle(open, new PermitState.Uncertain(begun, clock.get(), null, false));
    assertThat(retention.sweep()).as("a person is asked").isZero();
    assertThat(taken).containsExactly(promisesNothing.id());

    settle(open, new PermitState.Succeeded(begun, clock.get(), "ci", null));
    assertThat(retention.sweep()).isEqualTo(1);
    assertThat(isGone(awaits)).isTrue();
    assertThat(engine.<@Nullable Permit>read(q -> q.kept(Permit.KIND, open.key()))).isNull();
  }

  @Test
  // DX-46
  void what_came_after_an_approval_goes_with_its_run_and_the_rest_of_the_chain_is_found() {
    Run first = propose("s", "rm a", 0);
    Run second = propose("s", "rm b", 0, sentBack(first));
    Run third = propose("s", "rm c", 0, sentBack(second));
    assertThat(chain(second)).containsExactly(gate(first), gate(second), gate(third));
    assertThat(successions()).hasSize(2);

    clock.addAndGet(2 * HOUR);
    sentBack(third);
    assertThat(retention.sweep()).isEqualTo(2);
    assertThat(isGone(first)).isTrue();
    assertThat(chain(third)).containsExactly(gate(third));
    assertThat(successions()).extracting(Succession::approvalId).containsExactly(gate(third));

    clock.addAndGet(2 * HOUR);
    assertThat(retention.sweep()).isEqualTo(1);
    assertThat(successions()).isEmpty();
  }

  private static String gate(Run run) {
    return run.approvals().getFirst().id();
  }

  private String sentBack(Run run) {
    new Approvals(writer, Clarifications.slots(() -> true), ToolInputs.ANYTHING)
        .resolve(
            new GateTarget.OfRun(run.id()),
            List.of(
                new SentDecision(
                    gate(run),
                    false,
                    Denial.CHANGES_REQUESTED,
                    null,
                    "not so",
                    null,
                    null,
                    null,
                    null,
                    Json.EMPTY_OBJECT,
                    false,
                    0)),
            new Voter("admin", Role.ADMIN),
            null);
    return gate(run);
  }

  private List<String> chain(Run run) {
    return engine.read(
        queries ->
            Revisions.chain(queries, run.approvals().getFirst()).stream()
                .map(found -> found.gate().id())
                .toList());
  }

  private List<Succession> successions() {
    return engine.read(queries -> queries.keptBelow(Succession.KIND, "s", Long.MAX_VALUE, 9));
  }

  private void settle(Permit permit, PermitState next) {
    writer.commit(
        change -> {
          change.keep(Permit.KIND, permit.at(next));
          return next;
        });
  }
}
