package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.SessionAccess;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicyMatch;
import dev.holdpoint.core.policy.Risk;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.core.triage.TriageMove;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.delivery.NotificationPolicy;
import dev.holdpoint.engine.delivery.Notifications;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.gate.StageMoments;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.port.store.DeliveryQueries.DeliveryFilter;
import dev.holdpoint.engine.triage.GateTimer;
import dev.holdpoint.engine.triage.TriageTimes;
import dev.holdpoint.engine.triage.Triages;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What happens to gates by themselves, and what never touches their runs. */
@OnBothDatabases
class TriageClockTest extends OwnClock {
  private static final long MINUTE = 60_000;
  private static final OutboundPolicy OUTBOUND =
      OutboundPolicy.USUAL.telling(
          new NotificationPolicy(10 * MINUTE, 10 * MINUTE, () -> "http://localhost"));

  private final GateTimer timer = new GateTimer(writer, OUTBOUND, GateTimer.PolicyMoments.NONE);
  private final Triages triages =
      new Triages(writer, Clarifications.slots(() -> true), OUTBOUND, TriageTimes.USUAL);
  private final Notifications notifications = new Notifications(writer);

  TriageClockTest(Database database) {
    super(database, OUTBOUND);
  }

  private void act(Run run, TriageMove command, String by) {
    triages.act(gate(run).id(), command, new Triages.Actor(by, null), null);
  }

  private static Gate gate(Run run) {
    return run.questions().getFirst();
  }

  private @Nullable Triage triage(Run run) {
    return engine.<@Nullable Triage>read(queries -> queries.kept(Triage.KIND, gate(run).key()));
  }

  private List<String> log(Run run) {
    return engine.read(
        queries ->
            queries
                .keptBelow(TriageEntry.KIND, gate(run).id(), Long.MAX_VALUE, 100)
                .reversed()
                .stream()
                .map(entry -> entry.by() + " " + entry.change().wire())
                .toList());
  }

  private void ringAt(long ms) {
    clock.set(ms);
    deadlines.expireDue();
    timer.ring();
  }

  private void subscribe(NoticeEvent event, @Nullable String concerning) {
    notifications.add(
        new Notifications.Spec(
            List.of(event), "s", null, new ReplyHandle("mail", "ada"), concerning),
        Tenants.ROOT,
        "admin",
        null);
  }

  private List<String> told() {
    return engine.read(
        queries ->
            queries
                .deliveries(new DeliveryFilter(null, null, null, null), Long.MAX_VALUE, 100)
                .stream()
                .map(told -> Objects.requireNonNull(queries.delivery(told.key())))
                .map(Delivery::content)
                .map(
                    content ->
                        Objects.requireNonNull(content).text().lines().findFirst().orElse(""))
                .toList()
                .reversed());
  }

  @Test
  // DX-58
  void DX_58_a_claim_ends_with_its_lease_and_once() {
    Run run = ask(10 * HOUR);
    act(run, new TriageMove.Claim(15 * MINUTE, false), "ana");
    assertThat(Objects.requireNonNull(triage(run)).dueAtMs()).isEqualTo(NOON + 15 * MINUTE);

    ringAt(NOON + 15 * MINUTE - 1);
    assertThat(log(run)).containsExactly("ana claimed");
    ringAt(NOON + 15 * MINUTE);
    ringAt(NOON + 16 * MINUTE);
    assertThat(log(run)).containsExactly("ana claimed", "ana claim_ended");
    assertThat(Objects.requireNonNull(triage(run)).dueAtMs()).isNull();
  }

  @Test
  // DX-58: the daemon was killed, and no timer has run since
  void DX_58_a_claim_that_is_over_gives_way_before_any_timer_has_run() {
    Run run = ask(10 * HOUR);
    act(run, new TriageMove.Claim(15 * MINUTE, false), "ana");
    clock.set(NOON + HOUR);

    act(run, new TriageMove.Claim(15 * MINUTE, false), "bob");

    assertThat(log(run)).containsExactly("ana claimed", "ana claim_ended", "bob claimed");
    timer.ring();
    assertThat(log(run)).hasSize(3);
  }

