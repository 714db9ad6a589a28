package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentSelf;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.peer.PeerSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In which mode an agent works, and how it is brought back. */
@Timeout(120)
final class AgentModeTest {
  private static final String MODES =
      "\"modes\":{\"currentModeId\":\"free\",\"availableModes\":[{\"id\":\"free\"},{\"id\":\"ask\"}]}";
  private static final String OPTIONS =
      "\"configOptions\":[{\"id\":\"m\",\"category\":\"mode\",\"currentValue\":\"free\","
          + "\"options\":[{\"value\":\"free\"},{\"value\":\"ask\"}]}]";

  @TempDir Path folder = Path.of("set by JUnit");

  /** Writes down what it is asked to do, and changes its mode in every turn. */
  private static AgentCommand agent(String capabilities, String offered) {
    return ShellAgent.of(
        """
        while hear; do
          method=${line#*'"method":"'}; method=${method%%%%'"'*}
          case $line in *'"value":"'*) v=${line#*'"value":"'};; *) v=${line#*'"modeId":"'};; esac
          case $method in
            session/set_*) printf '%%s %%s\\n' "$method" "${v%%%%'"'*}" >>heard ;;
            *) printf '%%s\\n' "$method" >>heard ;;
          esac
          case $method in
            initialize) answer '{"protocolVersion":1,"agentCapabilities":%s}' ;;
            session/new) answer '{"sessionId":"s1",%s}' ;;
            session/load|session/resume) words s1 before; answer '{%s}' ;;
            session/set_mode|session/set_config_option)
              update s1 '{"sessionUpdate":"current_mode_update","currentModeId":"ask"}'
              answer '{}' ;;
            session/prompt)
              update s1 '{"sessionUpdate":"current_mode_update","currentModeId":"free"}'
              answer '{"stopReason":"end_turn"}' ;;
          esac
        done
        """
            .formatted(capabilities, offered, offered));
  }

  private PeerBench bench(String capabilities, String offered, @Nullable String mode)
      throws IOException {
    return new PeerBench(folder, agent(capabilities, offered), PeerBench.SHORT, mode);
  }

  private static List<String> heard(PeerBench bench) throws IOException {
    return Files.readAllLines(bench.workspace.resolve("heard"));
  }

  @ParameterizedTest
  @DisplayName("AG-75 AG-76 the mode is set after the session is opened, and again when it changed")
  @CsvSource({"session/set_mode, false", "session/set_config_option, true"})
  void set_after_new_and_again(String method, boolean option) throws Exception {
    try (PeerBench bench = bench("{}", option ? OPTIONS + "," + MODES : MODES, "ask")) {
      PeerSession talk = bench.open();
      talk.prepare();
      assertThat(talk.self())
          .isEqualTo(
              new AgentSelf(
                  null,
                  null,
                  "ask",
                  List.of(new AgentSelf.Mode("free", "free"), new AgentSelf.Mode("ask", "ask"))));
      talk.prompt("x");
      assertThat(PeerBench.turn(talk))
          .containsExactly(new AgentEvent.ModeChanged("ask", "free"), PeerBench.done());
      assertThat(talk.self().mode()).isEqualTo("free");
      talk.prepare();
      talk.prepare();
      talk.prompt("y");
      PeerBench.turn(talk);

      assertThat(heard(bench))
          .containsExactly(
              "initialize",
              "session/new",
              method + " ask",
              "session/prompt",
              method + " ask",
              "session/prompt");
    }
  }

  @Test
  @DisplayName("AG-76 an agent in a mode of its own is told nothing, and its changes are news")
  void without_a_mode() throws Exception {
    try (PeerBench bench =
        bench("{}", MODES.replace("\"free\",\"avail", "\"ask\",\"avail"), null)) {
      PeerSession talk = bench.open();
      talk.prepare();
      talk.prompt("x");
      assertThat(PeerBench.turn(talk))
          .containsExactly(new AgentEvent.ModeChanged("ask", "free"), PeerBench.done());
      talk.prepare();

      assertThat(heard(bench)).containsExactly("initialize", "session/new", "session/prompt");
    }
  }

