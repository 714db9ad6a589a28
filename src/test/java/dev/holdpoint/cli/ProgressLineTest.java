package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  @Test
  @DisplayName("PG-83 the line has what is done, the total and the time left")
  void PG_83_the_line_has_done_total_and_time_left() throws Exception {
    StringWriter written = new StringWriter();
    try (ProgressLine line = ProgressLine.open(new PrintWriter(written), "Backup", true)) {
      assertThat(line.text(0)).isEqualTo("Backup  0.0 MB");
      line.ofBytes(200_000_000).reached(50_000_000);
      assertThat(line.text(999)).isEqualTo("Backup  50.0 MB of 200.0 MB  25 %");
      assertThat(line.text(10_000)).isEqualTo("Backup  50.0 MB of 200.0 MB  25 %  30 seconds left");
      line.ofAtMost(400_000_000);
      assertThat(line.text(10_000))
          .isEqualTo("Backup  50.0 MB of at most 400.0 MB  12 %  70 seconds left");
    }
    assertThat(written.toString()).as("this is no terminal").isEmpty();
  }

  @Test
  void lines_are_counted_where_the_total_is_in_lines() throws Exception {
    try (ProgressLine line =
        ProgressLine.open(new PrintWriter(new StringWriter()), "Export", true)) {
      line.ofAtMost(4, "line");
      byte[] text = "one\ntwo\nthree".getBytes(StandardCharsets.UTF_8);
      assertThat(line.reading(new ByteArrayInputStream(text)).readAllBytes()).isEqualTo(text);
      assertThat(line.text(0)).isEqualTo("Export  2 lines of at most 4 lines  50 %");
    }
  }
}
