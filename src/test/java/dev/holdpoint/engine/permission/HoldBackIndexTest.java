package dev.holdpoint.engine.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.CountingStore;
import dev.holdpoint.engine.commit.NodeAtWork;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.MigratedLedger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A rule that forbids is known from the instant at which it can be read; that there is none too.
 */
final class HoldBackIndexTest {
  private static final String TENANT = "tnt_root";
  private static final ToolCall CALL = new ToolCall("call_1", "look", Json.EMPTY_OBJECT);

  @TempDir private Path folder = Path.of("");
  private CountingStore counted;
  private Bench bench;
  private HoldBackIndex index;
  private Run run;

  @BeforeEach
  void open() {
    counted = new CountingStore(MigratedLedger.open(folder.resolve("ledger.db")));
    bench = new Bench(counted);
    index = HoldBackIndex.of(bench.engine);
    bench.session("s");
    run = bench.submit("s");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private boolean isHeldBack() {
    return index.holdsBack(run, CALL, null, bench.engine.nowMs());
  }

  private static PermissionRules.Spec rule(Behavior behavior, String tool) {
    return new PermissionRules.Spec(behavior, tool, null, ScopeKind.USER, null, null, null);
  }

  private PermissionRule adds(Behavior behavior) {
    return bench.rules.add(rule(behavior, "look"), TENANT, "ada", null).rule();
  }

  /** How much is read to say that nothing holds the call back. */
  private int reads() {
    counted.reset();
    assertThat(isHeldBack()).isFalse();
    return counted.questions();
  }

  @Test
  void that_there_is_none_is_read_once() {
    assertThat(reads()).isOne();
    assertThat(reads()).isZero();
    bench.session("other");
    Run next = bench.submit("other");
    assertThat(index.holdsBack(next, CALL, null, bench.engine.nowMs())).isFalse();
    assertThat(reads()).isZero();
  }

  @Test
  void a_rule_holds_until_it_is_revoked() {
    assertThat(isHeldBack()).isFalse();
    PermissionRule rule = adds(Behavior.DENY);
    assertThat(isHeldBack()).isTrue();
    assertThat(isHeldBack()).isTrue();
    bench.rules.revoke(rule.id(), TENANT, false);
    assertThat(isHeldBack()).isFalse();
    assertThat(reads()).isZero();
  }

  @Test
  void a_rule_of_another_session_costs_nothing() {
    bench.session("other");
    bench.rules.add(
        new PermissionRules.Spec(
            Behavior.ASK, "look", null, ScopeKind.SESSION, "other", null, null),
        TENANT,
        "ada",
        null);
    assertThat(reads()).isOne();
    assertThat(reads()).isZero();
    Run others = bench.submit("other");
    assertThat(index.holdsBack(others, CALL, null, bench.engine.nowMs())).isTrue();
  }

  @Test
  void a_rule_that_allows_leaves_what_is_known() {
    assertThat(isHeldBack()).isFalse();
    adds(Behavior.ALLOW);
    assertThat(reads()).isZero();
  }

  @Test
  void a_rule_counts_before_anybody_is_told_of_its_commit() {
    assertThat(isHeldBack()).isFalse();
    bench.store.lostAnswers = 1;
    assertThatThrownBy(() -> adds(Behavior.DENY)).isInstanceOf(Refused.class);
    assertThat(isHeldBack()).isTrue();
    bench.session("next");
    assertThat(isHeldBack()).isTrue();
  }

  @Test
  void whoever_hears_of_the_commit_first_finds_the_rule() {
    List<Boolean> seen = new ArrayList<>();
    HoldBackIndex[] later = new HoldBackIndex[1];
    bench.engine.onCommit(
        new CommitListener() {
          @Override
          public void rows(List<JournalRow> rows) {}

          @Override
          public void committed() {
            seen.add(later[0].holdsBack(run, CALL, null, bench.engine.nowMs()));
          }
        });
    later[0] = HoldBackIndex.of(bench.engine);
    bench.session("before");
    adds(Behavior.DENY);
    bench.session("after");
    assertThat(seen).containsExactly(false, true, true);
  }

  @Test
  void a_commit_that_failed_leaves_the_looking_to_the_database_until_the_next() {
    assertThat(reads()).isOne();
    bench.store.failingCommits = 1;
    assertThatThrownBy(() -> adds(Behavior.DENY)).isInstanceOf(Refused.class);
    assertThat(reads()).isOne();
    assertThat(reads()).isOne();
    bench.session("next");
    assertThat(reads()).isOne();
    assertThat(reads()).isZero();
  }

  @Test
  void what_was_read_before_a_commit_is_not_kept_after_it() {
    boolean[] done = new boolean[1];
    // The rule comes after the question was begun and before its answer is kept.
    counted.afterAnswer(
        () -> {
          if (!done[0]) {
            done[0] = true;
            adds(Behavior.DENY);
          }
        });
    assertThat(isHeldBack()).as("asked before the rule").isFalse();
    counted.afterAnswer(() -> {});
    assertThat(isHeldBack()).isTrue();
  }

  @Test
  void a_rule_of_another_node_is_found_before_this_one_hears_of_it() {
    String url = EmbeddedPostgres.shared().newDatabase();
    try (NodeAtWork here = new NodeAtWork(url, "here");
        NodeAtWork there = new NodeAtWork(url, "there")) {
      HoldBackIndex own = HoldBackIndex.of(here.engine);
      Run mine = here.submitted("s", "scripted", RunSettings.NONE);
      assertThat(own.holdsBack(mine, CALL, null, here.engine.nowMs())).isFalse();
      here.counted.reset();
      assertThat(own.holdsBack(mine, CALL, null, here.engine.nowMs())).isFalse();
      assertThat(here.counted.questions()).isOne();
      PermissionRule rule =
          new PermissionRules(there.writing)
              .add(rule(Behavior.DENY, "look"), TENANT, "ada", null)
              .rule();
      assertThat(own.holdsBack(mine, CALL, null, here.engine.nowMs())).isTrue();
      new PermissionRules(there.writing).revoke(rule.id(), TENANT, false);
      assertThat(own.holdsBack(mine, CALL, null, here.engine.nowMs())).isFalse();
    }
  }
}
