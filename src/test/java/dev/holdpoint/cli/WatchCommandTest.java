package dev.holdpoint.cli;

import static dev.holdpoint.client.StreamServer.HEAD;
import static dev.holdpoint.client.StreamServer.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.client.StreamServer;
import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stream that breaks, and one that says too much. */
@Timeout(60)
class WatchCommandTest {
  private static final String TOO_LARGE = "data: " + "x".repeat(1024 * 1024) + "\n\n";

  @TempDir private Path folder;

  private static String event(int id, String approval) {
    return """
    id: %d
    event: approval_resolved
    data: {"type":"approval_resolved","approval_id":"%s","run_id":"r","session_id":"s","status":"expired"}

    """
        .formatted(id, approval);
  }

  private Outcome watch(StreamServer server, String... more) throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "token");
    String[] args =
        Stream.concat(Stream.of("sessions", "watch", "s"), Stream.of(more)).toArray(String[]::new);
    return TypedHere.at(server.url(), token.toString(), args);
  }

  @Test
  // K4-274
  void it_goes_on_after_the_last_event_and_gives_up_on_a_frame_above_a_mebibyte() throws Exception {
    try (StreamServer server =
        new StreamServer(
            says(HEAD + event(7, "apr_1")),
            says(HEAD + event(8, "apr_2") + event(9, "apr_\\u001b[2J3")),
            says(HEAD + "id: 10\n" + TOO_LARGE))) {
      Outcome watched = watch(server);

      assertThat(server.request()).noneMatch(line -> line.startsWith("Last-Event-ID"));
      assertThat(server.request()).contains("Last-Event-ID: 7");
      assertThat(server.request()).contains("Last-Event-ID: 9");
      assertThat(watched.exitCode()).isEqualTo(1);
      assertThat(watched.out().lines().map(line -> line.replaceFirst("^[0-9:]+ +", "")))
          .containsExactly("expired  apr_1", "expired  apr_2", "expired  apr_⟨ESC⟩[2J3");
      assertThat(watched.err())
          .contains("the stream was interrupted (the daemon ended the stream); reconnecting\n")
          .contains("reconnected to the stream\n")
          .contains("Event 10 of the stream is larger than 1 MiB");
    }
  }

  @Test
  void as_json_it_prints_an_object_a_line_with_the_id() throws Exception {
    try (StreamServer server =
        new StreamServer(
            says(HEAD + "data: {\"type\":\"heartbeat\"}\n\n" + event(7, "apr_1")),
            says(HEAD + TOO_LARGE))) {
      Outcome watched = watch(server, "--json", "--since", "5");

      assertThat(server.request()).contains("Last-Event-ID: 5");
      assertThat(watched.out())
          .isEqualTo(
              """
              {"id":"7","type":"approval_resolved","approval_id":"apr_1","run_id":"r",\
              "session_id":"s","status":"expired"}
              """);
    }
  }

  @Test
  void a_session_that_is_not_there_ends_it() throws Exception {
    try (StreamServer server =
        new StreamServer(
            says(
                """
                HTTP/1.1 404 Not Found\r
                Content-Type: application/problem+json\r
                Connection: close\r
                \r
                {"type":"t","title":"t","status":404,"detail":"None.","code":"session_not_found",\
                "domain":"sessions","request_id":"r"}"""))) {
      assertThat(watch(server).exitCode()).isEqualTo(5);
    }
  }
}
