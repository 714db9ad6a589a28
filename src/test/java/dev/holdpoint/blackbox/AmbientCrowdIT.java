package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.BitSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Many screens, and one that does not look. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AmbientCrowdIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int STREAMS = 5_000;
  private static final int CONCERNED = 4_711;
  private static final int LARGE = 120;
  private static final int CALLERS = 16;
  private static final int EACH = 40;
  private static final int COMMAND = 20_000;

  private DaemonProcess daemon;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    daemon = DaemonProcess.start(folder);
  }

  @AfterAll
  void stop() throws IOException {
    daemon.close();
  }

  private static JsonNode raise(Http http, String session, String command) {
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            "{\"tool_name\":\"bash\",\"input\":{\"command\":\"%s\"},\"reason\":\"why\"}"
                .formatted(command))
        .expect(201)
        .json();
  }

  private static String id(JsonNode raised) {
    return raised.at("/request/id").asString();
  }

  private static void click(Http http, String session, String approval) {
    http.post(
            "/api/approval/respond",
            "{\"session_id\":\"%s\",\"choice\":\"deny\",\"approval_id\":\"%s\"}"
                .formatted(session, approval))
        .expect(200);
  }

  @Test
  // H3-01, H3-07
  @DisplayName(
      "H3-01 H3-07 of 5 000 open streams each says how things stand, and a commit is told to the"
          + " one that it concerns")
  void many_streams() throws IOException {
    try (Crowd crowd =
        new Crowd(
            daemon,
            STREAMS,
            i ->
                "/api/%s/stream?session_id=s-%d"
                    .formatted(i % 2 == 1 ? "approval" : "clarify", i))) {
      Http http = daemon.http();
      BitSet greeted = new BitSet();
      crowd.read(
          i -> greeted.set(i, crowd.heard(i).contains("event: initial\n")),
          () -> greeted.cardinality() == STREAMS);
      // Those who have hung up before may not be missed yet.
      http.await("/v1/status", status -> status.at("/streams/open").asInt() <= STREAMS);
      assertThat(http.get("/v1/status").json().at("/streams/open").asInt()).isEqualTo(STREAMS);

      http.session("s-" + CONCERNED);
      String approval = id(raise(http, "s-" + CONCERNED, "true"));
      crowd.read(_ -> {}, () -> crowd.heard(CONCERNED).contains(approval));
      click(http, "s-" + CONCERNED, approval);
      crowd.read(_ -> {}, () -> frames(crowd.heard(CONCERNED)) == 3);

      for (int i = 0; i < STREAMS; i++) {
        assertThat(frames(crowd.heard(i))).as("frames of " + i).isEqualTo(i == CONCERNED ? 3 : 1);
        assertThat(crowd.heard(i)).contains("{\"pending\":null,\"pending_count\":0}");
      }
    }
  }

  private static long frames(String heard) {
    return heard.lines().filter(line -> line.startsWith("event: ")).count();
  }

  @Test
  // H3-07, H3-24
  @DisplayName(
      "H3-07 H3-24 a reader who looked away is told anew how things stand, and has held nobody up")
  void a_reader_who_looks_away() throws IOException {
    Http http = daemon.http();
    http.session("busy");
    String path = "/api/approval/stream?session_id=busy";
    try (Socket away = lookAway(daemon, path);
        Sse present = http.stream(path)) {
      assertThat(present.next().type()).isEqualTo("initial");
      // More than sockets hold; then, together, more than the daemon keeps at hand. All of it
      // is over before a reader who takes nothing is hung up on.
      String command = "echo " + "x".repeat(COMMAND);
      for (int i = 0; i < LARGE; i++) {
        String approval = id(raise(http, "busy", command));
        Sse.Frame shown = present.next();
        assertThat(shown.data().path("approval_id").asString()).isEqualTo(approval);
        click(http, "busy", approval);
        assertThat(present.next().data().path("pending_count").asInt(-1)).isZero();
      }
      Together.call(CALLERS, _ -> comeAndGo(http));
      String oldest = id(raise(http, "busy", "true 1"));
      String newest = id(raise(http, "busy", "true 2"));
      present.next(frame -> frame.data().path("approval_id").asString().equals(newest));

      Screen screen = new Screen();
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(away.getInputStream(), UTF_8));
      while (!(screen.oldest.equals(oldest) && screen.count == 2)) {
        screen.show(lines);
      }
      assertThat(screen.initials).as("it had to be told anew").isGreaterThan(1);
      assertThat(screen.prompts)
          .as("and not all that it had missed")
          .isLessThan(LARGE + CALLERS * EACH);

      click(http, "busy", oldest);
      screen.show(lines);
      assertThat(screen.oldest).isEqualTo(newest);
      assertThat(screen.count).isEqualTo(1);
      String last = id(raise(http, "busy", "true 3"));
      screen.show(lines);
      assertThat(screen.lastRaised).isEqualTo(last);
      assertThat(screen.count).isEqualTo(2);
    }
  }

  private static int comeAndGo(Http http) {
    for (int i = 0; i < EACH; i++) {
      click(http, "busy", id(raise(http, "busy", "true")));
    }
    return EACH;
  }

  /** Asks for a stream and does not read it; a small window makes the sender feel it soon. */
  private static Socket lookAway(DaemonProcess daemon, String path) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.setSoTimeout(30_000);
    int port = URI.create(daemon.address()).getPort();
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    // The older version has no chunks, which would cut large frames into pieces.
    String request =
        "GET %s HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
            .formatted(path, daemon.adminToken());
    socket.getOutputStream().write(request.getBytes(US_ASCII));
    socket.getOutputStream().flush();
    return socket;
  }

  /** What a client shows that does what the frames say. */
  private static final class Screen {
    private String oldest = "";
    private String lastRaised = "";
    private int count = -1;
    private int initials;
    private int prompts;

    void show(BufferedReader lines) throws IOException {
      String event = "";
      while (true) {
        String line = lines.readLine();
        assertThat(line).as("the stream ended").isNotNull();
        if (line.startsWith("event: ")) {
          event = line;
        } else if (line.startsWith("data: ")) {
          take(event, JSON.readTree(line.substring("data: ".length())));
          return;
        }
      }
    }

    private void take(String event, JsonNode data) {
      initials += event.equals("event: initial") ? 1 : 0;
      if (data.has("pending")) {
        oldest = data.at("/pending/approval_id").asString();
        count = data.path("pending_count").asInt();
        return;
      }
      lastRaised = data.path("approval_id").asString();
      oldest = count == 0 ? lastRaised : oldest;
      count++;
      prompts++;
    }
  }
}
