package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.peer.Ask;
import dev.holdpoint.agent.peer.Happening;
import dev.holdpoint.agent.peer.Talk;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.engine.asking.Decision;
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
      Talk talk = bench.open();
      assertThat(talk.id()).isEqualTo(bench.workspace.toString());

      talk.prompt("go");
      talk.answer(PeerBench.asked(talk), new Decision.Denied(null, "no"));
      assertThat(PeerBench.turn(talk))
          .containsExactly(new Happening.Said("Left alone."), PeerBench.done());
      assertThat(bench.workspace.resolve("copy.txt")).doesNotExist();

      talk.prompt("go");
      Ask.Permission ask = (Ask.Permission) PeerBench.asked(talk);
      String yes = ask.offer().first(Offer.Kind.ALLOW_ONCE).orElseThrow().id();
      talk.answer(ask, new Decision.Allowed(yes, null, false));
      assertThat(PeerBench.turn(talk))
          .containsExactly(new Happening.Said("Copied."), PeerBench.done());
      assertThat(bench.workspace.resolve("copy.txt")).hasContent("buy milk\n");
    }
  }
}
