package dev.holdpoint.agent.claude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.agent.process.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that tell the key when they fail. */
@Timeout(120)
class ClaudeKeysTest {
  private static final String HELLO =
      """
      read -r line
      echo '{"type":"control_response","response":{"subtype":"success","request_id":"holdpoint-hello"}}'
      read -r line
      """;

  @TempDir Path folder;

  @Test
  void a_key_on_the_stderr_of_one_that_dies_is_not_told() throws Exception {
    try (ClaudePeer peer = peer("echo \"bad key $ANTHROPIC_API_KEY\" >&2; exit 2")) {
      assertThatThrownBy(() -> open(peer))
          .hasMessage("the agent 'claude' ended with exit code 2: bad key ***");
    }
    try (ClaudePeer peer = peer(HELLO + "echo \"bad key $ANTHROPIC_API_KEY\" >&2; exit 3")) {
      PeerSession talk = open(peer);
      talk.prompt("go");
      assertThat(talk.next())
          .isEqualTo(new AgentEvent.Gone("the agent 'claude' ended with exit code 3: bad key ***"));
    }
  }

  @Test
  void a_key_in_what_it_says_of_its_failure_is_not_told() throws Exception {
    try (ClaudePeer peer =
        peer(
            """
            read -r line
            echo '{"type":"result","subtype":"error","errors":["no '"$ANTHROPIC_API_KEY"'"]}'
            read -r line
            """)) {
      assertThatThrownBy(() -> open(peer)).hasMessage("Claude Code cannot start: no ***");
    }
    try (ClaudePeer peer =
        peer(
            HELLO
                + """
                echo '{"type":"result","subtype":"success","is_error":true,"result":"Invalid '"$ANTHROPIC_API_KEY"'"}'
                read -r line
                """)) {
      PeerSession talk = open(peer);
      talk.prompt("go");
      assertThat(talk.next())
          .isEqualTo(new AgentEvent.Ended(AgentEvent.Ended.Reason.FAILED, "Invalid ***"));
    }
  }

  private PeerSession open(ClaudePeer peer) throws Exception {
    return peer.open(new Peer.Opening("s", null, folder, null));
  }

  private ClaudePeer peer(String script) throws Exception {
    return new ClaudePeer(
        new AgentCommand(
            "claude",
            List.of("sh", "-c", script),
            Map.of("ANTHROPIC_API_KEY", "sk-ant-0123456789"),
            null),
        null,
        new Processes(folder.resolve("registry")),
        Map.of("PATH", System.getenv("PATH")),
        Duration.ofSeconds(60));
  }
}
