package dev.holdpoint.engine.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.SigningKeys;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Writing;
import dev.holdpoint.vault.AuditKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One key follows another, and no chain forks, whatever becomes of a commit. */
final class AuditKeysTest {
  @TempDir private Path folder;
  private Bench bench;
  private final Drawerful drawer = new Drawerful();
  private AuditKeys keys;

  /** Keys in memory, and what was last said of them. */
  private static final class Drawerful implements SigningKeys {
    @Nullable Signer prepared;
    @Nullable String settled;
    boolean full;

    String preparedId() {
      return Objects.requireNonNull(prepared).keyId();
    }

    @Override
    public Signer prepare() throws IOException {
      if (full) {
        throw new IOException("no space left on device");
      }
      prepared = AuditKey.generate();
      return prepared;
    }

    @Override
    public void settle(String newest) {
      settled = newest;
    }
  }

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    keys = new AuditKeys(bench.commits, drawer);
    keys.begin(bench.key);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private List<Checkpoint> checkpoints() {
    return bench.store.read(q -> q.checkpoints(0, 1_000));
  }

  private void deed(String run) {
    long key = Ulid.keyOf("run_", run).orElseThrow();
    bench.commits.commit(
        change -> {
          change.tell(deed(key, run));
          return run;
        });
  }

  private static ExternalAction.Deed deed(long key, String run) {
    return new ExternalAction.Deed(
        key,
        run,
        "s",
        "a",
        null,
        "ada",
        null,
        null,
        ExternalAction.Phase.REQUEST,
        ActionKind.TOOL,
        "tool",
        "0".repeat(64),
        null,
        null);
  }

  /** Each checkpoint follows the one before and is signed by the key in force. */
  private void checkChain() {
    String inForce = null;
    Checkpoint before = null;
    for (Checkpoint one : checkpoints()) {
      assertThat(one.sequence()).isEqualTo(before == null ? 1 : before.sequence() + 1);
      assertThat(one.seal().prevHash())
          .isEqualTo(before == null ? null : before.seal().recordHash());
      if (inForce != null) {
        assertThat(one.seal().keyId()).as("%s", one).isEqualTo(inForce);
      }
      Checkpoint.OfKey key = one.key();
      inForce = key == null ? one.seal().keyId() : key.keyId();
      before = one;
    }
  }

  private static String run(int n) {
    return Ulid.id("run_", Ulid.key(Bench.START, n), 1);
  }

  @Test
  void a_ledger_begins_with_the_record_of_its_key_once() {
    keys.begin(bench.key);
    assertThat(checkpoints()).hasSize(1);
    Checkpoint.OfKey key = Objects.requireNonNull(checkpoints().getFirst().key());
    assertThat(checkpoints().getFirst().seal().keyId()).isEqualTo(key.keyId());
  }

  @Test
  void the_old_key_vouches_for_the_new_one_which_signs_what_follows() {
    deed(run(1));
    Checkpoint brought = keys.rotate(null).introduction();
    deed(run(1));
    checkChain();
    List<Checkpoint> all = checkpoints();
    assertThat(all).hasSize(5);
    String old = all.getFirst().seal().keyId();
    assertThat(brought.seal().keyId()).isEqualTo(old);
    assertThat(all.getLast().seal().keyId()).isNotEqualTo(old).isEqualTo(drawer.settled);
    assertThat(bench.store.<List<Checkpoint>>read(AuditKeys::introductions)).hasSize(2);
  }

  @Test
  void a_commit_that_fails_leaves_the_old_key_in_force() {
    bench.store.failingCommits = 1;
    // The first commit of a rotation only asks; it writes nothing and cannot fail.
    assertThatThrownBy(() -> keys.rotate(null)).isInstanceOf(Refused.class);
    deed(run(1));
    checkChain();
    assertThat(drawer.settled).isNotEqualTo(drawer.preparedId());
    keys.rotate(null);
    deed(run(1));
    checkChain();
    assertThat(drawer.settled).isEqualTo(drawer.preparedId());
  }

  @Test
  void a_commit_of_which_nobody_hears_is_found_out_by_the_next() {
    bench.store.lostAnswers = 1;
    assertThatThrownBy(() -> keys.rotate(null)).isInstanceOf(Refused.class);
    String lost = drawer.preparedId();
    deed(run(1));
    checkChain();
    assertThat(checkpoints().getLast().seal().keyId()).isEqualTo(lost);
    keys.rotate(null);
    checkChain();
    assertThat(bench.store.<@Nullable String>read(AuditKeys::newest)).isNotEqualTo(lost);
  }

