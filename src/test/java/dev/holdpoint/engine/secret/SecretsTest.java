package dev.holdpoint.engine.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.port.SecretLost;
import dev.holdpoint.engine.retention.SessionRemoval;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.vault.TinkVault;
import dev.holdpoint.vault.VaultKey;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What conversations have in the vault: put, held, settled, used, destroyed. */
final class SecretsTest {
  private static final String TENANT = "tnt_1";

  @TempDir private Path folder = Path.of("");
  private Bench bench;
  private TinkVault vault;
  private Secrets secrets;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    vault = new TinkVault(VaultKey.generate());
    secrets = new Secrets(bench.commits, bench.engine, vault);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private boolean commit(Consumer<Change> what) {
    return bench.commits.commit(
        change -> {
          what.accept(change);
          return true;
        });
  }

  private void put(String owner, @Nullable String heldFor, String alias, String value) {
    commit(change -> secrets.put(change, TENANT, owner, Map.of(alias, value), heldFor));
  }

  private List<Secret> list(String owner) {
    return bench.engine.read(queries -> secrets.list(queries, owner));
  }

  private long rows(String owner) {
    return bench.engine.read(queries -> queries.safe().of(owner)).size();
  }

  private @Nullable String value(String owner, String alias) {
    return secrets.reveal(owner).value(alias);
  }

  // S1-39, S1-40
  @Test
  void a_value_is_there_for_its_own_conversation_alone() {
    put("con_1", null, "KEY", "one");

    assertThat(value("con_1", "KEY")).isEqualTo("one");
    assertThat(secrets.reveal("con_2").isEmpty()).isTrue();
    assertThat(list("con_1")).extracting(Secret::alias).containsExactly("KEY");
  }

  // S1-40
  @Test
  void a_new_value_takes_the_place_of_the_old_and_keeps_its_birthday() {
    put("con_1", null, "KEY", "one");
    Secret first = list("con_1").getFirst();
    bench.pass(5_000);
    put("con_1", null, "KEY", "two");

    Secret second = list("con_1").getFirst();
    assertThat(value("con_1", "KEY")).isEqualTo("two");
    assertThat(second.createdAtMs()).isEqualTo(first.createdAtMs());
    assertThat(second.updatedAtMs()).isEqualTo(first.updatedAtMs() + 5_000);
    assertThat(second.key()).isGreaterThan(first.key());
    assertThat(rows("con_1")).isEqualTo(1);
  }

  // S1-32, S1-37
  @Test
  void what_is_held_is_not_to_be_seen_until_it_is_settled() {
    put("con_1", null, "KEY", "old");
    put("con_1", "apr_1", "KEY", "new");
    put("con_1", "apr_1", "KEY", "newer");
    put("con_1", "apr_2", "OTHER", "kept back");

    assertThat(value("con_1", "KEY")).isEqualTo("old");
    assertThat(list("con_1")).hasSize(1);

    commit(change -> Secrets.settle(change, "con_1", "apr_1", true));
    assertThat(value("con_1", "KEY")).isEqualTo("newer");
    assertThat(secrets.reveal("con_1").aliases()).containsExactly("KEY");

    commit(change -> Secrets.settle(change, "con_1", "apr_2", false));
    assertThat(rows("con_1")).isEqualTo(1);
  }

  @Test
  void works_of_one_transaction_see_what_those_before_them_did() {
    bench.together(
        () -> commit(change -> secrets.put(change, TENANT, "con_1", Map.of("A", "1"), null)),
        () -> commit(change -> secrets.put(change, TENANT, "con_1", Map.of("A", "2"), null)),
        () -> commit(change -> secrets.put(change, TENANT, "con_1", Map.of("B", "3"), "apr_1")),
        () -> commit(change -> Secrets.settle(change, "con_1", "apr_1", true)),
        () -> commit(change -> secrets.remove(change, "con_1", "A")));

    assertThat(rows("con_1")).isEqualTo(1);
    assertThat(value("con_1", "B")).isEqualTo("3");
  }

  @Test
  void what_is_removed_or_shredded_is_gone() {
    put("con_1", null, "A", "1");
    put("con_1", "apr_1", "B", "2");

    assertThat(bench.commits.<Boolean>commit(c -> secrets.remove(c, "con_1", "B"))).isFalse();
    assertThat(bench.commits.<Boolean>commit(c -> secrets.remove(c, "con_1", "A"))).isTrue();
    assertThat(rows("con_1")).isEqualTo(1);
    commit(change -> secrets.shred(change, "con_1"));
    assertThat(rows("con_1")).isZero();
  }

  @Test
  void a_session_that_is_removed_takes_its_secrets_with_it() {
    Session session =
        bench
            .sessions
            .createOrReuse(new Sessions.Spec("one", null, null, null, null, null), null)
            .session();
    String owner = session.conversationId();
    put(owner, null, "A", "1");
    put(owner, "apr_1", "B", "2");

    bench.sessions.end("one", null, "ada");
    new SessionRemoval(bench.commits, bench.engine, bench.deliveries, _ -> {}, _ -> {})
        .remove("one");
    assertThat(rows(owner)).isZero();
  }

