package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a stream cannot send it announces, on a daemon that replays only the last few events. */
@OnBothDatabases
class StreamGapTest {
  private static final int WINDOW = 20;
  private static final String ALL = "/v1/events/stream";

  private final TestDaemon daemon;
  private final Http http;

  StreamGapTest(Database database) {
    this.daemon =
        TestDaemon.start(
            Database.newFolder(),
            database.settings(
                Map.of("HOLDPOINT_LIMITS_STREAM_REPLAY_EVENTS", String.valueOf(WINDOW))));
    this.http = daemon.http();
    http.session("s");
    http.session("other");
  }

  @AfterEach
  void stop() {
    daemon.close();
  }

  /** A run that says something, to its end: its last change and the session's are one commit. */
  private String say(String session, String text) {
    String run = http.submit(session, Script.say(text));
    http.awaitRun(run, "completed");
    return run;
  }

  /** The newest id, from the gap that a cursor beyond it is answered with. */
  private long head() {
    try (Sse stream = http.stream(ALL + "?cursor=999999999999")) {
      return stream.next("stream_gap").number();
    }
  }

  private static void isGap(Sse.Frame frame, String reason, String scope) {
    assertThat(frame.type()).isEqualTo("stream_gap");
    JsonNode gap = frame.data();
    assertThat(gap.path("skipped").isNumber()).isTrue();
    assertThat(gap.path("reason").asString()).isEqualTo(reason);
    assertThat(gap.path("scope").asString()).isEqualTo(scope);
    assertThat(gap.path("skipped_is_estimate").asBoolean()).as("ids may have holes").isTrue();
    assertThat(gap.path("resume_after_id").asString()).isEqualTo(frame.id());
  }

  @Test
  // K4-262, K4-263, K4-264, K4-265, K4-266, K4-267, K4-271, K4-505
  void
      K4_262_K4_263_K4_264_K4_265_K4_266_K4_267_K4_271_K4_505_a_cursor_from_before_the_window_is_told_what_it_lost() {
    String run = "";
    for (int i = 0; i < 5; i++) {
      run = say("s", "n" + i);
    }
    long head = head();

    for (String path : List.of(ALL, "/v1/sessions/s/stream", "/v1/runs/" + run + "/stream")) {
      String scope =
          path.equals(ALL) ? "global" : path.startsWith("/v1/sessions") ? "session" : "run";
      try (Sse stream = http.stream(path + "?cursor=1")) {
        Sse.Frame gap = stream.next();
        isGap(gap, "replay_window", scope);
        assertThat(gap.number()).isEqualTo(head - WINDOW);
        assertThat(gap.data().path("skipped").asLong())
            .as("all between the cursor and where it goes on")
            .isEqualTo(head - WINDOW - 1);
        assertThat(stream.next().number()).isGreaterThan(gap.number());
      }
    }
    try (Sse stream = http.stream(ALL + "?cursor=" + (head - WINDOW))) {
      assertThat(stream.next().type()).as("exactly the window is whole").isNotEqualTo("stream_gap");
    }
  }

  @Test
  // K4-268, K4-273
  void K4_268_K4_273_Q30_a_cursor_that_was_never_issued_is_told_so_and_goes_on_from_now() {
    say("s", "x");

    for (String cursor : List.of("9007199254740993", "99999999999999999999999999")) {
      for (String path : List.of(ALL, "/v1/sessions/s/stream")) {
        try (Sse stream = http.stream(path + "?cursor=" + cursor)) {
          Sse.Frame gap = stream.next();
          isGap(gap, "restart_epoch", path.equals(ALL) ? "global" : "session");
          say("s", "after");
          assertThat(stream.next().number()).isGreaterThan(gap.number());
        }
      }
    }
  }

  @Test
  // K4-269, K4-270, K4-271
  void K4_269_K4_270_K4_271_a_reader_who_takes_nothing_is_told_what_it_lost_and_slows_nobody()
      throws Exception {
    String large = "x".repeat(200_000);
    long start = head();
    try (Socket slow = slowReader(ALL + "?cursor=" + start)) {
      // More than sockets hold, then more events than are replayed.
      for (int i = 0; i < 5; i++) {
        http.session("large-" + i);
        say("large-" + i, large);
      }
      for (int i = 0; i < 5; i++) {
        say("s", "small");
      }
      long head = head();

      List<Long> met = new ArrayList<>();
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(slow.getInputStream(), UTF_8));
      long cursor = start;
      long announced = 0;
      while (cursor < head) {
        String line = lines.readLine();
        assertThat(line).as("the stream ended at " + cursor + " of " + head).isNotNull();
        if (line.startsWith("id: ")) {
          cursor = Long.parseLong(line.substring(4));
          met.add(cursor);
        } else if (line.startsWith("data: {\"type\":\"stream_gap\"")) {
          assertThat(line).contains("\"reason\":\"live_lag\"").contains("\"scope\":\"global\"");
          announced++;
        }
      }
      assertThat(met).isSorted().doesNotHaveDuplicates();
      assertThat(announced).as("gaps").isPositive();
    }
  }

  /** Asks for a stream and does not read it; a small window makes the sender feel it soon. */
  private Socket slowReader(String path) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(http.address().getHost(), http.address().getPort()));
    socket
        .getOutputStream()
        .write(
            ("GET "
                    + path
                    + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                    + http.token()
                    + "\r\n\r\n")
                .getBytes(US_ASCII));
    socket.getOutputStream().flush();
    return socket;
  }

  @Test
  // K4-270
  void K4_270_a_session_that_was_quiet_while_others_were_not_has_lost_nothing() {
    String run = say("other", "first");
    try (Sse quiet = http.stream("/v1/sessions/other/stream");
        Sse filtered = http.stream(ALL + "?session_id=other");
        Sse ofRun = http.stream("/v1/runs/" + run + "/stream")) {
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 6; i++) {
          say("s", "noise " + i);
        }
        say("other", "at last");

        for (Sse stream : List.of(quiet, filtered)) {
          stream.nextEvent("completed");
          assertThat(stream.taken()).extracting(Sse.Frame::type).doesNotContain("stream_gap");
        }
      }
      assertThat(ofRun.isQuiet()).isTrue();
    }
  }

  @Test
  // K4-264
  void K4_264_a_filter_of_the_common_stream_is_the_scope_of_its_gaps() {
    String run = say("s", "x");

    for (String filter : List.of("session_id=s", "run_id=" + run, "session_id=s&run_id=" + run)) {
      try (Sse stream = http.stream(ALL + "?cursor=999999999999&" + filter)) {
        isGap(stream.next(), "restart_epoch", filter.contains("run_id") ? "run" : "session");
      }
    }
  }
}
