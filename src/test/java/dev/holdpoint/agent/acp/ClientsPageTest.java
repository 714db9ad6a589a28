package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.client.AgentSession;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/clients.md tells people is what there is. */
class ClientsPageTest {
  private static final Pattern METHOD = Pattern.compile("(?m)^\\| `([^`]+)`");

  private static String page() throws IOException {
    return Files.readString(Path.of("docs/clients.md"));
  }

  @Test
  // A2-65
  void the_page_lists_every_request_of_agents_that_is_bridged() throws IOException {
    List<String> listed =
        METHOD.matcher(page()).results().map((MatchResult found) -> found.group(1)).toList();

    assertThat(listed)
        .containsExactlyInAnyOrder(
            "session/request_permission",
            "_sandboxagent/session/request_question",
            "_holdpoint/session/request_question",
            "elicitation/create",
            "elicitation/create")
        .allMatch(AcpTranslation::bridges);
  }

  @Test
  // A2-65
  void the_page_shows_how_to_hear_answer_and_show_a_question() throws IOException {
    List<String> offered =
        Arrays.stream(AgentSession.class.getMethods()).map(Method::getName).toList();

    for (String method :
        List.of(
            "onQuestion", "replyQuestion", "rejectQuestion", "onPermission", "replyPermission")) {
      assertThat(offered).contains(method);
      assertThat(page()).contains("agent." + method + "(");
    }
    assertThat(page()).contains("## How to show a question");
  }
}
