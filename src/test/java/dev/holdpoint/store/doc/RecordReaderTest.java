package dev.holdpoint.store.doc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.store.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Jackson reads of each kind of document is in {@link GoldenDocumentsTest}. */
class RecordReaderTest {
  private static final Path GOLDEN = Path.of("src/test/resources/documents/golden.txt");

  private static final Map<String, RecordReader> KINDS =
      Map.of(
          "run", RecordReader.of(Run.class),
          "run-head", RecordReader.of(RunHead.class),
          "session", RecordReader.of(Session.class),
          "token", RecordReader.of(Token.class),
          "mail", RecordReader.of(Mail.class),
          "delivery", RecordReader.of(Delivery.class),
          "memory", RecordReader.of(RunMemory.class),
          "card", RecordReader.of(Node.Card.class),
          "steps", RecordReader.ofList(Step.class));

  private static final RecordReader TURNS = RecordReader.of(Step.Turn.class);
  private static final RecordReader NUMBERS = RecordReader.of(Numbers.class);

  private static @Nullable Object read(RecordReader reader, String document) {
    return reader.read(Ascii.of(document));
  }

  @Test
  void documents_as_they_are_written_need_no_jackson() throws IOException {
    int read = 0;
    for (String line : Files.readAllLines(GOLDEN)) {
      int space = line.indexOf(' ');
      RecordReader reader = KINDS.get(line.substring(0, space));
      // The price of a run's tokens has a fraction.
      if (reader != null && !line.contains("cost_usd")) {
        String document = line.substring(space + 1);
        Object value = Objects.requireNonNull(read(reader, document), line);
        assertThat(RecordWriter.text(value)).isEqualTo(document);
        read++;
      }
    }
    assertThat(read).isGreaterThan(20);
  }

  @Test
  void jackson_reads_the_same_from_a_document_without_a_checksum() {
    Run run = Samples.parked(1, 2, 3, null);
    Session session = Samples.session(7);
    assertThat(Documents.run(Documents.text(run), null)).isEqualTo(run);
    assertThat(Documents.run(Checksum.without(Documents.text(run)), null)).isEqualTo(run);
    assertThat(Documents.session(Documents.text(session))).isEqualTo(session);
    assertThat(Documents.session(Checksum.without(Documents.text(session)))).isEqualTo(session);
  }

  @Test
  void every_character_comes_back() {
    for (int c = 0; c < 0x80; c++) {
      Step.Turn turn = new Step.Turn("before " + (char) c + " behind", List.of());
      assertThat(read(TURNS, RecordWriter.text(turn))).isEqualTo(turn);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{}",
        "null",
        "{\"type\":\"turn\",\"text\":\"a\"",
        "{\"type\":\"turn\",\"text\":\"a\"} ",
        "{\"type\":\"turn\",\"text\":\"a\"}}",
        "{\"type\":\"turn\", \"text\":\"a\"}",
        "{\"text\":\"a\",\"type\":\"turn\"}",
        "{\"type\":\"turn\",\"text\":\"a\",\"text\":\"b\"}",
        "{\"type\":\"turn\",\"text\":null}",
        "{\"type\":\"turn\",\"text\":1}",
        "{\"type\":\"turn\",\"text\":\"a\",\"new\":1}",
        "{\"type\":\"turn\",\"text\":\"\\u00zz\"}",
        "{\"type\":\"turn\",\"text\":\"a\\q\"}",
        "{\"type\":\"turn\",\"text\":\"a\nb\"}",
        "{\"type\":\"turn\",\"text\":\"Gr\u00fc\u00dfe\"}",
        "{\"type\":\"turn\",\"text\":\"a\",\"calls\":[null]}",
        "{\"type\":\"turn\",\"text\":\"a\",\"calls\":[{}",
        "{\"type\":\"input\",\"text\":\"a\"}"
      })
  void what_is_not_as_it_is_written_is_left_to_jackson(String document) {
    assertThat(read(TURNS, document)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"01", "-", "1.0", "1e3", "9223372036854775808", "\"1\"", "12a", "", "null"})
  void numbers_that_are_not_as_they_are_written_are_left_to_jackson(String number) {
    String document = "{\"last_id\":" + number + "}";
    assertThat(read(NUMBERS, document)).isNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1_795_061_234_567L, Long.MAX_VALUE, -1, Long.MIN_VALUE})
  void numbers_come_back(long number) {
    Numbers numbers = new Numbers(number);
    assertThat(read(NUMBERS, RecordWriter.text(numbers))).isEqualTo(numbers);
  }

  private record Numbers(long lastId) {}
}
