package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.delivery.Reminder;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.core.triage.GateMoments;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.engine.delivery.Notifications;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.port.store.DeliveryQueries.DeliveryFilter;
import dev.holdpoint.engine.triage.GateTimer;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When somebody is told that a gate is about to expire. */
@OnBothDatabases
class ReminderTest extends OwnClock {
  private static final long MINUTE = 60_000;

  private final Notifications notifications = new Notifications(writer);
  private final GateTimer timer =
      new GateTimer(writer, OutboundPolicy.USUAL, GateTimer.PolicyMoments.NONE);

  ReminderTest(Database database) {
    super(database);
    subscribe("s");
  }

  private void subscribe(String session) {
    notifications.add(
        new Notifications.Spec(
            List.of(NoticeEvent.EXPIRING_SOON),
            session,
            null,
            new ReplyHandle("mail", "ada"),
            null),
        Tenants.ROOT,
        "admin",
        null);
  }

  private List<Delivery> told() {
    return engine.read(
        queries ->
            queries
                .deliveries(new DeliveryFilter(null, null, null, null), Long.MAX_VALUE, 100)
                .stream()
                .map(told -> Objects.requireNonNull(queries.delivery(told.key())))
                .toList());
  }

  private long kept() {
    return engine.<Long>read(queries -> queries.countKept(Triage.KIND, null));
  }

  private void ringAt(long ms) {
    clock.set(ms);
    deadlines.expireDue();
    timer.ring();
  }

  @Test
  void it_is_ten_minutes_before_the_end_and_once() {
    Run run = ask(HOUR);

    ringAt(NOON + 50 * MINUTE - 1);
    assertThat(told()).isEmpty();
    ringAt(NOON + 50 * MINUTE);
    assertThat(told()).hasSize(1);
    assertThat(told().getFirst().runId()).isEqualTo(run.id());
    assertThat(Objects.requireNonNull(told().getFirst().content()).text())
        .startsWith("Question expires soon: ?");
    ringAt(NOON + 55 * MINUTE);
    assertThat(told()).hasSize(1);
    assertThat(kept()).isZero();
  }

  @Test
  void it_is_at_half_of_a_life_that_is_shorter() {
    ask(4 * MINUTE);

    ringAt(NOON + 2 * MINUTE - 1);
    assertThat(told()).isEmpty();
    ringAt(NOON + 2 * MINUTE);
    assertThat(told()).hasSize(1);
  }

  @Test
  void what_was_settled_or_has_expired_is_not_told_of() {
    Run answered = ask(HOUR);
    questions.cancel(
        answered.id(),
        answered.questions().getFirst().id(),
        null,
        Json.NULL,
        Voter.named("ada"),
        null);
    ask(HOUR);

    ringAt(NOON + 2 * HOUR);

    assertThat(told()).isEmpty();
    assertThat(kept()).isZero();
  }

  @Test
  void nothing_is_kept_in_mind_for_nobody() {
    session("other");
    ask("other", HOUR);

    assertThat(kept()).isZero();
  }

  @Test
  void one_that_the_version_before_left_is_told_once() {
    session("other");
    Run run = ask("other", HOUR);
    subscribe("other");
    Question asked = run.questions().getFirst();
    writer.commit(
        change -> {
          change.keep(
              Reminder.KIND, new Reminder(asked.key(), asked.id(), run.key(), NOON + 50 * MINUTE));
          return run;
        });

    ringAt(NOON + 50 * MINUTE);
    ringAt(NOON + 51 * MINUTE);

    assertThat(told()).hasSize(1);
    assertThat(engine.<Long>read(queries -> queries.countKept(Reminder.KIND, null))).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 3600000, 600000, 3000000",
    "0, 600001, 600000, 1",
    "0, 600000, 600000, 300000",
    "0, 10, 600000, 5",
    "7, 8, 600000, 7",
    "7, 7, 600000, 7"
  })
  void it_is_between_the_raising_and_the_end(long raised, long expires, long usual, long at) {
    assertThat(GateMoments.soon(raised, expires, usual)).isEqualTo(at);
  }
}
