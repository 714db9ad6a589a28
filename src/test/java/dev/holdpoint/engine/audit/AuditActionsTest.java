package dev.holdpoint.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.ExternalAction.Phase;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.json.AuditForms;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.vault.AuditKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of what was done outside. */
final class AuditActionsTest {
  private static final Json INPUT = new Json("{\"command\":\"ls\"}");

  @TempDir private Path folder = Path.of("");
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Run started(String tool) {
    Run run = bench.submit("s");
    run =
        bench.progress.advance(
            new Advance(run).turn("", List.of(new ToolCall("call_1", tool, INPUT))));
    return bench.progress.advance(new Advance(run).starts("call_1"));
  }

  private List<ExternalAction> actions(Run run) {
    return bench.store.read(queries -> queries.actions(run.key(), 0, 100));
  }

  private List<Checkpoint> checkpoints() {
    return bench.store.read(queries -> queries.checkpoints(0, 100));
  }

  @Test
  void a_call_is_told_before_it_is_made_and_after() {
    Run run = started("bash");
    assertThat(actions(run)).hasSize(1);
    ExternalAction.Deed request = actions(run).getFirst().deed();
    assertThat(request.phase()).isEqualTo(Phase.REQUEST);
    assertThat(request.kind()).isEqualTo(ActionKind.TOOL_PROCESS);
    assertThat(request.requestDigest()).isEqualTo(Digests.of("bash", INPUT));
    assertThat(request.outcome()).isNull();

    Json result = new Json("{\"exit_code\":0}");
    // The next turn is open already when the result is committed.
    bench.progress.advance(
        new Advance(run)
            .result("call_1", result, true)
            .turn("", List.of(new ToolCall("call_2", "read_file", INPUT))));
    ExternalAction.Deed response = actions(run).getLast().deed();
    assertThat(actions(run)).hasSize(2);
    assertThat(response.phase()).isEqualTo(Phase.RESPONSE);
    assertThat(response.toolCallId()).isEqualTo("call_1");
    assertThat(response.outcome()).isEqualTo("ok");
    assertThat(response.responseDigest())
        .isEqualTo(Digests.sha256Hex(result.text().getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void a_call_whose_run_ends_meanwhile_is_told_as_ended() {
    Run run = started("write_file");
    bench.runs.cancel(run.id(), "ada");
    assertThat(actions(run)).extracting(a -> a.deed().outcome()).containsExactly(null, "cancelled");

    Run other = started("bash");
    bench.progress.advance(new Advance(other).interrupt("the daemon stopped"));
    assertThat(actions(other))
        .extracting(a -> a.deed().outcome())
        .containsExactly(null, "interrupted");
  }

  @Test
  void it_is_told_who_allowed_it_and_what_was_put_in_its_place() {
    Run run = bench.parked("s", GateDraft.Deadline.NONE);
    run = bench.now(bench.allow(run, "bob", null));
    String approval = run.approvals().getFirst().id();
    run = bench.progress.advance(new Advance(run).starts("call_1"));
    ExternalAction.Deed deed = actions(run).getFirst().deed();
    assertThat(deed.principalId()).isEqualTo("bob");
    assertThat(deed.parentPrincipalId()).isEqualTo("ada");
    assertThat(deed.grantId()).isEqualTo(approval);
  }

  @Test
  void records_are_bound_to_each_other_and_to_the_ledger() {
    Run run = started("bash");
    bench.progress.advance(
        new Advance(run).result("call_1", new Json("{\"error\":\"no\"}"), true).complete());
    List<ExternalAction> chain = actions(run);
    assertThat(chain).extracting(ExternalAction::sequence).containsExactly(1, 2);
    assertThat(chain.getFirst().seal().prevHash()).isNull();
    assertThat(chain.getLast().seal().prevHash()).isEqualTo(chain.getFirst().seal().recordHash());
    assertThat(chain.getLast().deed().outcome()).isEqualTo("error");
    for (ExternalAction action : chain) {
      String canonical = CanonicalJson.of(AuditForms.unsealed(AuditForms.of(action)));
      assertThat(action.seal().recordHash())
          .isEqualTo(Digests.sha256Hex(canonical.getBytes(StandardCharsets.UTF_8)));
    }

    List<Checkpoint> points = checkpoints();
    assertThat(points.getFirst().key()).as("the first brings the key").isNotNull();
    assertThat(points).extracting(Checkpoint::sequence).containsExactly(1L, 2L, 3L);
    Checkpoint.OfRun last = Objects.requireNonNull(points.getLast().run());
    assertThat(last.count()).isEqualTo(2);
    assertThat(last.lastHash()).isEqualTo(chain.getLast().seal().recordHash());
    assertThat(points.getLast().seal().prevHash()).isEqualTo(points.get(1).seal().recordHash());
  }

  // K4-441 on one node: the works of one transaction make one chain
  @Test
  void works_of_one_transaction_do_not_fork_a_chain() {
    Run one = started("bash");
    bench.session("t");
    Run two = bench.submit("t");
    Run parted =
        bench.progress.advance(
            new Advance(two).turn("", List.of(new ToolCall("call_1", "bash", INPUT))));
    bench.together(
        () ->
            bench.progress.advance(
                new Advance(bench.now(one)).result("call_1", Json.EMPTY_OBJECT, true).complete()),
        () -> bench.progress.advance(new Advance(parted).starts("call_1")),
        () -> bench.runs.cancel(parted.id(), "ada"));
    assertThat(actions(one)).hasSize(2);
    assertThat(actions(parted)).extracting(ExternalAction::sequence).containsExactly(1, 2);
    assertThat(checkpoints()).extracting(Checkpoint::sequence).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void a_new_key_is_vouched_for_by_the_one_before() {
    started("bash");
    String old = checkpoints().getLast().seal().keyId();
    AuditKey next = AuditKey.generate();
    bench.commits.commit(
        change -> {
          change.signWith(next);
          return true;
        });
    Checkpoint rotation = checkpoints().get(checkpoints().size() - 2);
    assertThat(checkpoints().getLast().seal().keyId())
        .as("which says so itself")
        .isEqualTo(next.keyId());
    assertThat(Objects.requireNonNull(rotation.key()).keyId()).isEqualTo(next.keyId());
    assertThat(rotation.seal().keyId()).isEqualTo(old);
    bench.session("t");
    Run after = bench.submit("t");
    after =
        bench.progress.advance(
            new Advance(after).turn("", List.of(new ToolCall("call_1", "bash", INPUT))));
    after = bench.progress.advance(new Advance(after).starts("call_1"));
    assertThat(actions(after).getFirst().seal().keyId()).isEqualTo(next.keyId());
  }

  @Test
  void a_commit_that_fails_leaves_neither_a_record_nor_a_new_key() {
    Run run = started("bash");
    bench.store.failingCommits = 1;
    AuditKey next = AuditKey.generate();
    try {
      bench.commits.commit(
          change -> {
            change.signWith(next);
            return true;
          });
    } catch (RuntimeException expected) {
      assertThat(expected).isNotNull();
    }
    Run done =
        bench.progress.advance(
            new Advance(bench.now(run)).result("call_1", INPUT, true).complete());
    assertThat(actions(done).getLast().seal().keyId()).isNotEqualTo(next.keyId());
    assertThat(checkpoints()).extracting(Checkpoint::sequence).containsExactly(1L, 2L, 3L);
  }
}
