package dev.holdpoint.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.gate.GateKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodesTest {
  @ParameterizedTest
  @EnumSource
  void the_kind_of_a_gate_is_read_as_it_was_written(GateKind kind) {
    assertThat(Codes.kind(Codes.of(kind))).isEqualTo(kind);
  }

  @Test
  void ledgers_have_0_for_approvals_and_1_for_questions() {
    assertThat(Codes.of(GateKind.APPROVAL)).isEqualTo(0);
    assertThat(Codes.of(GateKind.QUESTION)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 2})
  void a_kind_of_gate_that_this_program_does_not_know_is_not_read_as_a_question(int code) {
    assertThatThrownBy(() -> Codes.kind(code)).isInstanceOf(IllegalStateException.class);
  }
}
