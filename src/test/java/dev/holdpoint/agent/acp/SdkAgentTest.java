package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.engine.asking.GateDecision;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class SdkAgentTest {
  @TempDir Path folder = Path.of("set by JUnit");

  // A2-09
  @Test
  void an_agent_of_the_sdk_reads_asks_and_writes() throws Exception {
    try (PeerBench bench = new PeerBench(folder, SdkAgent.command())) {
      Files.writeString(bench.workspace.resolve("notes.txt"), "buy milk\n");
      PeerSession talk = bench.open();
      assertThat(talk.id()).isEqualTo(bench.workspace.toString());

      talk.prompt("go");
      talk.answer(PeerBench.asked(talk), new GateDecision.Denied(null, "no"));
      assertThat(PeerBench.turn(talk))
          .containsExactly(new AgentEvent.Said("Left alone."), PeerBench.done());
      assertThat(bench.workspace.resolve("copy.txt")).doesNotExist();

      talk.prompt("go");
      AgentRequest.Permission ask = (AgentRequest.Permission) PeerBench.asked(talk);
      String yes = ask.offer().first(Offer.Kind.ALLOW_ONCE).orElseThrow().id();
      talk.answer(ask, new GateDecision.Allowed(yes, null, false));
      assertThat(PeerBench.turn(talk))
          .containsExactly(new AgentEvent.Said("Copied."), PeerBench.done());
      assertThat(bench.workspace.resolve("copy.txt")).hasContent("buy milk\n");
    }
  }
}