  // S1-45, S1-94
  @Test
  void what_cannot_be_a_secret_is_named_by_its_place_and_never_quoted() {
    Map<String, String> bad = new HashMap<>();
    bad.put("lower", "hunter2");
    bad.put("A/B~", "hunter2");
    bad.put("EMPTY", "");
    bad.put("LONG", "\u00e4".repeat(Secrets.MOST_BYTES / 2) + "x");
    bad.put("BROKEN", "\ud800");
    bad.put("GOOD", "\u00e4".repeat(Secrets.MOST_BYTES / 2));

    assertThat(Secrets.faults(bad))
        .extracting(fault -> fault.pointer())
        .containsExactlyInAnyOrder(
            "/secrets/lower",
            "/secrets/A~1B~0",
            "/secrets/EMPTY",
            "/secrets/LONG",
            "/secrets/BROKEN");
    assertThat(Secrets.faults(bad).toString()).doesNotContain("hunter2");
    assertThat(Secrets.faults(Map.of())).hasSize(1);
    assertThat(Secrets.faults(numbered(0, 50))).isEmpty();
    assertThat(Secrets.faults(numbered(0, 51))).hasSize(1);
    assertThatThrownBy(() -> put("con_1", null, "lower", "hunter2")).isInstanceOf(Refused.class);
    assertThat(rows("con_1")).isZero();
  }

  private static Map<String, String> numbered(int from, int to) {
    Map<String, String> values = new HashMap<>();
    for (int i = from; i < to; i++) {
      values.put("KEY" + i, "v" + i);
    }
    return values;
  }

  @Test
  void a_conversation_has_a_bounded_number_of_them() {
    for (int i = 0; i < Secrets.MOST; i += 50) {
      Map<String, String> some = numbered(i, i + 50);
      commit(change -> secrets.put(change, TENANT, "con_1", some, null));
    }

    assertThatThrownBy(() -> put("con_1", null, "ONE_MORE", "v")).isInstanceOf(Refused.class);
    put("con_1", null, "KEY7", "again");
    assertThat(value("con_1", "KEY7")).isEqualTo("again");
  }

  @Test
  void a_conversation_has_a_bounded_size_of_them() {
    Map<String, String> large = new HashMap<>();
    for (int i = 0; i < 50; i++) {
      large.put("LARGE" + i, "x".repeat(Secrets.MOST_BYTES));
    }
    commit(change -> secrets.put(change, TENANT, "con_1", large, null));
    commit(change -> secrets.put(change, TENANT, "con_1", large, null));

    Map<String, String> more = new HashMap<>();
    for (int i = 0; i < 50; i++) {
      more.put("MORE" + i, "x".repeat(Secrets.MOST_BYTES));
    }
    assertThatThrownBy(() -> commit(change -> secrets.put(change, TENANT, "con_1", more, null)))
        .isInstanceOf(Refused.class);
    assertThat(rows("con_1")).isEqualTo(50);
  }

  @Test
  void a_value_that_was_moved_to_another_place_does_not_open() {
    put("con_1", null, "A", "1");
    Secret own = list("con_1").getFirst();

    for (Secret moved :
        List.of(
            new Secret(own.key(), "con_2", "A", TENANT, 1, 1, own.sealed(), null),
            new Secret(own.key() + 1, "con_2", "A", TENANT, 1, 1, own.sealed(), null),
            new Secret(own.key(), "con_2", "B", TENANT, 1, 1, own.sealed(), null),
            new Secret(own.key(), "con_2", "A", "tnt_2", 1, 1, own.sealed(), null))) {
      commit(change -> secrets.shred(change, "con_1"));
      commit(change -> secrets.shred(change, "con_2"));
      commit(change -> change.secrets.put(moved));
      assertThatThrownBy(() -> secrets.reveal("con_2")).isInstanceOf(SecretLost.class);
    }
  }

  @Test
  void bytes_of_an_approver_key_come_back_as_they_were() {
    byte[] bytes = {0, -1, 7};
    commit(change -> secrets.keep(change, TENANT, "apk_1", "KEY", bytes));

    assertThat(bench.engine.<byte[]>read(q -> secrets.open(q, "apk_1", "KEY"))).isEqualTo(bytes);
    assertThat(bench.engine.<byte @Nullable []>read(q -> secrets.open(q, "apk_2", "KEY"))).isNull();
  }

  @Test
  void fingerprints_stay_the_same_and_differ_by_purpose() {
    secrets.prepare(true);
    byte[] one = vault.mac("a", "text".getBytes(UTF_8));
    secrets.prepare(true);

    assertThat(vault.mac("a", "text".getBytes(UTF_8))).isEqualTo(one);
    assertThat(vault.mac("b", "text".getBytes(UTF_8))).isNotEqualTo(one);
    assertThat(SecretValues.NONE.isEmpty()).isTrue();
  }
}
