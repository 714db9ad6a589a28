package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What an ambient stream does by the clock alone. No database has a part in it. */
class AmbientKeepaliveTest {
  /** On a busy machine one is measured too long, and the next too short. */
  private static final int MOST_SILENCES = 6;

  private static final long SHORTEST_MS = 4_000;
  private static final long LONGEST_MS = 6_000;

  /**
   * @param lines of the stream as they came
   * @param silence in milliseconds, before the last keepalive
   */
  private record Heard(List<String> lines, long silence) {}

  @Test
  // H3-10, H3-11
  void H3_10_H3_11_a_silent_stream_sends_a_bare_comment_every_five_seconds() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(Database.newFolder(), Map.of());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Heard>> streams = new ArrayList<>();
      for (String kind : List.of("approval", "clarify", "chat")) {
        streams.add(threads.submit(() -> listen(daemon.http(), kind)));
      }
      for (Future<Heard> stream : streams) {
        Heard heard = stream.get();
        assertThat(heard.silence).isBetween(SHORTEST_MS, LONGEST_MS);
        assertThat(heard.lines.stream().filter(line -> line.startsWith(":")))
            .as("nothing but keepalives")
            .containsOnly(": keepalive");
        assertThat(heard.lines.stream().filter(line -> line.startsWith("id:")))
            .as("a keepalive moves no last event id")
            .hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  private static Heard listen(Http http, String kind) throws IOException {
    List<String> lines = new ArrayList<>();
    int silences = 0;
    long silence = 0;
    try (Socket socket = new Socket(http.address().getHost(), http.address().getPort())) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write(
              ("GET /api/%s/stream?session_id=s HTTP/1.1\r\n".formatted(kind)
                      + "Host: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
                          .formatted(http.token()))
                  .getBytes(US_ASCII));
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      long quietSince = System.nanoTime();
      while ((silence < SHORTEST_MS || silence > LONGEST_MS) && silences < MOST_SILENCES) {
        String line = in.readLine();
        assertThat(line).as("the stream ended after " + lines).isNotNull();
        if (!line.matches("HTTP/1.1 200.*|(:|id:|event:|data:).*")) {
          continue; // other headers, and the lengths of chunks
        }
        if (line.equals(": keepalive")) {
          silence = (System.nanoTime() - quietSince) / 1_000_000;
          silences++;
        }
        quietSince = System.nanoTime();
        lines.add(line);
      }
    }
    return new Heard(lines, silence);
  }
}
