package dev.holdpoint.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.RootPolicy;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.ExternalAction.Phase;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicyMatch;
import dev.holdpoint.core.policy.Risk;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.json.AuditForms;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.postgres.PostgresStore;
import dev.holdpoint.vault.AuditKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What is told of what was done outside. */
@ParameterizedClass(name = "{0}")
@EnumSource(AuditActionsTest.Where.class)
final class AuditActionsTest {
  enum Where {
    SQLITE,
    POSTGRES
  }

  private final Where where;

  AuditActionsTest(Where where) {
    this.where = where;
  }

  private static final Json INPUT = new Json("{\"command\":\"ls\"}");

  @TempDir private Path folder = Path.of("");
  private Bench bench;

  @BeforeEach
  void open() {
    bench =
        switch (where) {
          case SQLITE -> new Bench(folder);
          case POSTGRES -> new Bench(PostgresStore.open(EmbeddedPostgres.shared().newDatabase()));
        };
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
    ExternalAction.Deed deed = actions(run).getLast().deed();
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

  private List<JsonNode> evidence() {
    return bench.store.read(queries -> queries.evidenceBeyond(-1, 0, 100)).stream()
        .map(one -> JsonTree.of(new Json(one.told().detail())))
        .toList();
  }

  private void decide(Run run, boolean allow, String... ids) {
    bench.approvals.resolve(
        new GateTarget.OfRun(run.id()),
        Stream.of(ids)
            .map(
                id ->
                    new SentDecision(
                        id, allow, null, "secret words", null, null, null, Json.EMPTY_OBJECT))
            .toList(),
        Voter.named("bob"),
        null);
  }

  // PF-41
  @Test
  void a_decision_is_one_record_with_evidence_for_which_a_checkpoint_is_signed() {
    Run allowed = bench.parked("s", GateDraft.Deadline.NONE);
    Approval asked = allowed.approvals().getFirst();
    bench.allow(allowed, "bob", null);
    ExternalAction record = actions(allowed).getFirst();
    assertThat(actions(allowed)).hasSize(1);
    assertThat(record.deed().kind()).isEqualTo(ActionKind.DECISION);
    assertThat(record.deed().outcome()).isEqualTo("allow");
    assertThat(record.deed().requestDigest()).isEqualTo(asked.digest());
    assertThat(record.seal().isCovered()).isTrue();
    assertThat(record.seal().signature()).isEqualTo(checkpoints().getLast().id());
    assertThat(checkpoints().getLast().seal().isCovered()).isFalse();
    JsonNode evidence = evidence().getFirst();
    assertThat(ChainRecords.sha256(CanonicalJson.of(evidence)))
        .isEqualTo(record.deed().responseDigest());
    assertThat(evidence.propertyNames())
        .containsExactly(
            "approval_id",
            "at_ms",
            "by",
            "decision",
            "digest",
            "policy",
            "principal",
            "revision",
            "run_id",
            "session_id",
            "tenant_id",
            "tool_name",
            "votes");
    assertThat(evidence.at("/votes/0/by").asString()).isEqualTo("bob");

    bench.session("t");
    Run denied = bench.parked("t", GateDraft.Deadline.NONE);
    decide(denied, false, denied.approvals().getFirst().id());
    assertThat(actions(denied)).extracting(a -> a.deed().outcome()).containsExactly("deny");
    assertThat(evidence()).hasSize(2);
    assertThat(evidence().toString()).doesNotContain("secret words");
  }

  // PF-41
  @Test
  void a_call_that_its_deadline_allows_has_a_record_and_one_that_it_ends_has_none() {
    Run ended = bench.parked("s", new GateDraft.Deadline(null, 1_000L));
    bench.pass(1_000);
    bench.deadlines.expireDue();
    assertThat(actions(ended)).isEmpty();
    PolicyDraft low =
        new PolicyDraft(
            null,
            new PolicyMatch(null, null, null, null, List.of("bash"), null, null),
            "1 of anyone within 1h else allow",
            null,
            true,
            true,
            false,
            Risk.LOW,
            null,
            null,
            null,
            null);
    bench.commits.commit(
        change -> {
          change.keep(
              StoredPolicy.KIND,
              new StoredPolicy(2_001, "pol_1", "p1", 1, true, low, 1, "admin", 0, "admin", 0));
          return low;
        });
    bench.session("t");
    Run run = bench.parked("t", GateDraft.Deadline.NONE);
    bench.pass(3_600_000);
    bench.deadlines.expireDue();
    ExternalAction record = actions(run).getFirst();
    assertThat(record.deed().kind()).isEqualTo(ActionKind.DECISION);
    assertThat(record.deed().outcome()).isEqualTo("allow");
    JsonNode evidence = evidence().getLast();
    assertThat(evidence.path("by").asString()).isEqualTo("deadline");
    assertThat(evidence.path("votes")).isEmpty();
    assertThat(evidence.at("/policy/policy_id").asString()).isEqualTo("pol_1");
  }

  // PF-41
  @Test
  void each_yes_of_several_is_one_record_whoever_says_it_again() {
    PolicyDraft two = PolicyDraft.of("2 of anyone");
    bench.commits.commit(
        change -> {
          change.keep(
              StoredPolicy.KIND,
              new StoredPolicy(2_001, "pol_1", "p1", 1, true, two, 1, "admin", 0, "admin", 0));
          return two;
        });
    bench.person("bob", Role.OPERATOR);
    bench.person("eve", Role.OPERATOR);
    Run run = bench.parked("s", GateDraft.Deadline.NONE);
    for (String who : List.of("bob", "bob", "eve")) {
      bench.approvals.resolve(
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
          new Voter(who, Role.OPERATOR),
          null);
    }
    assertThat(actions(run))
        .extracting(a -> a.deed().principalId(), a -> a.deed().outcome())
        .containsExactly(tuple("bob", "endorse"), tuple("eve", "allow"));
  }

  // PF-67
  @Test
  void evidence_shows_the_policy_of_the_root_tenant() {
    bench.commits.commit(
        change -> {
          RootPolicy root =
              RootPolicy.of(
                  new ApprovalPolicy(
                      false, 1, true, 1_000, new ApprovalPolicy.Binding(true, 2, null, true)));
          change.keep(RootPolicy.KIND, root);
          return root;
        });
    Run run = bench.parked("s", GateDraft.Deadline.NONE);
    decide(run, false, run.approvals().getFirst().id());
    JsonNode policy = evidence().getFirst().path("policy");
    assertThat(policy.path("require_digest").asBoolean()).isTrue();
    assertThat(policy.path("step_up").asString()).isEqualTo("passkey");
  }

  // PF-41
  @Test
  void a_batch_that_is_refused_and_a_commit_that_fails_leave_no_record() {
    Run run = bench.parked("s", GateDraft.Deadline.NONE);
    String id = run.approvals().getFirst().id();
    assertThatThrownBy(() -> decide(run, true, id, "apr_unknown")).isInstanceOf(Refused.class);
    bench.store.failingCommits = 1;
    assertThatThrownBy(() -> decide(run, true, id)).isInstanceOf(Refused.class);
    assertThat(actions(run)).isEmpty();
    assertThat(evidence()).isEmpty();
    decide(run, true, id);
    assertThat(actions(run)).hasSize(1);
    assertThatThrownBy(() -> decide(run, true, id)).isInstanceOf(Refused.class);
    assertThat(actions(run)).hasSize(1);
  }

  // PF-41; PF-49: a commit costs one signature more, however many decisions share it
  @Test
  void of_the_checkpoints_of_one_commit_the_last_alone_is_signed() {
    List<Run> runs = new ArrayList<>();
    for (String session : List.of("a", "b", "c")) {
      bench.session(session);
      runs.add(bench.parked(session, GateDraft.Deadline.NONE));
    }
    bench.together(
        runs.stream()
            .map(run -> (Supplier<?>) () -> bench.allow(run, "bob", null))
            .toArray(Supplier[]::new));
    Checkpoint last = checkpoints().getLast();
    assertThat(checkpoints())
        .extracting(one -> one.seal().isCovered())
        .as("the key, and three runs")
        .containsExactly(false, true, true, false);
    assertThat(checkpoints().subList(1, 3))
        .allMatch(one -> one.seal().signature().equals(last.id()));
    assertThat(runs).allMatch(run -> actions(run).getFirst().seal().signature().equals(last.id()));
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
