package dev.holdpoint.store.doc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.store.Samples;
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
        "{\"a\":{\"#\":\"12345678\"}}"
      })
  void every_byte_counts(String document) {
    String sealed = Checksum.add(document);
    assertThatCode(() -> Checksum.check("Run", sealed)).doesNotThrowAnyException();
    assertThatCode(() -> Checksum.check("Run", document)).doesNotThrowAnyException();
    for (int at = 0; at < document.length() - 1; at++) {
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
        .hasMessageEndingWith("is not what was stored");
  }

  @Test
  void a_document_of_before_has_none_and_is_read() {
    String stored = Documents.text(Samples.session(7));
    String before = stored.substring(0, stored.lastIndexOf(",\"#\":")) + "}";

    assertThat(Documents.session(before)).isEqualTo(Samples.session(7));
  }
}
