package dev.holdpoint.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** KT-29: what is read from {@code traceparent}, and what is passed over. */
class TraceParentTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";

  @ParameterizedTest
  @CsvSource({
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01, true",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00, false",
    // Flags that nobody knows yet say nothing about the one that is known.
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff, true",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-fe, false",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-03, true",
    // Versions to come.
    "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01, true",
    "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-, true",
    "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00-what-the-future-holds, false",
    "fe-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-UPPER CASE, true",
  })
  void one_that_is_well_formed_is_read(String line, boolean sampled) {
    assertThat(TraceParent.read(List.of(line))).isEqualTo(new TraceParent(TRACE, PARENT, sampled));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "00",
        "words",
        // Too short, too long, and longer than version 00 may be.
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-011",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c0-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b71692033311-01",
        "0-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "000-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        // A version to come keeps what is known, and whatever is new stands behind a dash.
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.more",
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
        "01-00000000000000000000000000000000-b7ad6b7169203331-01",
        // The version that there will never be.
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        // Nothing but zeros.
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        // Other digits, upper case, other dashes.
        "00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0A",
        "0x-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0ag7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333٣-01",
        "00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331.01",
        // White space, a line end, two in one line.
        " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 ",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-a\r\nX: y",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01,"
            + "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      })
  void one_that_is_malformed_counts_as_not_sent(String line) {
    assertThat(TraceParent.read(List.of(line))).isNull();
  }

  @Test
  void none_is_none_and_two_are_none() {
    String good = new TraceParent(TRACE, PARENT, true).header();

    assertThat(TraceParent.read(List.of())).isNull();
    assertThat(TraceParent.read(List.of(good))).isNotNull();
    assertThat(TraceParent.read(List.of(good, good))).isNull();
  }

  @Test
  void what_is_sent_on_is_of_the_version_that_is_known() {
    assertThat(new TraceParent(TRACE, PARENT, true).header())
        .isEqualTo("00-" + TRACE + "-" + PARENT + "-01");
    assertThat(new TraceParent(TRACE, PARENT, false).header())
        .isEqualTo("00-" + TRACE + "-" + PARENT + "-00");
  }
}
