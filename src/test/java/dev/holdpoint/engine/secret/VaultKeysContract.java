package dev.holdpoint.engine.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.secret.Sealed;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.engine.port.Vault;
import dev.holdpoint.engine.port.WrappingKeys;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.vault.KeyRefused;
import dev.holdpoint.vault.VaultKeySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One key follows another, and a crash at any step is made up for at the next start. */
abstract class VaultKeysContract {
  private static final int MANY = 120;

  @TempDir Path folder = Path.of("");

  abstract Store store();

  /** A daemon's life: the key, the engine and the vault over the test's own ledger. */
  private final class Life implements AutoCloseable {
    final Bench bench = new Bench(store());
    final VaultKeySource source;
    final Secrets secrets;
    final VaultKeys keys;

    Life(VaultKeySource.Settings settings, int crashAtStep) throws Exception {
      try {
        source =
            VaultKeySource.open(
                settings,
                bench.engine.read(VaultKeys::needed),
                bench.engine.<Set<String>>read(q -> q.safe().countByKey().keySet()),
                true);
      } catch (KeyRefused e) {
        bench.close();
        throw e;
      }
      Vault vault = source.vault();
      Crashing crashing = new Crashing(bench.commits, source, crashAtStep);
      secrets = new Secrets(bench.commits, bench.engine, vault);
      keys = new VaultKeys(crashing, bench.engine, vault, crashing);
    }

    Life begin() {
      secrets.prepare(true);
      keys.rewrap();
      return this;
    }

    @Override
    public void close() {
      bench.close();
    }
  }

  private static final class Crash extends RuntimeException {}

  /** Dies before the given step: a commit, the making of a key, or its settling. */
  private static final class Crashing implements Commits, WrappingKeys {
    private final Commits commits;
    private final WrappingKeys keys;
    private int left;

    Crashing(Commits commits, WrappingKeys keys, int left) {
      this.commits = commits;
      this.keys = keys;
      this.left = left;
    }

    private void step() {
      if (left-- == 0) {
        throw new Crash();
      }
    }

    @Override
    public <R> R commit(Work<R> work) {
      step();
      return commits.commit(work);
    }

    @Override
    public String source() {
      return keys.source();
    }

    @Override
    public boolean canPrepare() {
      return keys.canPrepare();
    }

    @Override
    public void prepare() throws IOException {
      step();
      keys.prepare();
    }

    @Override
    public void settle(Set<String> inUse) throws IOException {
      step();
      keys.settle(inUse);
    }
  }

  private VaultKeySource.Settings inFile() {
    return new VaultKeySource.Settings(folder.resolve("vault-key"), null, null, null, null, false);
  }

  private void fill(Life life) {
    for (int i = 0; i < MANY; i++) {
      String owner = "con_" + i % 7;
      Map<String, String> values = Map.of("KEY" + i, "value " + i);
      String held = i % 10 == 9 ? "apr_" + i : null;
      life.bench.commits.commit(
          change -> {
            life.secrets.put(change, "tnt_1", owner, values, held);
            return owner;
          });
    }
  }

  private static void checkAll(Life life) {
    for (int i = 0; i < MANY; i++) {
      if (i % 10 != 9) {
        assertThat(life.secrets.reveal("con_" + i % 7).value("KEY" + i)).isEqualTo("value " + i);
      }
    }
    assertThat(life.keys.status().secrets()).isEqualTo(MANY);
  }

  @Test
  void all_secrets_are_sealed_under_the_new_key_and_the_old_one_is_gone() throws Exception {
    String old;
    byte[] fingerprint;
    try (Life life = new Life(inFile(), -1).begin()) {
      fill(life);
      old = life.keys.status().keyId();
      fingerprint = life.source.vault().mac("test", new byte[] {1});

      VaultKeys.Status after = life.keys.rotate(null).status();

      assertThat(after.keyId()).isNotEqualTo(old);
      assertThat(after.older()).isZero();
      checkAll(life);
      assertThat(life.source.known()).containsExactly(after.keyId());
      assertThat(Files.exists(folder.resolve("vault-key.next"))).isFalse();
    }
    try (Life life = new Life(inFile(), -1).begin()) {
      checkAll(life);
      assertThat(life.keys.status().keyId()).isNotEqualTo(old);
      assertThat(life.source.vault().mac("test", new byte[] {1})).isEqualTo(fingerprint);
    }
  }

