package dev.holdpoint.http.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      {}                | data: {}\\n
      {"a":"é"}         | data: {"a":"é"}\\n
      a\\nb             | data: a\\ndata: b\\n
      a\\r\\nb          | data: a\\ndata: b\\n
      a\\rb\\r\\rc      | data: a\\ndata: b\\ndata: \\ndata: c\\n
      a\\n              | data: a\\ndata: \\n
      a\\n\\nid: 9      | data: a\\ndata: \\ndata: id: 9\\n
      a\\0b             | data: a\uFFFDb\\n
      """)
  void no_data_breaks_its_frame(String data, String lines) {
    assertThat(Frames.event("7", "t", data.translateEscapes().getBytes(UTF_8)))
        .asString(UTF_8)
        .isEqualTo("id: 7\nevent: t\n" + lines.translateEscapes() + "\n");
  }

  @Test
  void a_frame_may_have_no_id() {
    assertThat(Frames.heartbeat())
        .asString(UTF_8)
        .isEqualTo("event: heartbeat\ndata: {\"type\":\"heartbeat\"}\n\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\rb", "a\0b"})
  void an_id_a_type_and_a_comment_are_one_line(String text) {
    byte[] data = {};
    assertThatThrownBy(() -> Frames.event(text, "t", data)).hasMessageContaining("one line");
    assertThatThrownBy(() -> Frames.event(null, text, data)).hasMessageContaining("one line");
    assertThatThrownBy(() -> Frames.comment(text)).hasMessageContaining("one line");
  }
}
