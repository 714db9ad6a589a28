package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicyMatch;
import dev.holdpoint.core.policy.PolicySweep;
import dev.holdpoint.core.policy.Risk;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.engine.access.TenantDirectory;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.policy.Groups;
import dev.holdpoint.engine.policy.Policies;
import dev.holdpoint.engine.policy.PolicySweeps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What waits is told of a policy that has changed, where the standing is another. */
class PolicySweepTest {
  @TempDir private Path folder = Path.of("");
  private Bench bench;
  private Policies policies;
  private Groups groups;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    policies = new Policies(bench.commits, (word, _) -> word);
    groups = new Groups(bench.commits, (word, _) -> word);
    for (String name : List.of("ana", "ben", "cleo")) {
      bench.person(name, Role.OPERATOR);
    }
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Run parked(String session) {
    Run run = bench.parked(bench.session(session), GateDraft.Deadline.NONE);
    bench.pass(1);
    return run;
  }

  private static Policies.Spec spec(String name, String needs, @Nullable String session) {
    return spec(name, needs, session, null);
  }

  private static Policies.Spec spec(
      String name, String needs, @Nullable String session, @Nullable Long remindMs) {
    return new Policies.Spec(
        name,
        null,
        true,
        new PolicyDraft(
            null,
            new PolicyMatch(
                null, session == null ? null : List.of(session), null, null, null, null, null),
            needs,
            null,
            false,
            true,
            false,
            Risk.NORMAL,
            null,
            null,
            remindMs,
            null));
  }

  private StoredPolicy policy(String name, String needs, @Nullable String session) {
    return policies.create(spec(name, needs, session), "admin", null).policy();
  }

  private void walk() {
    while (StageMoments.sweep(bench.commits).ring() > 0) {
      // Some gates a commit.
    }
  }

  private List<GateChange> told(Run run) {
    String id = run.approvals().getFirst().id();
    return bench.store.read(
        queries ->
            queries.keptBelow(TriageEntry.KIND, id, Long.MAX_VALUE, 10).stream()
                .map(TriageEntry::change)
                .toList());
  }

