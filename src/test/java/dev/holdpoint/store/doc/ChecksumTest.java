package dev.holdpoint.store.doc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.store.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksumTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"a\":1}",
        "{\"id\":\"run_1\",\"text\":\"Grüße 🌍 \\\"#\\\":\\\"12345678\\\"\"}",
        "{\"a\":{\"#\":\"12345678\"}}",
        "[{}]",
        "[{\"a\":[1]},{\"type\":\"said\",\"text\":\"Grüße\"}]"
      })
  void every_byte_counts(String document) {
    String sealed = Checksum.add(document);
    assertThatCode(() -> Checksum.check("Run", sealed)).doesNotThrowAnyException();
    assertThatCode(() -> Checksum.check("Run", document)).doesNotThrowAnyException();
    int end = document.endsWith("]") ? 2 : 1;
    for (int at = 0; at < document.length() - end; at++) {
      String changed = sealed.substring(0, at) + '~' + sealed.substring(at + 1);
      if (!changed.equals(sealed)) {
        assertThatThrownBy(() -> Checksum.check("Run", changed)).isInstanceOf(Damaged.class);
      }
    }
  }

  @Test
  void a_document_that_was_changed_is_told_by_its_kind_and_id() {
    String stored = Documents.text(Samples.session(7));
    assertThat(Documents.session(stored)).isEqualTo(Samples.session(7));
    int at = stored.length() / 2;
    String changed =
        stored.substring(0, at) + (stored.charAt(at) == 'x' ? 'y' : 'x') + stored.substring(at + 1);

    assertThatThrownBy(() -> Documents.session(changed))
        .isInstanceOf(Damaged.class)
        .hasMessageStartingWith("a stored document is damaged: Session")
        .hasMessageEndingWith("is not valid");
  }

  @Test
  void a_document_of_before_has_none_and_is_read() {
    String stored = Documents.text(Samples.session(7));
    String before = stored.substring(0, stored.lastIndexOf(",\"#\":")) + "}";

    assertThat(Documents.session(before)).isEqualTo(Samples.session(7));
  }

  @Test
  void steps_of_a_run_are_read_as_they_were_stored_or_not_at_all() {
    List<Step> steps = List.of(new Step.Turn("Grüße", List.of()));
    String stored = Documents.text(steps);
    assertThat(Documents.steps(stored)).isEqualTo(steps);
    String before = stored.substring(0, stored.lastIndexOf(",\"#\":")) + "}]";
    assertThat(Documents.steps(before)).isEqualTo(steps);

    assertThatThrownBy(() -> Documents.steps(stored.replace("Gr", "gr")))
        .isInstanceOf(Damaged.class)
        .hasMessageContaining("steps of a run");
  }
}
