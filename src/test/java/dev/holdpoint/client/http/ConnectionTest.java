package dev.holdpoint.client.http;

import static dev.holdpoint.client.StreamServer.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.client.StreamServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionTest {
  private static final String RUN =
      """
      {"run_id":"run_1","session_id":"s","agent_id":"agt_1","kind":"input","origin_kind":"input",\
      "status":"queued","submitted_at_ms":1,"updated_at_ms":1,"request":{"source_plugin":"p",\
      "source_kind":"api","actor_id":"a","text_preview":"x","provider":"scripted","model":"m",\
      "approval_count":0,"question_count":0},"colour":"blue"}""";

  @Test
  void a_submission_that_got_no_answer_is_repeated_with_the_same_key() throws Exception {
    StreamServer.Play hangUp = _ -> {};
    try (StreamServer server = new StreamServer(hangUp, says(json(202, RUN)))) {
      assertThat(server.client().sessions().submit("s", "x").runId()).isEqualTo("run_1");

      List<String> first = server.request();
      assertThat(server.request()).isEqualTo(first);
      assertThat(first)
          .startsWith("POST /v1/sessions/s/runs HTTP/1.1")
          .anyMatch(line -> line.startsWith("Idempotency-Key: "));
    }
  }

  @Test
  void what_cannot_be_repeated_is_not() throws Exception {
    StreamServer.Play hangUp = _ -> {};
    try (StreamServer server = new StreamServer(hangUp, says(json(201, "{}")))) {
      CallFailed failure =
          catchThrowableOfType(CallFailed.class, () -> server.client().webSessions().link());

      assertThat(failure.kind()).isEqualTo(CallFailed.Kind.NO_ANSWER);
      assertThat(failure)
          .hasMessageContaining("closed the connection without an answer; it may be stopping");
    }
  }

  @Test
  void a_401_says_whose_token_it_was_for_posts_too() throws Exception {
    try (StreamServer server = new StreamServer(says(json(401, "{}")))) {
      CallFailed failure =
          catchThrowableOfType(CallFailed.class, () -> server.client().sessions().create("s"));

      assertThat(failure.status()).isEqualTo(401);
      assertThat(failure).hasMessage("The daemon rejected the token from the program");
    }
  }

  @Test
  void a_stranger_is_not_taken_for_a_daemon() throws Exception {
    String page = "<html>";
    for (int status : new int[] {200, 302, 404, 500}) {
      try (StreamServer server = new StreamServer(says(json(status, page)))) {
        CallFailed failure = catchThrowableOfType(CallFailed.class, () -> server.client().status());
        assertThat(failure.kind()).isEqualTo(CallFailed.Kind.UNREADABLE);
      }
    }
  }

  private static String json(int status, String body) {
    return "HTTP/1.1 "
        + status
        + " X\r\nContent-Type: application/json\r\nLocation: http://127.0.0.1:1/\r\nConnection:"
        + " close\r\n\r\n"
        + body;
  }
}
