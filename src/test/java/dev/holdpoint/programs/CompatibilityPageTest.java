package dev.holdpoint.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Golden;
import dev.holdpoint.cli.connect.ConnectCommand;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class CompatibilityPageTest {
  @Test
  @DisplayName("AG-86 docs/compatibility.md is what was proven")
  void is_what_was_proven() throws Exception {
    Golden.check(Path.of("docs", "compatibility.md"), CompatibilityPage.text());
  }

  @Test
  @DisplayName("AG-86 every pinned version has a row of what was proven with it")
  void every_pinned_version_was_run() throws Exception {
    assertThat(CompatibilityPage.unproven())
        .as("run ./test --agents, or take the package out of src/test/agents/package.json")
        .isEmpty();
  }

  @Test
  @DisplayName("AG-86 every cell that a test proves has its day, or a note why it cannot")
  void every_cell_that_a_test_proves_is_there() throws Exception {
    Map<String, Set<Column>> claimed = ClaimedCells.read();

    assertThat(claimed).containsKeys("sandbox-agent", "@openai/codex");
    assertThat(CompatibilityPage.lacking(claimed)).as("run ./test --agents").isEmpty();
    assertThat(CompatibilityPage.lacking(Map.of("sandbox-agent", Set.of(Column.EDIT))))
        .containsExactly("sandbox-agent: edit");
  }

  @Test
  @DisplayName("AG-86 every program of connect has a row")
  void every_program_of_connect_has_a_row() throws Exception {
    assertThat(CompatibilityPage.connected())
        .containsExactlyInAnyOrderElementsOf(
            ConnectCommand.withPrograms().getSubcommands().keySet());
  }
}