  @Test
  void a_key_that_cannot_be_written_changes_nothing() {
    drawer.full = true;
    List<Checkpoint> before = checkpoints();
    assertThatThrownBy(() -> keys.rotate(null))
        .isInstanceOf(Refused.class)
        .satisfies(
            e ->
                assertThat(((Refused) e).refusal().detail())
                    .contains("no space left", "Nothing was changed"));
    assertThat(checkpoints()).isEqualTo(before);
  }

  @Test
  void works_of_one_transaction_and_works_at_once_do_not_fork_a_chain() throws Exception {
    String run = run(1);
    bench.together(IntStream.range(0, 5).mapToObj(i -> task(run)).toArray(Supplier[]::new));
    try (Writer writer = new Writer(bench.engine).start()) {
      long key = Ulid.keyOf("run_", run).orElseThrow();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 200; i++) {
          threads.execute(
              () ->
                  writer.commit(
                      change -> {
                        change.tell(deed(key, run));
                        return run;
                      }));
        }
      }
    }
    List<ExternalAction> chain =
        bench.store.read(q -> q.actions(Ulid.keyOf("run_", run).orElseThrow(), 0, 1_000));
    assertThat(chain).hasSize(205);
    for (int i = 0; i < chain.size(); i++) {
      assertThat(chain.get(i).sequence()).isEqualTo(i + 1);
      assertThat(chain.get(i).seal().prevHash())
          .isEqualTo(i == 0 ? null : chain.get(i - 1).seal().recordHash());
    }
    checkChain();
    Checkpoint.OfRun last = Objects.requireNonNull(checkpoints().getLast().run());
    assertThat(last.count()).isEqualTo(205);
  }

  private Supplier<String> task(String run) {
    return () -> {
      deed(run);
      return run;
    };
  }

  @Test
  void a_second_record_in_the_same_place_is_refused_by_the_table() {
    deed(run(1));
    ExternalAction first =
        Objects.requireNonNull(
            bench.store.<@Nullable ExternalAction>read(
                q -> q.lastAction(Ulid.keyOf("run_", run(1)).orElseThrow())));
    try (Store.Transaction transaction = bench.store.begin()) {
      assertThatThrownBy(() -> transaction.write(new Writing().tell(first).writes()))
          .isInstanceOf(StoreFailure.class);
    }
    try (Store.Transaction transaction = bench.store.begin()) {
      assertThatThrownBy(
              () -> transaction.write(new Writing().tell(checkpoints().getLast()).writes()))
          .isInstanceOf(StoreFailure.class);
    }
  }

  @Test
  void what_was_there_before_is_adopted_once_in_lines_that_verifiers_read() {
    bench.commits.commit(
        change -> {
          for (int i = 0; i < 1_100; i++) {
            String id = change.newId(ApproverKey.PREFIX);
            change.keep(ApproverKey.KIND, approver(id, "p" + i + "é".repeat(200)));
          }
          return true;
        });
    keys.adoptState();
    keys.adoptState();
    List<JsonNode> adopted =
        bench.store.read(q -> q.evidenceBeyond(-1, 0, 1_000)).stream()
            .map(one -> one.told().detail())
            .peek(text -> assertThat(text.getBytes(UTF_8).length).isLessThan(1 << 19))
            .map(text -> JsonTree.of(new Json(text)).path("what"))
            .toList();
    assertThat(adopted).hasSizeGreaterThan(2);
    assertThat(
            adopted.stream()
                .flatMap(what -> what.path("approver_keys").valueStream())
                .map(key -> key.path("key_id").asString())
                .distinct())
        .hasSize(1_100);
    checkChain();
  }

  private static ApproverKey approver(String id, String principal) {
    return new ApproverKey(
        Ulid.keyOf(ApproverKey.PREFIX, id).orElseThrow(),
        id,
        "tnt_root",
        Algorithm.HMAC_SHA256,
        principal,
        null,
        null,
        ApproverKey.State.ACTIVE,
        null,
        Bench.START,
        "admin",
        null);
  }
}