  private static List<GateChange> times(int number) {
    List<GateChange> all = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      all.add(GateChange.POLICY_CHANGED);
    }
    return all;
  }

  @Test
  void every_gate_whose_standing_changes_is_told_and_no_other() {
    Run one = parked("one");
    Run two = parked("two");
    StoredPolicy first = policy("first", "2 of anyone", "one");
    walk();
    assertThat(told(one)).isEqualTo(times(1));
    assertThat(told(two)).isEmpty();
    assertThat(bench.published.stream().flatMap(row -> row.events().stream()).toList())
        .filteredOn(LedgerEvent.GateUpdated.class::isInstance)
        .hasSize(1);

    Group duty =
        groups.create(new Groups.Spec("duty", null, List.of("ana")), "admin", null).group();
    walk();
    policy("second", "1 of group:duty", "two");
    walk();
    assertThat(told(one)).isEqualTo(times(1));
    assertThat(told(two)).isEqualTo(times(1));

    groups.changeMembers(duty.id(), List.of("ben"), List.of());
    walk();
    assertThat(told(one)).as("names no such group").isEqualTo(times(1));
    assertThat(told(two)).isEqualTo(times(2));

    // Hidden by nothing and hiding nothing: a place in the list is no new standing.
    policies.replace(first.id(), new Policies.Spec("first", 2, true, first.draft()), null, "admin");
    walk();
    assertThat(told(two)).isEqualTo(times(2));

    policies.remove(first.id());
    walk();
    assertThat(told(one).size()).isGreaterThan(1);
    assertThat(told(two)).isEqualTo(times(2));
  }

  // DX-38
  @Test
  void DX_38_a_tenants_own_policy_is_told_as_every_other() {
    Run run = parked("s");
    TenantDirectory tenants =
        new TenantDirectory(bench.commits, bench.engine, PolicySweeps::afterFloor);
    tenants.changePolicy(Tenants.ROOT, _ -> new ApprovalPolicy(false, 2, true, 86_400_000));
    walk();
    assertThat(told(run)).isEqualTo(times(1));

    tenants.changePolicy(Tenants.ROOT, it -> it);
    walk();
    assertThat(told(run)).as("nothing has changed").isEqualTo(times(1));

    // Two changes before the walk: it compares with what held before both.
    tenants.changePolicy(Tenants.ROOT, _ -> new ApprovalPolicy(false, 3, true, 86_400_000));
    tenants.changePolicy(Tenants.ROOT, _ -> new ApprovalPolicy(false, 2, true, 86_400_000));
    walk();
    assertThat(told(run)).isEqualTo(times(1));
    tenants.changePolicy(Tenants.ROOT, _ -> new ApprovalPolicy(false, 1, true, 86_400_000));
    walk();
    assertThat(told(run)).as("it became plain").isEqualTo(times(2));
  }

  // DX-68
  @Test
  void reminders_of_what_waits_follow_the_policy() {
    Run run = parked("one");
    StoredPolicy made =
        policies.create(spec("p", "1 of anyone", "one", 60_000L), "admin", null).policy();
    walk();
    long now = bench.engine.nowMs();
    assertThat(unseenAtMs(run)).isEqualTo(now + 60_000);

    policies.replace(made.id(), spec("p", "1 of anyone", "one", 20_000L), null, "admin");
    walk();
    assertThat(unseenAtMs(run)).isEqualTo(now + 20_000);

    policies.replace(made.id(), spec("p", "1 of anyone", "one", null), null, "admin");
    walk();
    assertThat(unseenAtMs(run)).isNull();
  }

  private @Nullable Long unseenAtMs(Run run) {
    return bench.store.<@Nullable Long>read(
        queries -> {
          Triage triage = queries.kept(Triage.KIND, run.approvals().getFirst().key());
          return triage == null ? null : triage.moments().unseenAtMs();
        });
  }

  @Test
  void a_gate_that_comes_after_the_change_is_not_told_of_it() {
    policy("all", "2 of anyone", null);
    bench.pass(1);
    Run run = parked("late");
    walk();
    assertThat(told(run)).isEmpty();
  }

  @Test
  void each_is_told_once_when_the_walk_is_interrupted() {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      runs.add(parked("s" + i));
    }
    policy("all", "2 of anyone", null);
    assertThat(StageMoments.sweep(bench.commits).ring()).isEqualTo(1);
    bench.store.failingCommits = 1;
    assertThatThrownBy(() -> StageMoments.sweep(bench.commits).ring()).isNotNull();
    assertThat(told(runs.getLast())).isEmpty();
    bench.close();

    bench = new Bench(folder);
    bench.pass(10_000);
    walk();
    for (Run run : runs) {
      assertThat(told(run)).isEqualTo(times(1));
    }
  }

  @Test
  void a_second_change_during_the_walk_compares_with_what_was_before_both() {
    Run run = parked("s");
    StoredPolicy all = policy("all", "2 of anyone", null);
    walk();
    policies.replace(all.id(), spec("all", "3 of anyone", null), null, "admin");
    policies.replace(all.id(), spec("all", "2 of anyone", "elsewhere"), null, "admin");
    policy("new", "2 of anyone", "nowhere");
    walk();
    assertThat(told(run)).as("it became plain, once").isEqualTo(times(2));
  }

  @Test
  void a_walk_without_a_past_tells_all_that_is_guarded() {
    Run run = parked("s");
    policy("all", "2 of anyone", null);
    bench.commits.commit(
        change -> {
          change.keep(PolicySweep.KIND, new PolicySweep(PolicySweep.ONLY, 0, change.nowMs(), null));
          return true;
        });
    walk();
    assertThat(told(run)).isEqualTo(times(1));
  }
}