  @ParameterizedTest
  @DisplayName("AG-75 AG-77 session/resume comes before session/load, and the mode after it")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"loadSession":true}                                          | session/load
          {"sessionCapabilities":{"resume":{}}}                         | session/resume
          {"loadSession":true,"sessionCapabilities":{"resume":{}}}      | session/resume
          {"loadSession":true,"sessionCapabilities":{"resume":null}}    | session/load
          """)
  void brought_back(String capabilities, String method) throws Exception {
    try (PeerBench bench = bench(capabilities, MODES, "ask")) {
      PeerSession talk = bench.open("s1");

      assertThat(talk.isLasting()).isTrue();
      assertThat(talk.peek()).as("what was said before is no news").isNull();
      assertThat(heard(bench)).containsExactly("initialize", method, "session/set_mode ask");
    }
  }

  @ParameterizedTest
  @DisplayName("AG-75 who does not say again what modes there are is still brought into the mode")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"loadSession":true}                  | session/load
          {"sessionCapabilities":{"resume":{}}} | session/resume
          """)
  void brought_back_without_a_word_of_modes(String capabilities, String method) throws Exception {
    try (PeerBench bench = bench(capabilities, "", "ask")) {
      PeerSession talk = bench.open("s1");

      assertThat(talk.self().mode()).isEqualTo("ask");
      assertThat(heard(bench)).containsExactly("initialize", method, "session/set_mode ask");
    }
  }

  @Test
  @DisplayName("AG-75 a mode that such an agent refuses is told in its own words")
  void brought_back_and_refused() throws Exception {
    AgentCommand agent =
        ShellAgent.of(
            """
            while hear; do
              case $line in
                *initialize*)
                  answer '{"protocolVersion":1,"agentCapabilities":{"loadSession":true}}' ;;
                *session/load*) answer '{}' ;;
                *session/set_mode*) refuse '{"code":-32602,"message":"no mode plan"}' ;;
              esac
            done
            """);
    try (PeerBench bench = new PeerBench(folder, agent, PeerBench.SHORT, "plan")) {
      assertThatThrownBy(() -> bench.open("s1"))
          .isInstanceOf(PeerFailure.class)
          .hasMessage("the agent 'sheila' refused session/set_mode: no mode plan (code -32602)");
    }
  }

  @Test
  @DisplayName("AG-77 who says that they can resume and cannot is brought back by session/load")
  void brought_back_by_loading() throws Exception {
    AgentCommand agent =
        ShellAgent.of(
            """
            while hear; do
              case $line in
                *initialize*)
                  answer '{"protocolVersion":1,"agentCapabilities":{"loadSession":true,
            "sessionCapabilities":{"resume":{}}}}' ;;
                *session/resume*) refuse '{"code":-32601,"message":"no such method"}' ;;
                *session/load*) echo load >>heard; answer '{}' ;;
              esac
            done
            """
                .replace("true,\n", "true,"));
    try (PeerBench bench = new PeerBench(folder, agent, PeerBench.SHORT, null)) {
      assertThat(bench.open("s1").isLasting()).isTrue();
      assertThat(heard(bench)).containsExactly("load");
    }
  }

  @ParameterizedTest
  @DisplayName("AG-75 a mode that the agent does not offer is told with those that it does")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true  | it offers free, ask
          false | it offers none
          """)
  void unknown(boolean has, String offered) throws Exception {
    try (PeerBench bench = bench("{}", has ? MODES : "\"x\":1", "plan")) {
      assertThatThrownBy(bench::open)
          .isInstanceOf(PeerFailure.class)
          .hasMessage(
              "the agent 'sheila' does not offer the mode 'plan': %s; change agents.sheila.mode",
              offered);
      assertThat(heard(bench)).doesNotContain("session/prompt");
    }
  }
}
