package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.PeerSession;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pages that an agent asks people to open, until it does not need that any more. */
@Timeout(120)
final class AgentLinkQuestionTest {
  @TempDir Path folder = Path.of("set by JUnit");

  @Test
  @DisplayName("AG-78 elicitation/complete takes back the page that it names, and no other")
  void complete() throws Exception {
    try (PeerBench bench =
        new PeerBench(
            folder,
            ShellAgent.prompted(
                """
                prompt=$id
                for e in 1 2; do
                  say '{"jsonrpc":"2.0","id":'$e',"method":"elicitation/create","params":{"sessionId":"s1","mode":"url",\
                "elicitationId":"e'$e'","message":"Log in.","url":"https://example.com/'$e'"}}'
                done
                tell elicitation/complete '{"elicitationId":"e1"}'
                hear
                id=$prompt
                case $line in *'"action":"cancel"'*) answer '{"stopReason":"end_turn"}' ;; esac"""))) {
      PeerSession talk = bench.open();
      talk.prompt("x");

      List<AgentEvent> turn = PeerBench.turn(talk);

      AgentEvent.Asked first = (AgentEvent.Asked) turn.get(0);
      AgentEvent.Asked second = (AgentEvent.Asked) turn.get(1);
      assertThat(turn.get(2))
          .isEqualTo(
              new AgentEvent.Dropped(first.ask(), "the agent has said that the page was opened"));
      assertThat(((AgentEvent.Dropped) turn.get(3)).ask())
          .as("its turn is over")
          .isEqualTo(second.ask());
      assertThat(turn.getLast()).isEqualTo(PeerBench.done());
    }
  }
}
