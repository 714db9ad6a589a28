package dev.holdpoint.core.triage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.triage.Triage.Claim;
import dev.holdpoint.core.triage.Triage.Look;
import dev.holdpoint.core.triage.Triage.Snooze;
import dev.holdpoint.core.triage.TriageMachine.Step;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people may do about a gate, whether or not a timer has run. */
class TriageMachineTest {
  private static final long NOW = 1_000_000;
  private static final long MINUTE = 60_000;

  private static final Triage UNTOUCHED =
      new Triage(
          1,
          "apr_1",
          GateKind.APPROVAL,
          2,
          "run_2",
          3,
          "s",
          "tnt_root",
          List.of(),
          null,
          List.of(),
          List.of(),
          0,
          0,
          0,
          List.of(),
          List.of(),
          Triage.Moments.NONE);

  private static Verdict<Step> decide(Triage now, TriageMove command, String by) {
    return TriageMachine.decide(now, command, by, NOW);
  }

  private static Step happened(Verdict<Step> verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Happened.class);
    return ((Verdict.Happened<Step>) verdict).event();
  }

  private static Triage claimed(long untilMs) {
    return UNTOUCHED.withClaim(new Claim("ana", NOW - 1, untilMs, null));
  }

  /** What becomes of a claim: whose it is afterwards, or the code of the refusal. */
  @ParameterizedTest
  @CsvSource({
    // who has it, for how long from now, who claims, takes over -> whose, until
    "ana,  1, ana, false, ana",
    "ana,  1, bob, false, gate_claimed",
    "ana,  1, bob, true,  bob",
    "ana,  0, bob, false, bob",
    "ana, -9, bob, false, bob",
  })
  // DX-58
  void DX_58_a_claim_is_live_until_its_end_whatever_the_timer_did(
      String holder, long leftMs, String by, boolean takeOver, String then) {
    assertThat(holder).isEqualTo("ana");
    Verdict<Step> verdict =
        decide(claimed(NOW + leftMs), new TriageMove.Claim(MINUTE, takeOver), by);

    if (verdict instanceof Verdict.Rejected<Step>(Problem problem)) {
      assertThat(problem.code()).isEqualTo(then);
    } else {
      Claim claim = Objects.requireNonNull(happened(verdict).next().claim());
      assertThat(claim.by()).isEqualTo(then);
      assertThat(claim.untilMs()).isEqualTo(NOW + MINUTE);
      assertThat(claim.atMs()).isEqualTo(then.equals("ana") ? NOW - 1 : NOW);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, ana, false, released",
    "1, bob, false, gate_claimed",
    "1, bob, true, released",
    "0, ana, false, nothing",
    "0, bob, true, nothing",
  })
  void only_the_holder_or_an_admin_releases(long leftMs, String by, boolean admin, String then) {
    String became =
        switch (decide(claimed(NOW + leftMs), new TriageMove.Release(admin), by)) {
          case Verdict.Happened<Step>(Step step) -> word(step);
          case Verdict.Unchanged<Step> _ -> "nothing";
          case Verdict.Rejected<Step>(Problem problem) -> problem.code();
        };
    assertThat(became).isEqualTo(then);
  }

  private static @Nullable String word(Step step) {
    return step.entry() == null ? null : step.entry().change().wire();
  }

  @Test
  void an_assignment_takes_the_place_of_any_claim_and_says_who_made_it() {
    Step step = happened(decide(claimed(NOW + MINUTE), new TriageMove.Assign("cy", MINUTE), "bob"));
    assertThat(step.next().claim()).isEqualTo(new Claim("cy", NOW, NOW + MINUTE, "bob"));
    assertThat(word(step)).isEqualTo("assigned");
    assertThat(Objects.requireNonNull(step.entry()).to()).isEqualTo("cy");
  }

  @ParameterizedTest
  @CsvSource({"0, nothing", "59999, nothing", "60000, quietly", "-5, nothing"})
  void a_look_within_a_minute_says_nothing_new(long agoMs, String then) {
    Triage seen = UNTOUCHED.withSeen(List.of(new Look("ana", 5, NOW - agoMs)));
    Verdict<Step> again = decide(seen, new TriageMove.Look(), "ana");
    if (then.equals("nothing")) {
      assertThat(again).isEqualTo(Verdict.unchanged());
    } else {
      assertThat(happened(again).entry()).isNull();
      assertThat(happened(again).next().seen()).containsExactly(new Look("ana", 5, NOW));
    }
    Step first = happened(decide(seen, new TriageMove.Look(), "bob"));
    assertThat(word(first)).isEqualTo("seen");
    assertThat(first.next().seen()).last().isEqualTo(new Look("bob", NOW, NOW));
  }

  // DX-29
  @Test
  void a_look_in_a_new_stage_is_kept_however_short_ago_the_one_before_was() {
    Triage seen = UNTOUCHED.withSeen(List.of(new Look("ana", NOW - 9, NOW - 9)));
    Step again = happened(decide(seen, new TriageMove.Look(true, NOW - 5), "ana"));
    assertThat(again.entry()).isNull();
    assertThat(again.next().seen()).containsExactly(new Look("ana", NOW - 9, NOW));
    assertThat(decide(again.next(), new TriageMove.Look(true, NOW - 5), "ana"))
        .isEqualTo(Verdict.unchanged());
  }

  // DX-68
  @Test
  void DX_68_a_look_of_a_person_who_may_not_act_does_not_count_until_they_may() {
    Triage looked = happened(decide(UNTOUCHED, new TriageMove.Look(false, 0), "pat")).next();
    assertThat(looked.seen()).containsExactly(new Look("pat", NOW, NOW, true));
    assertThat(looked.isSeen()).isFalse();
    assertThat(decide(looked, new TriageMove.Look(false, 0), "pat")).isEqualTo(Verdict.unchanged());

    Triage acting = happened(decide(looked, new TriageMove.Look(), "pat")).next();
    assertThat(acting.isSeen()).isTrue();
    assertThat(decide(acting, new TriageMove.Look(false, 0), "pat")).isEqualTo(Verdict.unchanged());
    // A look from before this was noted.
    assertThat(UNTOUCHED.withSeen(List.of(new Look("ana", 1, 2))).isSeen()).isTrue();
  }

  @Test
  void a_snooze_replaces_the_persons_own_and_only_a_live_one_is_woken() {
    Triage snoozed =
        UNTOUCHED.withSnoozes(List.of(new Snooze("ana", NOW + 1), new Snooze("bob", NOW)));
    assertThat(happened(decide(snoozed, new TriageMove.Snooze(NOW + 9), "ana")).next().snoozes())
        .containsExactly(new Snooze("bob", NOW), new Snooze("ana", NOW + 9));
    assertThat(happened(decide(snoozed, new TriageMove.Wake(), "ana")).next().snoozes())
        .containsExactly(new Snooze("bob", NOW));
    assertThat(decide(snoozed, new TriageMove.Wake(), "bob")).isEqualTo(Verdict.unchanged());
    assertThat(decide(snoozed, new TriageMove.Wake(), "cy")).isEqualTo(Verdict.unchanged());
  }

  @Test
  void watching_twice_is_watching() {
    Triage watched = happened(decide(UNTOUCHED, new TriageMove.Watch(), "ana")).next();
    assertThat(watched.watchers()).containsExactly("ana");
    assertThat(decide(watched, new TriageMove.Watch(), "ana")).isEqualTo(Verdict.unchanged());
    assertThat(happened(decide(watched, new TriageMove.Unwatch(), "ana")).next().watchers())
        .isEmpty();
    assertThat(decide(watched, new TriageMove.Unwatch(), "bob")).isEqualTo(Verdict.unchanged());
  }

  private static Triage logged(GateChange change, int times) {
    TriageEntry entry = TriageEntry.Draft.of("ana", change).at("apr_1", 1, "tre_1", 1);
    return IntStream.range(0, times)
        .boxed()
        .reduce(UNTOUCHED, (triage, _) -> triage.plus(entry), (one, _) -> one);
  }

  @Test
  // DX-65
  void DX_65_the_log_takes_two_hundred_comments_and_an_end_of_entries() {
    TriageMove say = new TriageMove.Comment("x");
    assertThat(word(happened(decide(logged(GateChange.COMMENTED, 199), say, "ana"))))
        .isEqualTo("commented");
    assertThat(decide(logged(GateChange.COMMENTED, 200), say, "ana"))
        .isEqualTo(Verdict.rejected(Problem.GATE_LOG_FULL));
    Triage full = logged(GateChange.SNOOZED, TriageMachine.MOST_ENTRIES);
    assertThat(decide(full, new TriageMove.Watch(), "ana"))
        .isEqualTo(Verdict.rejected(Problem.GATE_LOG_FULL));
    assertThat(decide(full, new TriageMove.Unwatch(), "ana")).isEqualTo(Verdict.unchanged());
  }

  @Test
  // DX-58, DX-60
  void DX_58_DX_60_what_is_over_is_told_once_for_each_person() {
    Triage full =
        claimed(NOW)
            .withSnoozes(List.of(new Snooze("bob", NOW), new Snooze("cy", NOW + 1)))
            .withMoments(Triage.Moments.NONE.soon(NOW + 5));
    assertThat(full.dueAtMs()).isEqualTo(NOW);

    TriageMachine.Lapse lapse = TriageMachine.lapse(full, NOW);
    assertThat(lapse.entries())
        .containsExactly(
            TriageEntry.Draft.of("ana", GateChange.CLAIM_ENDED),
            TriageEntry.Draft.of("bob", GateChange.WOKEN));
    assertThat(lapse.next().claim()).isNull();
    assertThat(lapse.next().snoozes()).containsExactly(new Snooze("cy", NOW + 1));
    assertThat(lapse.next().dueAtMs()).isEqualTo(NOW + 1);
    assertThat(TriageMachine.lapse(lapse.next(), NOW).entries()).isEmpty();
    assertThat(TriageMachine.wakeAll(lapse.next()).entries())
        .containsExactly(TriageEntry.Draft.of("cy", GateChange.WOKEN));
    assertThat(TriageMachine.over(full).dueAtMs()).isNull();
  }

  @Test
  void what_is_shown_leaves_out_what_is_over() {
    Triage full = claimed(NOW + 1).withSnoozes(List.of(new Snooze("bob", NOW)));
    assertThat(TriageState.of(full, true, NOW).claim()).isNotNull();
    assertThat(TriageState.of(full, true, NOW).snoozes()).isEmpty();
    assertThat(TriageState.of(full, true, NOW + 1).claim()).isNull();
    assertThat(TriageState.of(full, false, NOW).claim()).isNull();
  }
}