  @Test
  // DX-60
  void DX_60_a_snooze_ends_at_its_time_and_when_the_gate_expires_soon() {
    subscribe(NoticeEvent.EXPIRING_SOON, null);
    Run run = ask(HOUR);
    act(run, new TriageMove.Snooze(NOON + 5 * MINUTE), "ana");
    act(run, new TriageMove.Snooze(NOON + 55 * MINUTE), "bob");

    ringAt(NOON + 5 * MINUTE);
    assertThat(log(run)).last().isEqualTo("ana woken");
    ringAt(NOON + 50 * MINUTE);
    assertThat(log(run)).last().isEqualTo("bob woken");
    assertThat(told()).containsExactly("Question expires soon: ?");
    ringAt(NOON + 55 * MINUTE);
    assertThat(log(run)).hasSize(4);
  }

  @Test
  // DX-60
  void DX_60_a_snooze_ends_when_the_gate_expires_soon_whether_or_not_anybody_is_told() {
    Run run = ask(HOUR);
    act(run, new TriageMove.Snooze(NOON + 59 * MINUTE), "bob");

    ringAt(NOON + 50 * MINUTE);

    assertThat(log(run)).last().isEqualTo("bob woken");
    assertThat(told()).isEmpty();
  }

  private Run deploy() {
    policy(PolicyMatch.ALL_APPROVALS, "2 of anyone within 1h", null, null);
    return propose("s", "make", 0);
  }

  private void onApproval(Run run, TriageMove command) {
    triages.act(run.approvals().getFirst().id(), command, new Triages.Actor("bob", null), null);
  }

  private void extend(Run run) {
    triages.extend(run.approvals().getFirst().id(), HOUR, new Triages.Actor("ana", null), null);
  }

  private @Nullable Long dueAtMs(Run run) {
    return engine.<@Nullable Long>read(
        queries -> {
          Triage kept = queries.kept(Triage.KIND, run.approvals().getFirst().key());
          return kept == null ? null : kept.dueAtMs();
        });
  }

  @Test
  // DX-60: nobody wants to be told of deadlines, and of looks perhaps
  void DX_60_a_snooze_ends_when_the_gate_expires_soon_also_by_a_deadline_that_was_moved() {
    Run run = deploy();
    onApproval(run, new TriageMove.Snooze(NOON + HOUR));
    assertThat(dueAtMs(run)).isEqualTo(NOON + 50 * MINUTE);

    extend(run);
    onApproval(run, new TriageMove.Snooze(NOON + 2 * HOUR));
    assertThat(dueAtMs(run)).isEqualTo(NOON + 110 * MINUTE);

    subscribe(NoticeEvent.UNSEEN, null);
    extend(run);
    onApproval(run, new TriageMove.Snooze(NOON + 3 * HOUR));
    assertThat(dueAtMs(run)).isEqualTo(NOON + 170 * MINUTE);
  }

  @Test
  // DX-60: what was planned for one snooze is no plan for a later one
  void DX_60_a_snooze_after_the_deadline_was_moved_ends_by_the_new_one() {
    Run run = deploy();
    onApproval(run, new TriageMove.Snooze(NOON + HOUR));
    onApproval(run, new TriageMove.Wake());
    extend(run);

    onApproval(run, new TriageMove.Snooze(NOON + 2 * HOUR));

    assertThat(dueAtMs(run)).isEqualTo(NOON + 110 * MINUTE);
  }

  @Test
  // DX-28
  void DX_28_a_stage_that_opens_a_moment_late_tells_nobody_again_that_the_end_is_near() {
    subscribe(NoticeEvent.EXPIRING_SOON, null);
    policy(
        PolicyMatch.ALL_APPROVALS, "anyone within 1h else anyone within 8m else deny", null, null);
    GateTimer opening =
        new GateTimer(writer, OUTBOUND, StageMoments.opening(Clarifications.slots(() -> true)));
    propose("s", "make", 0);
    clock.set(NOON + 58 * MINUTE);
    opening.ring();
    assertThat(told()).hasSize(1);

    clock.set(NOON + HOUR + 50);
    opening.ring();
    clock.set(NOON + 67 * MINUTE);
    opening.ring();

    assertThat(told()).containsExactly("Approval expires soon: Run a command");
  }

  @Test
  // DX-68
  void DX_68_unseen_is_told_five_times_and_not_after_a_look_of_somebody_who_may_act() {
    subscribe(NoticeEvent.UNSEEN, null);
    Run run = ask(10 * HOUR);
    session("other");
    ask("other", 10 * HOUR);

    for (int i = 1; i <= 7; i++) {
      ringAt(NOON + i * 10L * MINUTE);
      assertThat(told()).hasSize(Math.min(i, 5));
    }
    assertThat(told()).containsOnly("Question not seen yet: ?");
    assertThat(Objects.requireNonNull(triage(run)).reminded()).isEqualTo(5);
    assertThat(Objects.requireNonNull(triage(run)).dueAtMs()).isNull();
  }

