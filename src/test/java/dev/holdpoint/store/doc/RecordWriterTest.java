package dev.holdpoint.store.doc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Step;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What it writes of each kind of document is in {@link GoldenDocumentsTest}. */
class RecordWriterTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private record Numbers(int small, long large) {}

  @Test
  void every_character_is_written_as_jackson_writes_it() {
    JsonMapper jackson = JsonMapper.builder().build();
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      String text = "before " + (char) c + " behind";
      assertThat(Checksum.without(RecordWriter.text(new Step.Turn(text, List.of()))))
          .isEqualTo("{\"type\":\"turn\",\"text\":" + jackson.writeValueAsString(text) + "}");
    }
  }

  /** The first one makes the rest of the document wide. */
  @Test
  void a_text_beyond_ascii_comes_back_with_all_that_stands_behind_it() {
    List<Step> steps =
        List.of(
            new Step.Turn("plain", List.of()),
            new Step.Turn("Gr\u00fc\u00dfe \ud83c\udf0d\n", List.of()),
            new Step.Turn("plain again: \"\\\u0001", List.of()));
    assertThat(Documents.steps(Documents.text(steps))).isEqualTo(steps);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 9, 10, 1_795_061_234_567L, Long.MAX_VALUE, -1, Long.MIN_VALUE})
  void numbers_are_written_with_all_their_digits(long number) {
    assertThat(Checksum.without(RecordWriter.text(new Numbers(7, number))))
        .isEqualTo("{\"small\":7,\"large\":" + number + "}");
  }

  @Test
  void a_number_that_is_0_is_left_out() {
    assertThat(Checksum.without(RecordWriter.text(new Numbers(0, 0)))).isEqualTo("{}");
  }

  /** Its text, the characters of its shorthand, and little else. */
  @Test
  void a_document_is_written_in_few_bytes_of_memory() {
    List<Step> steps =
        IntStream.range(0, 20)
            .<Step>mapToObj(i -> new Step.Result("call_" + i, new Json("{\"approved\":true}")))
            .toList();
    String text = Documents.text(steps);
    assertThat(allocated(() -> Documents.text(steps))).isLessThan(3L * text.length());
    assertThat(allocated(() -> Shorthand.of(text))).isLessThan(2L * text.length());
  }

  private static long allocated(Supplier<String> written) {
    long least = Long.MAX_VALUE;
    int length = 0;
    for (int i = 0; i < 500; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      length += written.get().length();
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(length).isPositive();
    return least;
  }
}