  @Test
  void a_crash_at_any_step_is_made_up_for() throws Exception {
    try (Life life = new Life(inFile(), -1).begin()) {
      fill(life);
    }
    int step = 0;
    boolean crashed = true;
    while (crashed) {
      try (Life life = new Life(inFile(), step)) {
        life.secrets.prepare(true);
        try {
          life.keys.rotate(null);
          crashed = false;
        } catch (Crash _) {
          step++;
        }
      }
      try (Life life = new Life(inFile(), -1).begin()) {
        checkAll(life);
        assertThat(life.keys.status().older()).isZero();
        assertThat(Files.exists(folder.resolve("vault-key.next"))).isFalse();
      }
    }
    assertThat(step).isGreaterThanOrEqualTo(5);
  }

  @Test
  void a_secret_that_was_tampered_with_keeps_its_key_and_stops_nobody() throws Exception {
    try (Life life = new Life(inFile(), -1).begin()) {
      fill(life);
      life.bench.commits.commit(
          change -> {
            Secret one = change.secrets.of("con_0").getFirst();
            Sealed bent =
                new Sealed(one.sealed().ciphertext(), new byte[60], life.source.vault().keyId());
            change.secrets.put(one.sealed(bent));
            return one;
          });
      assertThat(life.keys.rotate(null).status().older()).isEqualTo(1);
      assertThatThrownBy(() -> life.keys.rotate(null))
          .isInstanceOfSatisfying(
              Refused.class,
              e -> assertThat(e.refusal().problem()).isEqualTo(Problem.VAULT_DAMAGED));
    }
    try (Life life = new Life(inFile(), -1).begin()) {
      assertThat(life.secrets.reveal("con_1").value("KEY1")).isEqualTo("value 1");
      life.bench.commits.commit(
          change -> {
            life.secrets.shred(change, "con_0");
            return change;
          });
      life.keys.rotate(null);
      assertThat(life.source.known()).hasSize(1);
      assertThat(life.secrets.reveal("con_1").value("KEY1")).isEqualTo("value 1");
    }
  }

  @Test
  void a_key_from_outside_is_changed_with_a_start() throws Exception {
    try (Life life = new Life(inFile(), -1).begin()) {
      fill(life);
    }
    String fresh = Base64.getEncoder().encodeToString(new byte[32]);
    VaultKeySource.Settings moved =
        new VaultKeySource.Settings(
            folder.resolve("unused"), fresh, null, null, folder.resolve("vault-key"), false);
    try (Life life = new Life(moved, -1).begin()) {
      checkAll(life);
      assertThat(life.keys.status().older()).isZero();
      assertThatThrownBy(() -> life.keys.rotate(null))
          .isInstanceOfSatisfying(
              Refused.class,
              e -> assertThat(e.refusal().problem()).isEqualTo(Problem.VAULT_KEY_ELSEWHERE));
    }
    VaultKeySource.Settings alone =
        new VaultKeySource.Settings(folder.resolve("unused"), fresh, null, null, null, false);
    try (Life life = new Life(alone, -1).begin()) {
      checkAll(life);
    }
  }

  @Test
  void what_is_lost_with_its_key_is_destroyed_only_when_somebody_says_so() throws Exception {
    try (Life life = new Life(inFile(), -1).begin()) {
      fill(life);
    }
    Files.delete(folder.resolve("vault-key"));
    assertThatThrownBy(() -> new Life(inFile(), -1))
        .hasMessageContaining(MANY + " secrets")
        .hasMessageContaining("vault.discard_lost");
    VaultKeySource.Settings giving =
        new VaultKeySource.Settings(folder.resolve("vault-key"), null, null, null, null, true);
    try (Life life = new Life(giving, -1)) {
      assertThat(VaultKeys.discard(life.bench.commits, life.bench.engine, life.source.known()))
          .isEqualTo(MANY + 1);
      life.begin();
      assertThat(life.keys.status().secrets()).isZero();
      fill(life);
    }
    try (Life life = new Life(inFile(), -1).begin()) {
      checkAll(life);
    }
  }

  @Test
  void what_the_ledger_keeps_for_itself_keeps_nobody_from_starting() throws Exception {
    try (Life life = new Life(inFile(), -1).begin()) {
      assertThat(life.keys.status().secrets()).isZero();
    }
    Files.delete(folder.resolve("vault-key"));
    try (Life life = new Life(inFile(), -1).begin()) {
      assertThat(life.source.isNew()).isTrue();
      assertThat(life.source.vault().mac("a", new byte[0])).hasSize(32);
    }
  }
}
