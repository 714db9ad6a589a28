package dev.holdpoint.core.description;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reading of a risk grows with the text alone. */
class RiskWorkTest {
  private static final int LONG = 30_000;

  /** As many readings as a reader of nested texts needs. */
  private static final int STEPS = 64;

  private static final List<String> PIECES =
      List.of(
          "$(",
          "$((",
          "((",
          "))",
          ")",
          "`",
          "'",
          "\"",
          "$'",
          "\\",
          "#",
          "\n",
          "a[",
          "]=",
          "<<A ",
          "<<A\n",
          "A\n",
          "sh -c '",
          "sh -c $(",
          "env sh sh -c ",
          "case x in ",
          "x) ",
          "esac ",
          "for f do ",
          "function ",
          "a=",
          "| sh ",
          "psql ",
          "rm -",
          "r",
          "!",
          "; ",
          "{ ",
          "> ",
          "../",
          "x ");

  private static ShellWork read(String command) {
    ShellWork work = new ShellWork();
    ShellRisks.of(command, null, work);
    return work;
  }

  @Test
  @DisplayName("PG-04 a text behind -c is read once, however many shells are told to run it")
  void a_text_of_a_shell_is_read_once() {
    String shells = "env sh sh sh sh sh sh sh -c $(";
    String nested = shells.repeat(16) + "a;".repeat(20_000) + ")".repeat(16);
    ShellWork work = read(nested);
    assertThat(work.isPartial()).as("given up").isFalse();
    assertThat(work.steps()).isLessThan(STEPS * nested.length());
  }

  @Test
  @DisplayName("PG-04 a command of any pieces is read in steps that grow with it")
  void a_command_of_any_pieces_is_read_in_steps_that_grow_with_it() {
    for (String piece : PIECES) {
      holds(piece.repeat(LONG / piece.length()));
    }
    Random random = new Random(7);
    for (int i = 0; i < 50; i++) {
      StringBuilder unit = new StringBuilder();
      for (int k = 1 + random.nextInt(4); k > 0; k--) {
        unit.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      holds(unit.toString().repeat(LONG / 4 / unit.length()));
    }
  }

  private static void holds(String command) {
    ShellWork work = read(command);
    assertThat(work.steps())
        .as(command.substring(0, Math.min(80, command.length())))
        .isLessThan(ShellWork.MOST + command.length() * 4);
    assertThat(work.steps() > STEPS * command.length() && !work.isPartial()).isFalse();
  }

  @Test
  @DisplayName("PG-05 what is too much to read is called so")
  void what_is_too_much_to_read_is_called_so() {
    ShellWork work = new ShellWork();
    assertThat(work.goesOn(ShellWork.MOST)).isTrue();
    assertThat(work.isPartial()).isFalse();
    assertThat(work.goesOn(1)).isFalse();
    assertThat(work.isPartial()).isTrue();
  }

  @Test
  @DisplayName("PG-04 words and paths are looked through once")
  void words_and_paths_are_looked_through_once() {
    String letters = "-" + "r".repeat(LONG) + "!";
    once(letters, word -> assertThat(ShellOptions.has(word, "rRf")).isFalse());
    once("a+" + "w".repeat(LONG), word -> assertThat(ShellOptions.opensToAll(word)).isTrue());
    once("a+" + "r".repeat(LONG), word -> assertThat(ShellOptions.opensToAll(word)).isFalse());
    once("..a/".repeat(LONG) + "\n", path -> assertThat(PathSigns.goesUp(path)).isFalse());
    once("../".repeat(LONG) + "\n", path -> assertThat(PathSigns.goesUp(path)).isTrue());
  }

  private static void once(String text, Consumer<CharSequence> look) {
    Counted counted = new Counted(text);
    look.accept(counted);
    assertThat(counted.reads).isLessThan(4L * text.length());
  }

  /** Counts how often its characters are read. */
  private static final class Counted implements CharSequence {
    private final String text;
    private long reads;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      reads++;
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      reads += end - start;
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      reads += text.length();
      return text;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"; rm -rf ~", "'; rm -rf ~ #'", "\"; rm -rf ~ #\"", "\nrm -rf ~\n", ")\nrm -rf ~"})
  @DisplayName("PG-05 the end of a long command is read, in quotes or not")
  void the_end_of_a_long_command_is_read(String end) {
    List<String> codes = new ArrayList<>(codes(": " + "x".repeat(400_000) + end));
    codes.addAll(codes(": " + end.charAt(0) + "x".repeat(400_000) + end));
    assertThat(codes).contains("delete_recursive");
    assertThat(codes("x ".repeat(50_000) + end.replace("'", "").replace("\"", "")))
        .contains("delete_recursive");
  }

  private static List<String> codes(String command) {
    return Description.risk(
            Asked.of("bash", new CallValue.Members(Map.of("command", new CallValue.Text(command)))),
            null)
        .codes();
  }
}
