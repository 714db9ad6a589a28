package dev.holdpoint.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitCommand.Outcome;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.permit.Redemption;
import dev.holdpoint.core.permit.VoidReason;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Whatever keeps a permit's row leaves the record of what became of it. */
final class PermitChangesTest {
  private static final Redemption FIRST = new Redemption(1, 10, "ci", "0".repeat(64));

  @TempDir private Path folder = Path.of("");
  private Bench bench;
  private Run run;
  private Permit ready;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
    run = bench.parked("s", GateDraft.Deadline.NONE);
    Approval asked = run.approvals().getFirst();
    bench.allow(run, "bob", null);
    ready =
        new Permit(
            asked.key(),
            Permit.idOf(asked.id()),
            asked.id(),
            run.id(),
            run.head().sessionKey(),
            run.head().sessionId(),
            run.head().tenantId(),
            new PermitState.Ready(1, 5, 1_000),
            null,
            List.of(),
            List.of(),
            null,
            null);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** All rows that one work leaves of it, one after the other. */
  private Permit keep(Permit... rows) {
    return bench.commits.commit(
        change -> {
          for (Permit row : rows) {
            change.keep(Permit.KIND, row);
          }
          return rows[rows.length - 1];
        });
  }

  private List<ExternalAction> records() {
    return bench.store.read(queries -> queries.actions(run.key(), 0, 100)).stream()
        .filter(one -> one.deed().kind() == ActionKind.PERMIT)
        .toList();
  }

  private List<String> outcomes() {
    return records().stream().map(one -> one.deed().outcome()).toList();
  }

  private JsonNode lastEvidence() {
    return JsonTree.of(
        new Json(
            bench
                .store
                .read(queries -> queries.evidenceBeyond(-1, 0, 100))
                .getLast()
                .told()
                .detail()));
  }

  @Test
  @DisplayName("PF-39 a late result stands in the chain, and so does that it voids what is ready")
  void PF_39_a_late_result_and_what_it_voids_are_on_record() {
    Permit started = keep(ready.at(new PermitState.Started(FIRST, null, null)));
    Permit again = keep(started.at(new PermitState.Ready(2, 20, 2_000)));
    Permit late =
        keep(
            again
                .plus(new Permit.LateResult(1, Outcome.SUCCEEDED, 30, "ci"))
                .at(new PermitState.Voided(2, VoidReason.LATE_RESULT, 30, "ci")));
    assertThat(outcomes()).containsExactly("started", "ready", "late_result", "void");
    assertThat(lastEvidence().path("void_reason").asString()).isEqualTo("late_result");
    keep(late.plus(new Permit.LateResult(1, Outcome.SUCCEEDED, 40, "ci")));
    assertThat(outcomes()).as("the same once more is kept nowhere").hasSize(4);
  }

  @Test
  void each_state_that_one_work_leaves_is_a_record_and_a_sign_of_life_is_none() {
    Permit started = keep(ready.at(new PermitState.Started(FIRST, 50L, 60L)));
    keep(started.at(new PermitState.Started(FIRST, 50L, 90L)), started.asking("que_1"));
    assertThat(outcomes()).containsExactly("started");
    keep(
        started.at(new PermitState.Uncertain(FIRST, 60, null, false)),
        started.at(new PermitState.Succeeded(FIRST, 70, "ann", null)));
    assertThat(outcomes()).containsExactly("started", "uncertain", "succeeded");
    assertThat(records().get(1).deed().principalId()).isEqualTo("deadline");
    assertThat(records()).allMatch(one -> one.seal().isCovered());
    assertThat(records())
        .allMatch(one -> one.deed().requestDigest().equals(run.approvals().getFirst().digest()));
  }

  @Test
  void a_commit_that_fails_leaves_neither_row_nor_record() {
    bench.store.failingCommits = 1;
    try {
      keep(ready.at(new PermitState.Started(FIRST, null, null)));
    } catch (RuntimeException e) {
      assertThat(e).isNotNull();
    }
    assertThat(records()).isEmpty();
  }
}