  @Test
  // DX-68
  void DX_68_the_first_look_of_somebody_who_may_act_ends_the_reminders() {
    subscribe(NoticeEvent.UNSEEN, null);
    Run run = ask(10 * HOUR);
    act(run, new TriageMove.Look(), "nobody we know");
    ringAt(NOON + 10 * MINUTE);
    assertThat(told()).hasSize(1);
    act(run, new TriageMove.Look(), "admin");
    ringAt(NOON + 20 * MINUTE);
    ringAt(NOON + 30 * MINUTE);
    assertThat(told()).hasSize(1);
  }

  private void policy(String needs, @Nullable Long remindMs, PolicyDraft.@Nullable Hours hours) {
    policy(
        new PolicyMatch(List.of("question"), null, null, null, null, null, null),
        needs,
        remindMs,
        hours);
  }

  private void policy(
      PolicyMatch match, String needs, @Nullable Long remindMs, PolicyDraft.@Nullable Hours hours) {
    PolicyDraft draft =
        new PolicyDraft(
            null, match, needs, null, false, true, false, Risk.NORMAL, null, hours, remindMs, null);
    writer.commit(
        change -> {
          change.keep(
              StoredPolicy.KIND,
              new StoredPolicy(1, "pol_1", "p", 1, true, draft, 1, "admin", 0, "admin", 0));
          return true;
        });
  }

  @Test
  // DX-68
  void DX_68_a_policy_reminds_in_its_own_time_five_times_and_not_outside_its_hours() {
    subscribe(NoticeEvent.UNSEEN, null);
    ZonedDateTime noon = Instant.ofEpochMilli(NOON).atZone(ZoneOffset.UTC);
    // Open for fifty minutes of this hour, and for the same time of the next day.
    String open = "%02d:00-%02d:50".formatted(noon.getHour(), noon.getHour());
    long from = noon.truncatedTo(ChronoUnit.HOURS).toInstant().toEpochMilli();
    policy("anyone", 20 * MINUTE, new PolicyDraft.Hours("UTC", List.of("mon-sun " + open)));
    clock.set(from);
    Run run = ask(1_000 * HOUR);

    ringAt(from + 10 * MINUTE);
    assertThat(told()).as("the usual time is of gates without a policy").isEmpty();
    ringAt(from + 20 * MINUTE);
    assertThat(told()).hasSize(1);
    ringAt(from + 40 * MINUTE);
    assertThat(told()).hasSize(2);
    // Ten minutes of today and ten of tomorrow.
    ringAt(from + 23 * HOUR);
    assertThat(told()).as("closed").hasSize(2);
    ringAt(from + 24 * HOUR + 10 * MINUTE - 1);
    assertThat(told()).hasSize(2);
    ringAt(from + 24 * HOUR + 10 * MINUTE);
    assertThat(told()).hasSize(3);
    for (int day = 2; day < 9; day++) {
      ringAt(from + day * 24L * HOUR + 45 * MINUTE);
    }
    assertThat(told()).hasSize(5).containsOnly("Question not seen yet: ?");
    assertThat(Objects.requireNonNull(triage(run)).dueAtMs()).isNull();
  }

  @Test
  // DX-68
  void DX_68_a_look_of_one_who_may_act_under_the_policy_ends_its_reminders() {
    subscribe(NoticeEvent.UNSEEN, null);
    policy("person:ana", 20 * MINUTE, null);
    new Tokens(writer, engine, new Tokens.Defaults(0, SessionAccess.ALL))
        .add(new Tokens.Wish("ana", Role.OPERATOR, null), "%064x".formatted(1), "admin", null);
    Run run = ask(1_000 * HOUR);
    act(run, new TriageMove.Look(), "admin");
    ringAt(NOON + 20 * MINUTE);
    assertThat(told()).as("an admin is not named").hasSize(1);
    act(run, new TriageMove.Look(), "ana");
    ringAt(NOON + 40 * MINUTE);
    ringAt(NOON + 60 * MINUTE);
    assertThat(told()).hasSize(1);
  }

