package dev.holdpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.secret.Sealed;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a ledger owes to sealed values. */
public abstract class SecretsContract extends StoreContract {
  private static Secret secret(long key, String owner, String alias, @Nullable String heldFor) {
    return new Secret(
        key,
        owner,
        alias,
        "tnt_1",
        10,
        20,
        new Sealed(new byte[] {0, 1, -1, (byte) key}, new byte[] {5, 0, (byte) key}, "k1"),
        heldFor);
  }

  private List<Secret> of(String owner) {
    return store().read(queries -> queries.safe().of(owner));
  }

  @Test
  void they_come_back_by_owner_and_alias_as_they_were_put() {
    commit(
        writing()
            .put(
                secret(3, "con_1", "B", null),
                secret(4, "con_1", "A", null),
                secret(5, "con_1", "B", "apr_1"),
                secret(6, "con_2", "A", null))
            .writes());
    reopen();

    assertThat(of("con_1"))
        .containsExactly(
            secret(4, "con_1", "A", null),
            secret(3, "con_1", "B", null),
            secret(5, "con_1", "B", "apr_1"));
    assertThat(of("con_3")).isEmpty();
    assertThat(now().lastKey()).isEqualTo(6);
  }

  @Test
  void one_takes_the_place_of_another_in_one_transaction() {
    commit(writing().put(secret(3, "con_1", "A", null), secret(4, "con_1", "A", "apr_1")).writes());

    commit(writing().shred(3).put(secret(4, "con_1", "A", null)).writes());

    assertThat(of("con_1")).containsExactly(secret(4, "con_1", "A", null));
  }

  @Test
  void two_of_one_alias_are_never_in_use_at_once() {
    commit(writing().put(secret(3, "con_1", "A", null)).writes());

    assertThatThrownBy(() -> commit(writing().put(secret(4, "con_1", "A", null)).writes()))
        .isInstanceOf(StoreFailure.class);

    assertThat(of("con_1")).containsExactly(secret(3, "con_1", "A", null));
  }

  @Test
  void those_that_another_key_has_wrapped_are_found_and_counted() {
    Secret other = secret(4, "con_1", "B", null);
    Secret older = other.sealed(new Sealed(new byte[] {1}, new byte[] {2}, "k0"));
    Secret newer =
        secret(5, "con_1", "C", null).sealed(new Sealed(new byte[] {1}, new byte[] {2}, "k2"));
    commit(writing().put(secret(3, "con_1", "A", null), older, newer).writes());

    List<Secret> others = store().read(q -> q.safe().wrappedByOthers("k1", 9));
    List<Secret> one = store().read(q -> q.safe().wrappedByOthers("k1", 1));
    Map<String, Long> counts = store().read(q -> q.safe().countByKey());

    assertThat(others).containsExactlyInAnyOrder(older, newer);
    assertThat(one).hasSize(1);
    assertThat(counts)
        .containsEntry("k0", 1L)
        .containsEntry("k1", 1L)
        .containsEntry("k2", 1L)
        .hasSize(3);
  }

  @Test
  void a_key_that_was_shredded_is_not_given_again() {
    commit(writing().put(secret(9, "con_1", "A", null)).writes());
    commit(writing().shred(9).writes());
    reopen();

    assertThat(of("con_1")).isEmpty();
    assertThat(now().lastKey()).isEqualTo(9);
  }
}
