package dev.holdpoint.core.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.debug.ArtifactId.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArtifactIdTest {
  @Test
  // K4-455, K4-456, K4-457, K4-458
  void K4_455_to_K4_458_ids_are_written_and_read_in_one_way() {
    for (Part part : Part.values()) {
      for (int n : List.of(1, 42, 9_999, 10_000, 123_456_789)) {
        ArtifactId id = new ArtifactId(n, 1, part);
        assertThat(ArtifactId.parse(id.text())).isEqualTo(id);
      }
    }
    assertThat(new ArtifactId(1, 1, Part.MODEL_REQUEST).text())
        .isEqualTo("turn-0001-attempt-0001-model-request");
    assertThat(new ArtifactId(12_345, 2, Part.PROVIDER_EVENTS).text())
        .isEqualTo("turn-12345-attempt-0002-provider-events");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "../admin-token",
        "turn-0001-attempt-0001-model-request/../../admin-token",
        "turn-0001-attempt-0001-model-request/",
        "turn-0001-attempt-0001-model-request\u0000",
        "turn-0001-attempt-0001-model-request\n",
        "turn-0001-attempt-0001-model-request.new",
        "TURN-0001-ATTEMPT-0001-MODEL-REQUEST",
        "turn-1-attempt-1-model-request",
        "turn-00001-attempt-0001-model-request",
        "turn-9999999999-attempt-0001-model-request",
        "turn-٠٠٠١-attempt-0001-model-request",
        "turn-0001-attempt-0001-model-thoughts",
        ".new-1"
      })
  // K4-460
  void K4_460_nothing_else_is_an_id(String text) {
    assertThat(ArtifactId.parse(text)).isNull();
  }

  @Test
  void they_are_in_the_order_in_which_they_come_about() {
    List<ArtifactId> inOrder = new ArrayList<>();
    for (int turn : List.of(1, 2, 10_000)) {
      for (int attempt = 1; attempt < 3; attempt++) {
        for (Part part : Part.values()) {
          inOrder.add(new ArtifactId(turn, attempt, part));
        }
      }
    }
    List<ArtifactId> sorted = new ArrayList<>(inOrder.reversed());
    Collections.sort(sorted);
    assertThat(sorted).isEqualTo(inOrder);
  }
}