  @Test
  // DX-68
  void DX_68_a_vote_ends_the_reminders_as_a_look_does() {
    subscribe(NoticeEvent.UNSEEN, null);
    for (String name : List.of("ana", "bob")) {
      new Tokens(writer, engine, new Tokens.Defaults(0, SessionAccess.ALL))
          .add(
              new Tokens.Wish(name, Role.OPERATOR, null),
              "%064x".formatted(name.hashCode()),
              "admin",
              null);
    }
    policy(PolicyMatch.ALL_APPROVALS, "2 of anyone", 20 * MINUTE, null);
    Run run = propose("s", "make", 0);
    ringAt(NOON + 20 * MINUTE);
    assertThat(told()).hasSize(1);

    new Approvals(writer, Clarifications.slots(() -> true), ToolInputs.ANYTHING)
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
                    Json.EMPTY_OBJECT)),
            new Voter("ana", Role.OPERATOR),
            null);
    for (int i = 2; i < 6; i++) {
      ringAt(NOON + i * 20L * MINUTE);
    }

    assertThat(told()).hasSize(1);
  }

  @Test
  void a_policy_without_reminders_has_none() {
    subscribe(NoticeEvent.UNSEEN, null);
    policy("anyone", null, null);
    ask(1_000 * HOUR);
    ringAt(NOON + HOUR);
    assertThat(told()).isEmpty();
  }

  @Test
  // DX-61
  void DX_61_whoever_it_is_assigned_to_hears_of_it_once_and_nobody_else() {
    subscribe(NoticeEvent.ASSIGNED, "person:admin");
    subscribe(NoticeEvent.ASSIGNED, "person:bob");
    Run run = ask(HOUR);
    act(run, new TriageMove.Assign("admin", HOUR), "bob");
    assertThat(told()).containsExactly("Assigned to admin: ?");
  }

  @Test
  void whoever_watches_hears_of_the_outcome() {
    subscribe(NoticeEvent.QUESTION_RESOLVED, "person:eve");
    Run watched = ask(HOUR);
    Run other = ask(HOUR);
    act(watched, new TriageMove.Watch(), "eve");
    for (Run run : List.of(watched, other)) {
      questions.cancel(run.id(), gate(run).id(), null, Json.NULL, Voter.named("ada"), null);
    }
    assertThat(told()).containsExactly("Question cancelled by ada: ?");
  }

  @Test
  void what_is_due_for_a_settled_gate_resets_itself() {
    subscribe(NoticeEvent.UNSEEN, null);
    Run run = ask(10 * HOUR);
    act(run, new TriageMove.Claim(15 * MINUTE, false), "ana");
    questions.cancel(run.id(), gate(run).id(), null, Json.NULL, Voter.named("ada"), null);

    ringAt(NOON + HOUR);

    assertThat(told()).isEmpty();
    assertThat(log(run)).containsExactly("ana claimed");
    assertThat(Objects.requireNonNull(triage(run)).dueAtMs()).isNull();
  }

  @Test
  // DX-56: many have looked since somebody said something
  void DX_56_comments_are_in_the_words_however_long_the_log_is() {
    Run run = propose("s", "make", 0);
    onApproval(run, new TriageMove.Comment("wait for the freeze"));
    for (int i = 0; i < 260; i++) {
      onApproval(run, new TriageMove.Watch());
      onApproval(run, new TriageMove.Unwatch());
    }

    new Approvals(writer, Clarifications.slots(() -> true), ToolInputs.ANYTHING)
        .resolve(
            new GateTarget.OfRun(run.id()),
            List.of(
                new SentDecision(
                    run.approvals().getFirst().id(),
                    false,
                    null,
                    null,
                    "no",
                    null,
                    null,
                    null,
                    null,
                    Json.EMPTY_OBJECT,
                    true,
                    0)),
            new Voter("ana", Role.OPERATOR),
            null);

    Run after = Objects.requireNonNull(engine.<Run>read(queries -> queries.run(run.key())));
    assertThat(after.approvals().getFirst().state())
        .isInstanceOfSatisfying(
            ApprovalState.Denied.class,
            denied -> assertThat(denied.reason()).contains("no", "bob: wait for the freeze"));
  }

  @Test
  // DX-63
  void DX_63_nothing_of_it_touches_the_run() {
    Run run = ask(10 * HOUR);
    Run before = engine.<@Nullable Run>read(queries -> queries.run(run.key()));
    act(run, new TriageMove.Look(), "ana");
    act(run, new TriageMove.Claim(MINUTE, false), "ana");
    act(run, new TriageMove.Comment("x"), "ana");
    ringAt(NOON + MINUTE);

    assertThat(engine.<@Nullable Run>read(queries -> queries.run(run.key()))).isEqualTo(before);
    assertThat(Objects.requireNonNull(triage(run)).rows()).hasSize(4).isSorted();
    assertThat(log(run)).last().isEqualTo("ana " + GateChange.CLAIM_ENDED.wire());
  }
}
