package dev.holdpoint.client;

import static dev.holdpoint.client.StreamServer.HEAD;
import static dev.holdpoint.client.StreamServer.says;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.stream.AmbientFrame;
import dev.holdpoint.client.stream.AmbientPrompt;
import dev.holdpoint.client.stream.AmbientStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client of a person's own screen, against a socket that says what is wanted. */
@Timeout(60)
class AmbientClientTest {
  private static final String APPROVAL =
      """
      {"approval_id":"apr_1","command":"rm -r build","description":"Clean ü","pattern_key":\
      "rm -r build","pattern_keys":["rm -r build","rm *"],"session_id":"s","run_id":"run_1",\
      "created_at":1763200000.25,"waits_for":"waits for 1 more of peer","mood":"new"}""";
  private static final String CLARIFICATION =
      """
      {"clarify_id":"qst_1","question":"Which?","choices_offered":["A","B"],"session_id":"s",\
      "kind":"clarify","requested_at":1763200000.5,"timeout_seconds":60,\
      "expires_at":1763200060.5}""";
  private static final AmbientPrompt.Approval SHOWN =
      new AmbientPrompt.Approval(
          "apr_1",
          "rm -r build",
          "Clean ü",
          "rm -r build",
          List.of("rm -r build", "rm *"),
          "s",
          "run_1",
          1763200000.25,
          null,
          "waits for 1 more of peer");
  private static final AmbientPrompt.Clarification ASKED =
      new AmbientPrompt.Clarification(
          "qst_1",
          "Which?",
          List.of("A", "B"),
          "s",
          "clarify",
          1763200000.5,
          60,
          1763200060.5,
          null);
  private static final AmbientFrame.State NOTHING = new AmbientFrame.State(null, 0, false);

  /** Ends {@link #follow}. */
  private static final String END = frame(99, "approval", "{\"pending\":null,\"pending_count\":0}");

  private final List<Object> taken = new ArrayList<>();

  private static String frame(int id, String event, String data) {
    return "id: " + id + "\nevent: " + event + "\ndata: " + data + "\n\n";
  }

  private static String wrapped(String pending, int count) {
    return "{\"pending\":" + pending + ",\"pending_count\":" + count + "}";
  }

  private static String json(int status, String body) {
    return "HTTP/1.1 "
        + status
        + " X\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
        + body;
  }

  private void follow(AmbientStream stream) throws CallFailed {
    stream.follow(
        new AmbientStream.Handler() {
          @Override
          public boolean take(AmbientFrame frame) {
            taken.add(frame);
            return !frame.equals(NOTHING);
          }

          @Override
          public boolean lost(String why, int waitMs) {
            taken.add("lost");
            return true;
          }
        });
  }

  private void follow(String... connections) throws Exception {
    StreamServer.Play[] plays = new StreamServer.Play[connections.length];
    for (int i = 0; i < plays.length; i++) {
      plays[i] = says(HEAD + connections[i]);
    }
    try (StreamServer server = new StreamServer(plays)) {
      follow(server.client().ambient().approvals("s", null));
    }
  }

  @Test
  // H3-26
  void H3_26_the_wrapped_shape_is_state_and_the_bare_one_a_prompt_whatever_the_event()
      throws Exception {
    follow(
        frame(1, "initial", wrapped(APPROVAL, 2))
            + frame(2, "approval", APPROVAL)
            + frame(3, "approval", wrapped(APPROVAL, 1))
            + frame(4, "initial", APPROVAL)
            + frame(5, "initial", "{\"pending\":" + APPROVAL + "}")
            + END);

    assertThat(taken)
        .containsExactly(
            new AmbientFrame.State(SHOWN, 2, true),
            new AmbientFrame.Raised(SHOWN),
            new AmbientFrame.State(SHOWN, 1, false),
            new AmbientFrame.Raised(SHOWN),
            new AmbientFrame.State(SHOWN, 1, true),
            NOTHING);
  }

