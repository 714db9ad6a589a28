package dev.holdpoint.store.doc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.store.Samples;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

class ChecksumTest {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

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
    assertThat(document.startsWith("[") ? document : Checksum.without(sealed)).isEqualTo(document);
    int end = document.endsWith("]") ? 2 : 1;
    for (int at = 0; at < document.length() - end; at++) {
      String changed = sealed.substring(0, at) + '~' + sealed.substring(at + 1);
      if (!changed.equals(sealed)) {
        assertThatThrownBy(() -> Checksum.check("Run", changed)).isInstanceOf(Damaged.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"a\":1}",
        "[{}]",
        "[{\"a\":[1]},{\"type\":\"said\",\"text\":\"~\\u0000\"}]",
        "{\"list\":[{}]}",
        "{\"text\":\"Grüße 🌍, \u0080 and half a pair: \ud83d\"}"
      })
  void a_document_is_sealed_alike_in_however_many_pieces_it_comes(String document) {
    for (int first = 0; first <= document.length(); first++) {
      for (int second = first; second <= document.length(); second++) {
        String begins = document.substring(0, first);
        String goesOn = document.substring(first, second);
        String ends = document.substring(second);
        assertThat(
                DocumentText.of(
                    text -> {
                      text.raw(begins);
                      text.raw(goesOn);
                      text.raw(ends);
                    }))
            .isEqualTo(Checksum.add(document));
      }
    }
  }

  /** Its text, and some words for the sum. */
  @Test
  void a_document_is_copied_once_on_its_way_to_the_store() {
    Step.Turn turn = new Step.Turn("x".repeat(3_000), List.of());
    int length = Documents.text(List.of(turn)).length();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 50; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      Documents.text(List.of(turn));
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThan(length + 1_000L);
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

  /** A changed, lost or zeroed end, which takes the checksum with it. */
  private static List<String> withoutEnd(String stored) {
    List<String> damaged = new ArrayList<>();
    for (int lost = 1; lost < stored.length(); lost++) {
      String rest = stored.substring(0, stored.length() - lost);
      damaged.add(rest);
      damaged.add(rest + "\0".repeat(lost));
    }
    damaged.add(stored.substring(0, stored.length() - 1) + '~');
    return damaged;
  }

  @Test
  void a_document_without_its_end_is_damaged() {
    for (String damaged : withoutEnd(Documents.text(Samples.session(7)))) {
      assertThatThrownBy(() -> Documents.session(damaged))
          .as(damaged)
          .isInstanceOf(Damaged.class)
          .hasMessageStartingWith("a stored document is damaged: Session");
    }
    for (String damaged : withoutEnd(Documents.text(List.of(new Step.Turn("x", List.of()))))) {
      assertThatThrownBy(() -> Documents.steps(damaged))
          .as(damaged)
          .isInstanceOf(Damaged.class)
          .hasMessageContaining("steps of a run");
    }
    assertThatThrownBy(() -> Documents.journal("{\"session", null))
        .isInstanceOf(Damaged.class)
        .hasMessageContaining("row of the journal");
    assertThatThrownBy(() -> Documents.checkpoint("{\"sequence\":1"))
        .isInstanceOf(Damaged.class)
        .hasMessageContaining("Checkpoint");
  }

  @Test
  void a_document_that_is_what_was_stored_is_not_damaged_though_it_cannot_be_read() {
    String strange = Checksum.add("{\"key\":[]}");

    assertThatThrownBy(() -> Documents.session(strange)).isInstanceOf(JacksonException.class);
  }
}
