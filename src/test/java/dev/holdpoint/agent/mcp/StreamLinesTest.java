package dev.holdpoint.agent.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StreamLinesTest {
  private final List<String> heard = new ArrayList<>();
  private final StreamLines lines =
      new StreamLines(length -> heard.add("stray " + length), () -> heard.add("message"));

  private void read(String text) {
    lines.read(ByteBuffer.wrap(text.getBytes(UTF_8)));
  }

  @Test
  void only_data_is_of_use_wherever_the_pieces_are_cut() {
    read(": hi\nda");
    read("ta: {}\r");
    read("\n\r\ndata:\ndata: \ndatum: 1\n");
    assertThat(heard)
        .containsExactly("stray 5", "message", "stray 1", "stray 6", "stray 7", "stray 9");
  }

  @Test
  void a_comment_without_end_is_told_of_as_it_comes() {
    read(":" + "x".repeat(200_000));
    assertThat(heard).containsExactly("stray 65536", "stray 65536", "stray 65536");
  }

  @Test
  void too_much_at_once_is_too_much_and_messages_in_between_begin_a_new_row() {
    StrayLines chaff = new StrayLines();
    for (int i = 0; i < 3; i++) {
      assertThat(IntStream.range(0, 1_000)).allMatch(_ -> chaff.another(1));
      chaff.message();
    }
    assertThat(IntStream.range(0, 1_001).allMatch(_ -> chaff.another(1))).isFalse();
    assertThat(new StrayLines().another(Wires.MAX_MESSAGE + 1)).isFalse();
  }
}
