package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Sse;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The agent that is built in, through a server. */
@OnOneDatabase
class AcpMockTest extends AcpAcceptance {
  private static final String SERVER = ROOT + "/mocked";

  AcpMockTest(Database database) {
    super(database);
  }

  @Test
  // A2-07, A2-08, A2-10, A2-49, A2-50, A2-51
  void the_mock_agent_asks_for_a_colour_and_gets_the_answer() {
    http.post(SERVER + "?agent=mock", request(1, "initialize", "'protocolVersion':1")).expect(200);
    String session =
        http.post(SERVER, request(2, "session/new", json("'cwd':'%s','mcpServers':[]", folder)))
            .expect(200)
            .json()
            .at("/result/sessionId")
            .asString();
    try (Sse stream = http.stream(SERVER)) {
      Thread.ofVirtual().start(() -> http.post(SERVER, words(session, 3, "a question please")));
      JsonNode question = asked(stream);
      assertThat(question.at("/params/options/0/1").asString()).isEqualTo("Red");
      http.post(
              SERVER,
              response(
                  text(question, "id"),
                  json(
                      "{'status':'answered','answers':[['%s']]}",
                      question.at("/params/options/0/0").asString())))
          .expect(202);
      assertThat(text(told(stream, "_holdpoint/request_resolved"), "requestId"))
          .isEqualTo(text(question, "id"));
    }
    assertThat(
            http.post(SERVER, words(session, 4, "hello"))
                .expect(200)
                .json()
                .at("/result/stopReason")
                .asString())
        .isEqualTo("end_turn");
    assertThat(http.get(ROOT).expect(200).json().at("/0/pending").asInt()).isZero();
  }

  private static String words(String session, int id, String text) {
    return request(
        id,
        "session/prompt",
        json("'sessionId':'%s','prompt':[{'type':'text','text':'%s'}]", session, text));
  }
}
