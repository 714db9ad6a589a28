package dev.holdpoint.engine.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.Seal;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.NodeBench;
import dev.holdpoint.engine.port.SecretLost;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.secret.VaultKeys;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.vault.AuditKeyFile;
import dev.holdpoint.vault.VaultKeySource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes, the audit key and the vault's: in one place for both, or copied by the operator. */
class SharedKeysTest {
  private static final int THREADS = 4;
  private static final int DEEDS = 40;
  private static final int RUNS = 3;

  @TempDir Path folder = Path.of("");
  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final List<Life> lives = new ArrayList<>();

  /** A node with its keys. */
  private final class Life {
    final AuditKeyFile auditKey;
    final AuditKeys auditKeys;
    final NodeBench node;
    final VaultKeySource vaultKey;
    final Secrets secrets;
    final VaultKeys vaultKeys;

    Life(String name, Path keys) throws Exception {
      Files.createDirectories(keys);
      String newest = lives.isEmpty() ? null : lives.getFirst().newest();
      auditKey = AuditKeyFile.open(keys.resolve("audit-key"), newest, lives.isEmpty());
      node = new NodeBench(url, name, auditKey.key());
      auditKeys = new AuditKeys(node.writer, auditKey);
      auditKeys.begin(auditKey.key());
      Map<String, Long> inUse = node.engine.read(queries -> queries.safe().countByKey());
      vaultKey =
          VaultKeySource.open(
              new VaultKeySource.Settings(keys.resolve("vault-key"), null, null, null, null, false),
              inUse,
              inUse.keySet(),
              lives.isEmpty());
      secrets = new Secrets(node.writer, node.engine, vaultKey.vault());
      secrets.prepare(lives.isEmpty());
      vaultKeys = new VaultKeys(node.writer, node.engine, vaultKey.vault(), vaultKey);
      lives.add(this);
    }

    @Nullable String newest() {
      return node.engine.read(AuditKeys::newest);
    }

    void deed(int run) {
      node.writer.commit(
          change -> {
            change.tell(SharedKeysTest.deed(run));
            return run;
          });
    }

    void seal(String alias) {
      node.writer.commit(
          change -> {
            secrets.put(change, "tnt_1", "con_1", Map.of(alias, "value of " + alias), null);
            return alias;
          });
    }

    @Nullable String revealed(String alias) {
      return secrets.reveal("con_1").value(alias);
    }
  }

  @AfterEach
  void close() {
    lives.forEach(life -> life.node.close());
  }

