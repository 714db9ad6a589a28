package dev.holdpoint.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ToolNamesTest {
  @Test
  void a_name_that_can_be_called_is_left_as_it_is() {
    assertThat(ToolNames.full("git-hub", "list_issues")).isEqualTo("mcp__git-hub__list_issues");
  }

  @Test
  void every_other_is_made_to_fit_and_stays_distinct() {
    assertThat(
            Stream.of("a b", "a.b", "a/b", "é", "è", "x".repeat(60), "x".repeat(61), "")
                .map(tool -> ToolNames.full("s".repeat(32), tool)))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-zA-Z0-9_-]{1,64}"));
  }

  @Test
  void no_two_servers_share_a_name() {
    assertThat(ToolNames.full("a", "b__c")).isNotEqualTo(ToolNames.full("a-b", "c"));
  }
}
