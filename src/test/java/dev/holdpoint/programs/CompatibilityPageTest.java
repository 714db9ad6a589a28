package dev.holdpoint.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Golden;
import java.nio.file.Path;
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
}
