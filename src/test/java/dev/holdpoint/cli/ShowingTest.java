package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShowingTest {
  @Test
  void what_would_steer_the_terminal_is_spelled_out() {
    assertThat(Visible.line("rm\u001b[2K\ra\u202eb\nc 🎉 ü"))
        .isEqualTo("rm⟨ESC⟩[2K⟨CR⟩a⟨RLO⟩b⟨LF⟩c 🎉 ü");
    assertThat(Visible.lines("a\nb\u0000")).isEqualTo("a\nb⟨NUL⟩");
  }

  @Test
  void json_means_the_same_and_steers_nothing() {
    assertThat(Visible.json("{\n \"a\": \"x\u009b2J\u202e \uDB40\uDC01 é\"\n}"))
        .isEqualTo("{\n \"a\": \"x\\u009b2J\\u202e \\udb40\\udc01 é\"\n}");
    assertThat(Visible.brief("  a\n b\u0007   c", 20)).isEqualTo("a b⟨BEL⟩ c");
    assertThat(Visible.brief("abcdef", 4)).isEqualTo("abc…");
  }

  @Test
  void columns_are_aligned_and_lines_have_no_trailing_blanks() {
    StringWriter text = new StringWriter();
    Table table = new Table("ID", "NAME", "ROLE");
    table.row("tok_1", "ada", "operator");
    table.row("t", "a longer name\n", "agent");
    table.print(new PrintWriter(text), new Paint(false));

    assertThat(text.toString())
        .isEqualTo(
            """
            ID     NAME               ROLE
            tok_1  ada                operator
            t      a longer name⟨LF⟩  agent
            """);
  }

  @Test
  void colours_are_for_terminals_that_want_them() {
    assertThat(Paint.of(true, Map.of()).red("x")).isEqualTo("\u001b[31mx\u001b[0m");
    assertThat(Paint.of(false, Map.of()).red("x")).isEqualTo("x");
    assertThat(Paint.of(true, Map.of("NO_COLOR", "1")).red("x")).isEqualTo("x");
    assertThat(Paint.of(true, Map.of("NO_COLOR", "")).colours()).isTrue();
    assertThat(Paint.of(true, Map.of("TERM", "dumb")).colours()).isFalse();
  }
}
