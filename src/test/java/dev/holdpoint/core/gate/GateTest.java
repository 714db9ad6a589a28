package dev.holdpoint.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Ulid;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every kind of gate. */
class GateTest {
  private static final long KEY = 7;
  private static final long DEADLINE = 1_000;

  private static Gate gate(GateKind kind, @Nullable Long expiresAtMs) {
    String id = Ulid.id(kind.prefix(), KEY, 0);
    return switch (kind) {
      case APPROVAL ->
          new Approval(
              id,
              "call",
              "may I?",
              1,
              expiresAtMs,
              1,
              "digest",
              List.of(),
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              ApprovalState.Pending.until(expiresAtMs),
              null,
              null,
              null);
      case QUESTION ->
          new Question(
              id,
              "call",
              List.of(),
              null,
              1,
              expiresAtMs,
              QuestionState.Pending.until(expiresAtMs),
              null);
    };
  }

  @ParameterizedTest
  @EnumSource
  void a_gate_has_its_kind_and_the_key_in_its_id(GateKind kind) {
    Gate gate = gate(kind, null);
    assertThat(gate.kind()).isEqualTo(kind);
    assertThat(gate.key()).isEqualTo(KEY);
    assertThat(gate.hasKey(KEY)).isTrue();
    assertThat(gate.hasKey(KEY + 1)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void a_gate_expires_at_its_deadline_and_not_before(GateKind kind) {
    assertThat(gate(kind, DEADLINE).expired(DEADLINE - 1)).isEmpty();
    assertThat(gate(kind, null).expired(Long.MAX_VALUE)).isEmpty();

    Gate late = gate(kind, DEADLINE).expired(DEADLINE).orElseThrow();
    assertThat(late.state().status()).isEqualTo(GateState.Status.EXPIRED);
    assertThat(late.isPending()).isFalse();
    assertThat(late.expiresAtMs()).isEqualTo(DEADLINE);
    assertThat(((GateState.Settled) late.state()).by()).isEqualTo("deadline");
  }

  @ParameterizedTest
  @EnumSource
  void a_gate_is_withdrawn_once_and_nothing_happens_to_it_afterwards(GateKind kind) {
    Gate gone = gate(kind, DEADLINE).withdrawn("ada", 5, Withdrawal.GONE).orElseThrow();
    assertThat(gone.state().status()).isEqualTo(GateState.Status.WITHDRAWN);
    assertThat(gone.sent()).isNull();
    assertThat(gone.withdrawn("bob", 6, Withdrawal.GONE)).isEmpty();
    assertThat(gone.expired(DEADLINE)).isEmpty();
  }
}
