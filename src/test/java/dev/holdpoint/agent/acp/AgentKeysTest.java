package dev.holdpoint.agent.acp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.acp.wire.StderrTail;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentKeys;
import dev.holdpoint.agent.peer.PeerSession;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that tell their keys when they fail. */
@Timeout(120)
final class AgentKeysTest {
  private static final String KEY = "sk-top-secret-0123456789";

  @TempDir Path folder = Path.of("set by JUnit");

  @Test
  void a_key_on_the_stderr_of_one_that_dies_is_not_told() throws Exception {
    try (PeerBench bench = bench(ShellAgent.of("hear; echo \"bad key $SHEILA_KEY\" >&2; exit 4"))) {
      assertThatThrownBy(bench::open)
          .hasMessage("the agent 'sheila' ended with exit code 4: bad key ***");
    }
    try (PeerBench bench =
        bench(ShellAgent.prompted("printf '\\033[31m%s\\033[0m!' \"$SHEILA_KEY\" >&2; exit 5"))) {
      PeerSession talk = bench.open();
      talk.prompt("go");
      assertThat(talk.next())
          .isEqualTo(new AgentEvent.Gone("the agent 'sheila' ended with exit code 5: ***!"));
    }
  }

  @Test
  void a_key_in_an_error_or_another_answer_is_not_told() throws Exception {
    try (PeerBench bench =
        bench(
            ShellAgent.of(
                """
                hear
                answer '{"protocolVersion":1}'
                hear
                refuse '{"code":-32000,"message":"no such key: '"$SHEILA_KEY"'"}'
                hear
                """))) {
      assertThatThrownBy(bench::open)
          .hasMessageStartingWith("the agent 'sheila' refused session/new: no such key: ***;");
    }
    try (PeerBench bench =
        bench(
            ShellAgent.prompted(
                """
                case $line in
                *why*) answer '{"stopReason":"'"$SHEILA_KEY"'"}' ;;
                *) refuse '{"code":-32603,"message":"'"$SHEILA_KEY"' is no key"}' ;; esac"""))) {
      PeerSession talk = bench.open();
      talk.prompt("go");
      assertThat(talk.next())
          .isEqualTo(
              new AgentEvent.Ended(AgentEvent.Ended.Reason.FAILED, "*** is no key (code -32603)"));
      talk.prompt("why");
      assertThat(talk.next()).asString().contains("unknown reason: ***").doesNotContain(KEY);
    }
  }

  @Test
  void no_piece_of_a_key_is_left_where_words_are_cut_off() throws Exception {
    StderrTail words = new StderrTail(AgentKeys.of(Map.of("KEY", KEY)));
    // The beginning is dropped in the middle of the key.
    words.read(said(KEY + "x".repeat(64 * 1024 - 10)));

    assertThat(words.text()).matches("x+");
    assertThat(words.line()).matches("x{300}…");

    StderrTail line = new StderrTail(AgentKeys.of(Map.of("KEY", KEY)));
    // The end is not shown, in the middle of the key.
    line.read(said("y".repeat(290) + KEY + "\u001b[0m\n"));

    assertThat(line.line()).isEqualTo("y".repeat(290) + "***");
  }

  private static ByteArrayInputStream said(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  private PeerBench bench(AgentCommand command) throws Exception {
    return new PeerBench(
        folder,
        new AgentCommand(command.name(), command.command(), Map.of("SHEILA_KEY", KEY), null));
  }
}