  @Test
  // H3-61
  void H3_61_a_clarification_is_told_from_an_approval_by_its_members() throws Exception {
    follow(
        frame(1, "initial", wrapped(CLARIFICATION, 1))
            + frame(2, "clarify", CLARIFICATION)
            + frame(3, "approval", CLARIFICATION)
            + frame(4, "clarify", APPROVAL)
            + frame(5, "clarify", "{\"clarify_id\":\"q\",\"choices_offered\":[]}")
            + END);

    assertThat(taken)
        .containsExactly(
            new AmbientFrame.State(ASKED, 1, true),
            new AmbientFrame.Raised(ASKED),
            new AmbientFrame.Raised(ASKED),
            new AmbientFrame.Raised(SHOWN),
            new AmbientFrame.Raised(
                new AmbientPrompt.Clarification("q", "", List.of(), null, null, 0, 0, 0, null)),
            NOTHING);
  }

  @Test
  void what_the_surface_alone_promises_is_enough() throws Exception {
    follow(
        frame(
                1,
                "approval",
                """
                {"approval_id":"a","command":"ls","description":"d","pattern_key":"ls",\
                "pattern_keys":[]}""")
            + END);

    assertThat(taken)
        .first()
        .isEqualTo(
            new AmbientFrame.Raised(
                new AmbientPrompt.Approval(
                    "a", "ls", "d", "ls", List.of(), null, null, null, null, null)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  // H3-11
  void H3_11_frames_are_whole_however_they_are_cut_and_keepalives_are_passed_over(String lineEnd)
      throws Exception {
    String text =
        (": keepalive\n\n"
                + frame(1, "initial", wrapped("null", 0)).replace("id: 1\n", "id: 7\n")
                + ": keepalive\n\n:keepalive\n"
                + frame(8, "approval", APPROVAL)
                + frame(9, "approval", wrapped(CLARIFICATION, 1))
                    .replace(",\"pending_count\"", ",\ndata: \"pending_count\"")
                + ": keepalive\n\n"
                + END)
            .replace("\n", lineEnd);
    StreamServer.Play byByte =
        out -> {
          out.write(HEAD.getBytes(UTF_8));
          for (byte b : text.getBytes(UTF_8)) {
            out.write(b);
            out.flush();
          }
        };
    try (StreamServer server = new StreamServer(byByte)) {
      follow(server.client().ambient().clarifications("s", null));
    }
    assertThat(taken)
        .containsExactly(
            new AmbientFrame.State(null, 0, true),
            new AmbientFrame.Raised(SHOWN),
            new AmbientFrame.State(ASKED, 1, false),
            NOTHING);
  }

  @Test
  // H3-11
  void H3_11_a_new_connection_names_the_last_event_and_a_keepalive_is_none() throws Exception {
    String half = frame(3, "approval", APPROVAL).substring(0, 60);
    try (StreamServer server =
        new StreamServer(
            says(HEAD + frame(1, "initial", wrapped("null", 0)) + ": keepalive\n\n"),
            says(HEAD + frame(2, "initial", wrapped(APPROVAL, 1)) + half),
            says("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
            says(HEAD + frame(5, "initial", wrapped("null", 0)) + END))) {
      AmbientStream stream = server.client().ambient().approvals("a b&c", "0");
      follow(stream);

      assertThat(server.request())
          .startsWith("GET /api/approval/stream?session_id=a%20b%26c HTTP/1.1")
          .contains("Last-Event-ID: 0", "Authorization: Bearer token", "Accept: text/event-stream");
      assertThat(server.request()).contains("Last-Event-ID: 1");
      assertThat(server.request()).contains("Last-Event-ID: 2");
      assertThat(server.request()).contains("Last-Event-ID: 2");
      assertThat(stream.lastId()).isEqualTo("99");
    }
    assertThat(taken)
        .containsExactly(
            new AmbientFrame.State(null, 0, true),
            "lost",
            new AmbientFrame.State(SHOWN, 1, true),
            "lost",
            "lost",
            new AmbientFrame.State(null, 0, true),
            NOTHING);
  }

  @Test
  void what_a_newer_daemon_sends_is_passed_over_and_counted_as_seen() throws Exception {
    try (StreamServer server =
        new StreamServer(
            says(HEAD + frame(5, "fax", "{\"pages\":2}") + "data: {}\n\n"), says(HEAD + END))) {
      follow(server.client().ambient().approvals("s", null));
      server.request();
      assertThat(server.request()).contains("Last-Event-ID: 5");
    }
    assertThat(taken).containsExactly("lost", NOTHING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"pending\":",
        "[]",
        "{}",
        "{\"pending\":{}}",
        "{\"pending\":7}",
        "{\"question\":\"Which?\"}",
        "{\"approval_id\":7}"
      })
  void what_is_no_prompt_ends_the_stream(String data) throws Exception {
    CallFailed failure =
        catchThrowableOfType(CallFailed.class, () -> follow(frame(1, "approval", data)));

    assertThat(failure.kind()).isEqualTo(CallFailed.Kind.UNREADABLE);
    assertThat(failure).hasMessageStartingWith("An event of the stream cannot be parsed: ");
    assertThat(taken).isEmpty();
  }

  @Test
  void closing_it_ends_a_read_that_waits() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    StreamServer.Play silent =
        out -> {
          out.write((HEAD + frame(1, "initial", wrapped(APPROVAL, 1))).getBytes(UTF_8));
          out.flush();
          never.await();
        };
    try (StreamServer server = new StreamServer(silent)) {
      AmbientStream stream = server.client().ambient().approvals("s", null);
      stream.follow(
          _ -> {
            Thread.ofVirtual().start(stream::close);
            return true;
          });
    } finally {
      never.countDown();
    }
  }

  @Test
  // H3-26
  void H3_26_what_is_pending_now_is_asked_for_in_the_same_words() throws Exception {
    try (StreamServer server =
        new StreamServer(
            says(json(200, wrapped(APPROVAL, 3))),
            says(json(200, "{\"pending\":" + CLARIFICATION + "}")),
            says(json(200, "{\"pending\":null}")),
            says(json(200, "{\"answer\":42}")))) {
      AmbientClient ambient = server.client().ambient();

      assertThat(ambient.pendingApproval("s")).isEqualTo(new AmbientFrame.State(SHOWN, 3, true));
      assertThat(ambient.pendingClarification("s")).contains(ASKED);
      assertThat(ambient.pendingClarification("s")).isEmpty();
      assertThat(catchThrowableOfType(CallFailed.class, () -> ambient.pendingApproval("s")).kind())
          .isEqualTo(CallFailed.Kind.UNREADABLE);
      assertThat(server.request())
          .startsWith("GET /api/approval/pending?session_id=s HTTP/1.1")
          .contains("Authorization: Bearer token");
      assertThat(server.request()).startsWith("GET /api/clarify/pending?session_id=s HTTP/1.1");
    }
  }

  @Test
  // H3-29, H3-30, H3-31
  void H3_29_H3_30_H3_31_a_click_is_told_whether_it_decided() throws Exception {
    try (StreamServer server =
        new StreamServer(
            says(json(200, "{\"ok\":true,\"choice\":\"always\",\"rule_id\":\"rul_1\"}")),
            says(json(200, "{\"ok\":true,\"choice\":\"deny\",\"stale_cleared\":true}")))) {
      AmbientClient ambient = server.client().ambient();

      assertThat(
              ambient.respond(
                  new AmbientClient.Click("s", AmbientClient.Choice.ALWAYS, "apr_1", "rm *")))
          .isEqualTo(
              new AmbientClient.Clicked(
                  true, AmbientClient.Choice.ALWAYS, false, false, "rul_1", null));
      assertThat(
              ambient.respond(new AmbientClient.Click("s", AmbientClient.Choice.DENY, null, null)))
          .isEqualTo(
              new AmbientClient.Clicked(true, AmbientClient.Choice.DENY, true, false, null, null));
      assertThat(server.request()).startsWith("POST /api/approval/respond HTTP/1.1");
    }
  }

  @Test
  // DX-42, DX-69
  void DX_69_a_late_click_is_told_how_it_ended() throws Exception {
    try (StreamServer server =
        new StreamServer(
            says(
                json(
                    200,
                    "{\"ok\":true,\"choice\":\"deny\",\"stale_cleared\":true,\"outcome\":\"superseded\","
                        + "\"by\":\"bob\",\"at\":5.25,\"successor_id\":\"apr_2\",\"late_answer\":\"kept\"}")))) {
      AmbientClient.Click late =
          new AmbientClient.Click("s", AmbientClient.Choice.DENY, "apr_1", null, "too big");

      assertThat(server.client().ambient().respond(late).ended())
          .isEqualTo(new AmbientClient.Ended("superseded", "bob", 5.25, "apr_2", "kept"));
      assertThat(new String(ClientJson.write(late), UTF_8)).contains(",\"reason\":\"too big\"}");
    }
  }

  @Test
  void the_words_of_requests_are_those_of_the_surface() {
    assertThat(
            new String(
                ClientJson.write(
                    new AmbientClient.Click("s", AmbientClient.Choice.ONCE, null, null)),
                UTF_8))
        .isEqualTo("{\"session_id\":\"s\",\"choice\":\"once\"}");
    assertThat(
            new String(
                ClientJson.write(
                    new AmbientClient.Click("s", AmbientClient.Choice.SESSION, "a", "k")),
                UTF_8))
        .isEqualTo(
            "{\"session_id\":\"s\",\"choice\":\"session\",\"approval_id\":\"a\",\"pattern_key\":\"k\"}");
  }

  @Test
  // H3-68
  void H3_68_a_stale_answer_is_told_from_a_wrong_one() throws Exception {
    try (StreamServer server =
        new StreamServer(
            says(json(409, "{\"ok\":false,\"stale\":true,\"error\":\"Gone.\"}")),
            says(
                json(409, "{\"ok\":false,\"code\":\"approval_id_required\",\"error\":\"Which?\"}")),
            says(json(502, "{\"bad\":\"gateway\"}")))) {
      AmbientClient ambient = server.client().ambient();

      CallFailed stale =
          catchThrowableOfType(CallFailed.class, () -> ambient.answer("s", "qst_1", "A"));
      assertThat(stale.stale()).isTrue();
      assertThat(stale).hasMessage("Gone. (409 stale)");
      CallFailed several =
          catchThrowableOfType(
              CallFailed.class,
              () ->
                  ambient.respond(
                      new AmbientClient.Click("s", AmbientClient.Choice.ONCE, null, null)));
      assertThat(several.stale()).isFalse();
      assertThat(several.status()).isEqualTo(409);
      assertThat(several.code()).isEqualTo("approval_id_required");
      assertThat(several.kind()).isEqualTo(CallFailed.Kind.REFUSED);
      CallFailed stranger =
          catchThrowableOfType(
              CallFailed.class, () -> ambient.answer("s", "qst_1", List.of("A", "B")));
      assertThat(stranger.kind()).isEqualTo(CallFailed.Kind.UNREADABLE);
    }
  }

  @Test
  void a_message_that_got_no_answer_is_sent_again_with_the_same_key() throws Exception {
    StreamServer.Play hangUp = _ -> {};
    try (StreamServer server =
        new StreamServer(hangUp, says(json(202, "{\"run_id\":\"run_1\"}")))) {
      assertThat(server.client().ambient().chat("s", "hello")).isEqualTo("run_1");

      List<String> first = server.request();
      assertThat(server.request()).isEqualTo(first);
      assertThat(first)
          .startsWith("POST /api/chat HTTP/1.1")
          .anyMatch(line -> line.startsWith("Idempotency-Key: "));
    }
  }
}
