package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.acp.wire.AgentLink;
import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.agent.mock.MockAgent;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The built-in agent, as a process of its own. */
@Timeout(180)
final class MockAgentTest {
  private static final AgentCommand MOCK =
      new AgentCommand("mock", MockAgent.command(), Map.of(), null);

  @TempDir Path folder = Path.of("set by JUnit");

  // A2-07, A2-48, A2-53, A2-54, A2-55, A2-56, A2-66
  @Test
  void its_question_has_the_payload_of_the_page_to_the_member() throws Exception {
    Heard heard = new Heard();
    try (AgentLink link =
        AgentLink.start(
            MOCK, folder, new Processes(folder.resolve("registry")), System.getenv(), heard)) {
      JsonNode introduced = ask(link, "initialize", JsonTree.object().put("protocolVersion", 1));
      assertThat(introduced.path("protocolVersion").intValue()).isEqualTo(1);
      assertThat(introduced.path("agentCapabilities").path("loadSession").booleanValue()).isFalse();
      assertThat(introduced.path("agentInfo").path("name").stringValue()).isEqualTo("mock");
      ObjectNode opening = JsonTree.object().put("cwd", "/");
      opening.putArray("mcpServers");
      String session = ask(link, "session/new", opening).path("sessionId").stringValue();
      ObjectNode prompt = JsonTree.object().put("sessionId", session);
      prompt.putArray("prompt").addObject().put("type", "text").put("text", "A QUESTION, please");
      var turn = link.request("session/prompt", JsonTree.write(prompt));
      Heard.Request asked = heard.next(Heard.Request.class);
      assertThat(asked.method()).isEqualTo("_sandboxagent/session/request_question");
      assertThat(asked.params().propertyNames())
          .containsExactlyInAnyOrder("sessionId", "questionId", "prompt", "options");
      assertThat(asked.params().path("sessionId").stringValue()).isEqualTo(session);
      assertThat(asked.params().path("questionId").stringValue())
          .matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
      assertThat(asked.params().path("prompt").stringValue()).isEqualTo("Choose a color");
      assertThat(asked.params().path("options"))
          .isEqualTo(JsonTree.read("[[\"red\",\"Red\"],[\"blue\",\"Blue\"]]"));
      asked.answer().complete(new Json("{\"status\":\"answered\",\"answers\":[[\"red\"]]}"));
      assertThat(turn.get().text()).isEqualTo("{\"stopReason\":\"end_turn\"}");
      assertThat(heard.told("session/update").path("update").path("content").path("text"))
          .isEqualTo(JsonTree.array().add("You chose Red.").path(0));
      ObjectNode nobody = prompt.deepCopy().put("sessionId", "nobody");
      assertThat(link.request("session/prompt", JsonTree.write(nobody)))
          .failsWithin(java.time.Duration.ofSeconds(30))
          .withThrowableThat()
          .havingCause()
          .isInstanceOfSatisfying(
              RpcError.class, e -> assertThat(e.code()).isEqualTo(RpcError.INVALID_PARAMS));
    }
    assertThat(heard.goneBecause()).isEqualTo("the agent 'mock' was stopped");
  }

  // A2-02, A2-08, A2-09, A2-57, A2-58
  @Test
  void it_asks_what_it_is_told_to_ask_and_echoes_the_rest() throws Exception {
    try (PeerBench bench = new PeerBench(folder, MOCK)) {
      PeerSession talk = bench.open();
      talk.prompt("Grüße, \"world\"\n☃");
      assertThat(PeerBench.words(talk)).isEqualTo("Grüße, \"world\"\n☃");

      talk.prompt("a question");
      AgentRequest.Inquiry inquiry = (AgentRequest.Inquiry) PeerBench.asked(talk);
      assertThat(inquiry.questions().getFirst().question()).isEqualTo("Choose a color");
      answer(talk, inquiry, "blue");
      assertThat(PeerBench.words(talk)).isEqualTo("You chose Blue.");

      talk.prompt("another question");
      talk.answer(PeerBench.asked(talk), new GateDecision.Declined("no"));
      assertThat(PeerBench.words(talk)).isEqualTo("You did not choose.");

      talk.prompt("ask for Permission");
      assertThat(talk.next()).isInstanceOf(AgentEvent.Began.class);
      AgentRequest.Permission permission = (AgentRequest.Permission) PeerBench.asked(talk);
      assertThat(permission.tool()).isEqualTo("Write a file");
      assertThat(JsonTree.of(permission.input()).path("path").stringValue()).isEqualTo("mock.txt");
      talk.answer(permission, new GateDecision.Allowed("allow_once", null, false));
      assertThat(PeerBench.turn(talk))
          .containsExactly(
              new AgentEvent.Finished(permission.callId(), false, new Json("{\"allowed\":true}")),
              new AgentEvent.Said("You allowed it."),
              PeerBench.done());

      talk.prompt("a question and a permission");
      answer(talk, (AgentRequest.Inquiry) PeerBench.asked(talk), "red");
      AgentRequest second = PeerBench.asked(talk);
      assertThat(second).isInstanceOf(AgentRequest.Permission.class);
      talk.answer(second, new GateDecision.Denied("reject_once", "no"));
      assertThat(PeerBench.turn(talk))
          .contains(
              new AgentEvent.Finished(second.callId(), true, new Json("{\"allowed\":false}")),
              new AgentEvent.Said("You rejected it."));
    }
  }

  @Test
  void one_process_waits_in_many_sessions_at_once() throws Exception {
    try (PeerBench bench = new PeerBench(folder, MOCK)) {
      // More than the 256 at which the SDK's own transport would take in no answer any more.
      List<PeerSession> talks = new java.util.ArrayList<>();
      List<AgentRequest> asks = new java.util.ArrayList<>();
      for (int i = 0; i < 300; i++) {
        PeerSession talk = bench.open();
        talk.prompt("question " + i);
        asks.add(PeerBench.asked(talk));
        talks.add(talk);
      }
      assertThat(bench.running()).hasSize(1);
      for (int i = 299; i >= 0; i--) {
        answer(talks.get(i), (AgentRequest.Inquiry) asks.get(i), "red");
        assertThat(PeerBench.words(talks.get(i))).isEqualTo("You chose Red.");
      }
    }
  }

  @Test
  void it_can_be_cancelled_while_it_waits() throws Exception {
    try (PeerBench bench = new PeerBench(folder, MOCK)) {
      PeerSession talk = bench.open();
      talk.prompt("question and permission");
      PeerBench.asked(talk);
      talk.cancel();
      assertThat(PeerBench.turn(talk).getLast())
          .isEqualTo(new AgentEvent.Ended(AgentEvent.Ended.Reason.CANCELLED, ""));
      talk.prompt("again");
      assertThat(PeerBench.words(talk)).isEqualTo("again");
    }
  }

  private static void answer(PeerSession talk, AgentRequest.Inquiry inquiry, String option)
      throws Exception {
    String question = inquiry.questions().getFirst().id();
    talk.answer(
        inquiry, new GateDecision.Answered(List.of(new Answer(question, List.of(option), null))));
  }

  private static JsonNode ask(AgentLink link, String method, ObjectNode params) throws Exception {
    return JsonTree.of(link.request(method, JsonTree.write(params)).get());
  }
}
