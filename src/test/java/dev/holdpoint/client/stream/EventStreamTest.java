package dev.holdpoint.client.stream;

import static dev.holdpoint.client.StreamServer.HEAD;
import static dev.holdpoint.client.StreamServer.says;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.StreamServer;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.DaemonAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class EventStreamTest {
  private final List<String> taken = new ArrayList<>();
  private boolean passesOver;

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void frames_arrive_whole_however_they_are_cut(String lineEnd) throws Exception {
    String text = (": open\n\n" + text(1, "häßlich 🎉") + text(2, "end")).replace("\n", lineEnd);
    StreamServer.Play byByte =
        out -> {
          out.write(HEAD.getBytes(UTF_8));
          for (byte b : text.getBytes(UTF_8)) {
            out.write(b);
            out.flush();
          }
        };
    try (StreamServer server = new StreamServer(byByte)) {
      follow(server.client().events().all(null));
    }
    assertThat(taken).containsExactly("1 häßlich 🎉", "2 end");
  }

  @Test
  void chunks_may_end_anywhere() throws Exception {
    StreamServer.Play chunked =
        out -> {
          out.write(
              HEAD.replace("Connection: close", "Transfer-Encoding: chunked").getBytes(UTF_8));
          for (byte b : (text(1, "x") + text(2, "end")).getBytes(UTF_8)) {
            out.write(("1\r\n" + (char) b + "\r\n").getBytes(UTF_8));
            out.flush();
          }
        };
    try (StreamServer server = new StreamServer(chunked)) {
      follow(server.client().events().all(null));
    }
    assertThat(taken).containsExactly("1 x", "2 end");
  }

  @Test
  void it_goes_on_after_the_last_whole_event_when_the_connection_breaks() throws Exception {
    String half = text(3, "half").substring(0, 30);
    try (StreamServer server =
        new StreamServer(
            says(HEAD + text(1, "x") + text(2, "y") + text(null, "spoken") + half),
            says(HEAD + text(3, "end")))) {
      EventStream stream = server.client().events().ofSession("a b", "0");
      follow(stream);

      assertThat(taken).containsExactly("1 x", "2 y", "null spoken", "lost", "3 end");
      assertThat(stream.lastId()).isEqualTo("3");
      assertThat(server.request())
          .startsWith("GET /v1/sessions/a%20b/stream HTTP/1.1")
          .contains("Last-Event-ID: 0", "Authorization: Bearer token", "Accept: text/event-stream");
      assertThat(server.request()).contains("Last-Event-ID: 2");
    }
  }

  @Test
  void a_daemon_that_is_busy_meanwhile_is_tried_again() throws Exception {
    try (StreamServer server =
        new StreamServer(
            says(HEAD + text(1, "x")),
            says("HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
            says(HEAD + text(2, "end")))) {
      follow(server.client().events().all("0"));
    }
    assertThat(taken).containsExactly("1 x", "lost", "lost", "2 end");
  }

  @Test
  void an_event_of_more_than_a_mebibyte_ends_it_and_names_where_to_read_instead() throws Exception {
    StreamServer.Play endless =
        out -> {
          out.write((HEAD + text(1, "x") + "id: 2\ndata: ").getBytes(UTF_8));
          writeUntilHungUp(out);
        };
    try (StreamServer server = new StreamServer(endless)) {
      CallFailed failure = failure(server.client().events().all("0"));

      assertThat(failure.kind()).isEqualTo(CallFailed.Kind.UNREADABLE);
      assertThat(failure)
          .hasMessageContaining("Event 2 of the stream is larger than 1 MiB")
          .hasMessageContaining("GET /v1/runs/{run_id}")
          .hasMessageContaining("/v1/approvals/{approval_id}")
          .hasMessageEndingWith("(it follows event 1)");
    }
    assertThat(taken).containsExactly("1 x");
  }

  @Test
  void what_a_newer_daemon_sends_is_passed_over_and_counted_as_seen() throws Exception {
    String unknown = "id: 5\nevent: fax\ndata: {\"type\":\"fax\",\"pages\":2}\n\n";
    String member = text(6, "end").replace("{", "{\"mood\":[1],");
    try (StreamServer server =
        new StreamServer(says(HEAD + unknown), says(HEAD + "retry: 5\nfrob\n" + member))) {
      follow(server.client().events().all("4"));
      server.request();
      assertThat(server.request()).contains("Last-Event-ID: 5");
    }
    assertThat(taken).containsExactly("lost", "6 end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"data: {\"type\":\n\n", "data: \u00ff\n\n", "id: x\ndata: {}\n\n"})
  void what_is_no_event_ends_it(String frame) throws Exception {
    StreamServer.Play latin = out -> out.write((HEAD + frame).getBytes(ISO_8859_1));
    try (StreamServer server = new StreamServer(latin)) {
      assertThat(failure(server.client().events().all("0")).kind())
          .isEqualTo(CallFailed.Kind.UNREADABLE);
    }
  }

  @Test
  void a_refusal_is_told_and_not_tried_again() throws Exception {
    String problem =
        """
        {"type":"urn:x","title":"t","status":404,"detail":"There is no such run.","code":\
        "run_not_found","domain":"runs","request_id":"req_1"}""";
    try (StreamServer server =
        new StreamServer(
            says(
                "HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\n"
                    + "Connection: close\r\n\r\n"
                    + problem))) {
      CallFailed failure = failure(server.client().events().ofRun("run_1", null));

      assertThat(failure.status()).isEqualTo(404);
      assertThat(failure.code()).isEqualTo("runs/run_not_found");
      assertThat(failure.problem().orElseThrow().requestId()).isEqualTo("req_1");
    }
  }

  @Test
  void a_daemon_that_was_never_there_is_told_at_once() throws Exception {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
    }
    EventStream stream =
        new HoldpointClient(DaemonAddress.of("http://127.0.0.1:" + port, "t")).events().all("0");

    assertThat(failure(stream).kind()).isEqualTo(CallFailed.Kind.NO_ANSWER);
  }

  @Test
  void closing_it_ends_a_read_that_waits() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    StreamServer.Play silent =
        out -> {
          out.write((HEAD + text(1, "x")).getBytes(UTF_8));
          out.flush();
          never.await();
        };
    try (StreamServer server = new StreamServer(silent)) {
      EventStream stream = server.client().events().all("0");
      CountDownLatch first = new CountDownLatch(1);
      Thread closer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      first.await();
                      stream.close();
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      stream.follow(
          (_, _) -> {
            first.countDown();
            return true;
          });
      closer.join();
    } finally {
      never.countDown();
    }
  }

  private static void writeUntilHungUp(OutputStream out) {
    byte[] much = "x".repeat(8192).getBytes(UTF_8);
    try {
      while (true) {
        out.write(much);
      }
    } catch (IOException _) {
      // The reader has had enough.
    }
  }

  @Test
  void whoever_reads_large_events_elsewhere_goes_on_behind_them() throws Exception {
    passesOver = true;
    StreamServer.Play endless =
        out -> {
          out.write((HEAD + text(1, "x") + "id: 2\ndata: ").getBytes(UTF_8));
          writeUntilHungUp(out);
        };
    try (StreamServer server = new StreamServer(endless, says(HEAD + text(3, "end")))) {
      follow(server.client().events().all("0"));

      assertThat(server.request()).contains("Last-Event-ID: 0");
      assertThat(server.request()).contains("Last-Event-ID: 2");
    }
    assertThat(taken).containsExactly("1 x", "lost", "3 end");
  }

  private CallFailed failure(EventStream stream) {
    CallFailed failure = catchThrowableOfType(CallFailed.class, () -> follow(stream));
    assertThat(failure).isNotNull();
    return failure;
  }

  /** Until the event that says "end". */
  private void follow(EventStream stream) throws CallFailed {
    stream.follow(
        new EventStream.Handler() {
          @Override
          public boolean take(@Nullable String id, StreamFrame frame) {
            String text = ((StreamFrame.TextDelta) frame).text();
            taken.add(id + " " + text);
            return !text.equals("end");
          }

          @Override
          public boolean lost(String why, int waitMs) {
            taken.add("lost");
            return true;
          }

          @Override
          public boolean passOver(String id) {
            return passesOver;
          }
        });
  }

  private static String text(@Nullable Integer id, String text) {
    return (id == null ? "" : "id: " + id + "\n")
        + "event: text_delta\ndata: {\"type\":\"text_delta\",\"run_id\":\"r\",\"text\":\""
        + text
        + "\"}\n\n";
  }
}
