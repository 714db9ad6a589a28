package dev.holdpoint.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.agent.AgentBodies.AgentTestView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AgentsTestSentenceTest {
  private static String sentence(String outcome, @Nullable String mode, String... modes) {
    return AgentsTestCommand.sentence(
        new AgentTestView(
            "codex",
            "codex-acp",
            "2.6.0",
            mode,
            List.of(modes).stream().map(id -> new AgentTestView.Mode(id, id)).toList(),
            outcome,
            null,
            null,
            "why",
            1));
  }

  @Test
  @DisplayName("AG-54 the sentence names the mode, and where it is set")
  void the_sentence_names_the_mode() {
    assertThat(sentence("asks", "workspace-write", "agent", "workspace-write"))
        .isEqualTo("codex asks, in mode workspace-write");
    assertThat(sentence("asks", null)).isEqualTo("codex asks");
    assertThat(sentence("acts_unasked", "agent", "agent", "workspace-write"))
        .isEqualTo("codex decides by itself in mode agent: set agents.codex.mode");
    assertThat(sentence("acts_unasked", null))
        .isEqualTo("codex decides by itself: change its own settings so that it asks");
  }
}