  private static ExternalAction.Deed deed(int run) {
    long key = Ulid.key(Bench.START, run);
    return new ExternalAction.Deed(
        key,
        Ulid.id("run_", key, 1),
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

  private Path copyOf(Path keys) throws Exception {
    Path copy = Files.createDirectory(folder.resolve("copy"));
    for (String name : List.of("audit-key", "vault-key")) {
      Files.copy(
          keys.resolve(name), copy.resolve(name), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    }
    return copy;
  }

  private static void bring(Path from, Path to, String name) throws Exception {
    Files.copy(
        from.resolve(name),
        to.resolve(name),
        java.nio.file.StandardCopyOption.COPY_ATTRIBUTES,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  private static void refusesFor(String key, ThrowingCallable what) {
    assertThatThrownBy(what)
        .isInstanceOfSatisfying(
            Refused.class,
            e -> {
              assertThat(e.refusal().problem()).isEqualTo(Problem.UNAVAILABLE);
              assertThat(e.refusal().detail()).contains(key, "Another node");
            });
  }

  private void checkChains(int deeds) {
    NodeBench node = lives.getFirst().node;
    List<Checkpoint> checkpoints = node.engine.read(queries -> queries.checkpoints(0, 10_000));
    checkChain(
        checkpoints.stream().map(Checkpoint::sequence).toList(),
        checkpoints.stream().map(Checkpoint::seal).toList());
    String inForce = null;
    for (Checkpoint one : checkpoints) {
      assertThat(inForce == null ? one.seal().keyId() : inForce).isEqualTo(one.seal().keyId());
      Checkpoint.OfKey key = one.key();
      inForce = key == null ? one.seal().keyId() : key.keyId();
    }
    int found = 0;
    for (int run = 0; run < RUNS; run++) {
      long key = Ulid.key(Bench.START, run);
      List<ExternalAction> actions = node.engine.read(queries -> queries.actions(key, 0, 10_000));
      checkChain(
          actions.stream().map(one -> (long) one.sequence()).toList(),
          actions.stream().map(ExternalAction::seal).toList());
      found += actions.size();
    }
    assertThat(found).isEqualTo(deeds);
  }

  private static void checkChain(List<Long> sequences, List<Seal> seals) {
    for (int i = 0; i < seals.size(); i++) {
      assertThat(sequences.get(i)).isEqualTo(i + 1L);
      assertThat(seals.get(i).prevHash()).isEqualTo(i == 0 ? null : seals.get(i - 1).recordHash());
    }
  }

  @Test
  void nodes_that_write_at_once_fork_no_chain_also_while_the_key_changes() throws Exception {
    Life one = new Life("one", folder.resolve("keys"));
    Life other = new Life("other", folder.resolve("keys"));
    List<FutureTask<Integer>> all = new ArrayList<>();
    for (Life life : lives) {
      for (int thread = 0; thread < THREADS; thread++) {
        FutureTask<Integer> work =
            new FutureTask<>(
                () -> {
                  for (int i = 0; i < DEEDS; i++) {
                    life.deed(i % RUNS);
                  }
                  return DEEDS;
                });
        Thread.ofPlatform().start(work);
        all.add(work);
      }
    }
    String before = Objects.requireNonNull(one.newest());
    one.auditKeys.rotate(null);
    for (FutureTask<Integer> work : all) {
      assertThat(work.get(120, TimeUnit.SECONDS)).isEqualTo(DEEDS);
    }
    assertThat(other.newest()).isNotEqualTo(before);
    checkChains(2 * THREADS * DEEDS);
  }

  @Test
  void a_node_whose_audit_key_was_changed_elsewhere_refuses_until_the_new_one_comes()
      throws Exception {
    Path keys = folder.resolve("keys");
    Life one = new Life("one", keys);
    Path copy = copyOf(keys);
    Life other = new Life("other", copy);
    other.deed(0);
    one.auditKeys.rotate(null);
    String newest = Objects.requireNonNull(one.newest());

    refusesFor(newest, () -> other.deed(1));
    refusesFor(newest, () -> other.auditKeys.rotate(null));
    assertThat(other.auditKey.find(newest)).isNull();
    // What tells of nothing outside needs no key.
    new Sessions(other.node.writer)
        .createOrReuse(new Sessions.Spec("s", null, null, null, null, null), null);

    bring(keys, copy, "audit-key");
    other.deed(1);
    other.auditKeys.rotate(null);
    other.deed(2);
    refusesFor(Objects.requireNonNull(other.newest()), () -> one.deed(0));
    checkChains(3);
  }

  @Test
  void of_nodes_that_begin_a_ledger_at_once_the_first_has_the_word() throws Exception {
    Life one = new Life("one", folder.resolve("keys"));
    AuditKeyFile own = AuditKeyFile.open(folder.resolve("own"), null, true);
    try (NodeBench late = new NodeBench(url, "late", own.key())) {
      assertThat(new AuditKeys(late.writer, own).begin(own.key())).isEqualTo(one.newest());
    }
  }

  @Test
  void a_vault_key_that_was_changed_elsewhere_is_found_in_the_file_of_both() throws Exception {
    Path keys = folder.resolve("keys");
    Life one = new Life("one", keys);
    Life other = new Life("other", keys);
    one.seal("A");
    other.seal("B");
    String old = one.vaultKey.vault().keyId();
    one.vaultKeys.rotate(null);

    assertThat(other.revealed("A")).isEqualTo("value of A");
    other.seal("C");
    assertThat(other.vaultKey.vault().keyId()).isEqualTo(one.vaultKey.vault().keyId());
    assertThat(one.revealed("C")).isEqualTo("value of C");
    assertThat(other.vaultKeys.rotate(null).status().older()).isZero();
    assertThat(one.revealed("B")).isEqualTo("value of B");
    one.seal("D");
    assertThat(other.revealed("D")).isEqualTo("value of D");
    assertThat(one.node.engine.<Map<String, Long>>read(q -> q.safe().countByKey()).keySet())
        .containsExactly(other.vaultKey.vault().keyId())
        .doesNotContain(old);
  }

  @Test
  void a_node_without_the_new_vault_key_seals_nothing_under_the_old_one() throws Exception {
    Path keys = folder.resolve("keys");
    Life one = new Life("one", keys);
    Path copy = copyOf(keys);
    Life other = new Life("other", copy);
    other.seal("A");
    assertThat(other.vaultKeys.missing()).isNull();
    one.vaultKeys.rotate(null);
    String fresh = one.vaultKey.vault().keyId();

    assertThat(other.vaultKeys.missing()).isEqualTo(fresh);
    refusesFor(fresh, () -> other.seal("B"));
    refusesFor(fresh, () -> other.vaultKeys.rotate(null));
    assertThatThrownBy(() -> other.revealed("A")).isInstanceOf(SecretLost.class);
    assertThat(one.node.engine.<Map<String, Long>>read(q -> q.safe().countByKey()).keySet())
        .containsExactly(fresh);

    bring(keys, copy, "vault-key");
    assertThat(other.revealed("A")).isEqualTo("value of A");
    other.seal("B");
    assertThat(one.revealed("B")).isEqualTo("value of B");
  }

  @Test
  void a_node_that_starts_while_the_key_changes_takes_nothing_away() throws Exception {
    Path keys = folder.resolve("keys");
    Life one = new Life("one", keys);
    one.seal("A");
    one.auditKey.prepare();
    one.vaultKey.prepare();
    Life other = new Life("other", keys);
    assertThat(Files.exists(keys.resolve("audit-key.next"))).isTrue();
    assertThat(Files.exists(keys.resolve("vault-key.next"))).isTrue();
    assertThatThrownBy(() -> other.vaultKeys.rotate(null))
        .hasMessageContaining("another node is changing");

    one.vaultKeys.rewrap();
    assertThat(Files.exists(keys.resolve("vault-key.next"))).isFalse();
    assertThat(other.revealed("A")).isEqualTo("value of A");
  }
}
