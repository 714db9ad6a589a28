package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.engine.heap.Heap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The smallest heap that is supported: whatever is sent or asked for, the daemon goes on, says that
 * it is too large (413) or too much at once (503), and decides what waits.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmallHeapIT {
  private static final int LARGE = 12_000_000;
  private static final int AT_ONCE = 8;
  private static final String JSON = "Content-Type: application/json\r\n";

  /** A client that goes on sending what was refused may lose the answer with the connection. */
  private static final int CUT = 0;

  private DaemonProcess daemon;
  private Http http;
  private RawHttp raw;
  private long pid;
  private int room;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    daemon = DaemonProcess.startSmall(folder, Heap.SMALLEST_MB);
    http = daemon.http();
    raw = new RawHttp(daemon);
    pid = daemon.pid();
    http.session("work");
    http.session("large");
    String told = warning();
    room = Integer.parseInt(told.replaceAll(".*bodies of (\\d+) bytes.*", "$1"));
  }

  @AfterAll
  void stop() throws IOException {
    daemon.close();
  }

  @AfterEach
  void it_lives_and_decides() throws IOException {
    String run = http.submit("work", Script.approval("deploy"), Script.say("done"));
    http.approve(run);
    http.awaitRun(run, "completed");
    assertThat(daemon.isAlive()).isTrue();
    assertThat(daemon.pid()).isEqualTo(pid);
    assertThat(daemon.log()).doesNotContain("OutOfMemory").doesNotContain("ERROR");
  }

  private String warning() {
    return http.get("/v1/status")
        .expect(200)
        .json()
        .at("/health/warnings")
        .valueStream()
        .filter(warning -> warning.path("code").asString().equals("heap_small"))
        .map(warning -> warning.path("message").asString())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void the_log_and_the_status_say_what_was_lowered() throws IOException {
    assertThat(room).isBetween(1_000_000, LARGE);
    assertThat(daemon.log()).contains("limits.body_bytes is 16777216");
  }

  @Test
  void a_body_that_does_not_fit_is_413_with_what_fits() throws Exception {
    RawHttp.Answer announced =
        raw.send(
            head("POST", "/v1/sessions/large/runs", JSON + "Content-Length: " + LARGE + "\r\n"));
    assertThat(announced.status()).isEqualTo(413);
    assertThat(announced.body()).contains("maximum of " + room + " bytes");
    assertThat(post("/v1/sessions/large/runs", text(LARGE)).status()).isIn(413, CUT);
    assertThat(together(AT_ONCE, () -> post("/v1/sessions/large/runs", text(LARGE))))
        .isSubsetOf(413, CUT);
  }

  @Test
  void bodies_that_fit_are_taken_one_by_one_and_refused_when_they_are_too_many() throws Exception {
    assertThat(post("/v1/sessions/large/runs", text(room - 1_000)).status()).isEqualTo(202);
    assertThat(post("/v1/sessions/large/runs", text("\u00e9\u20ac", room - 1_000)).status())
        .isEqualTo(202);
    List<Integer> all =
        together(3 * AT_ONCE, () -> post("/v1/sessions/large/runs", text(room - 1_000)));
    assertThat(all).isSubsetOf(202, 503, CUT).contains(202);
  }

  @Test
  void wide_and_deep_bodies() throws Exception {
    List<byte[]> bodies = new ArrayList<>();
    for (String piece : List.of("{},", "[],", "1,", "\"a\",", "{\"a\":1},", "1.5,")) {
      bodies.add(wide(piece, room - 1_000));
      bodies.add(wide(piece, 100_000));
    }
    bodies.add(("[".repeat(room / 2) + "]".repeat(room / 2 - 1)).getBytes(ISO_8859_1));
    bodies.add(members(room - 100));
    for (byte[] body : bodies) {
      assertThat(post("/v1/sessions/large/runs", body).status()).isIn(400, 413);
      assertThat(together(AT_ONCE, () -> post("/v1/sessions/large/runs", body)))
          .isSubsetOf(400, 413, 503, CUT);
    }
  }

  @Test
  void files_in_and_out() throws Exception {
    assertThat(post("/v1/assets", file(9_000_000)).status()).isIn(413, CUT);
    int fits = room / 4 * 3 - 1_000;
    RawHttp.Answer added = post("/v1/assets", file(fits));
    assertThat(added.status()).isEqualTo(201);
    assertThat(together(AT_ONCE, () -> post("/v1/assets", file(fits))))
        .isSubsetOf(201, 503, CUT)
        .contains(201);
    String id = added.body().replaceAll("(?s).*\"asset_id\":\"([^\"]+)\".*", "$1");
    assertThat(together(3 * AT_ONCE, () -> get("/v1/assets/" + id + "/raw")))
        .isSubsetOf(200, 503)
        .contains(200);
  }

  @Test
  void long_lists_exports_and_snapshots_of_large_things() throws Exception {
    String large = "x".repeat(400_000);
    for (int i = 0; i < 25; i++) {
      http.session("list-" + i);
      String run = http.submit("list-" + i, Script.approval(large.substring(0, 16_000)));
      http.awaitApproval(run);
      http.submit("list-" + i, Script.say(large));
    }
    for (String path :
        List.of(
            "/v1/runs?limit=100",
            "/v1/approvals?limit=100",
            "/v1/sessions?limit=100",
            "/v1/sessions/list-1",
            "/v1/sessions/list-1/events",
            "/v1/audit/export",
            "/v1/openapi.json",
            "/metrics")) {
      assertThat(together(AT_ONCE, () -> get(path))).as(path).isSubsetOf(200, 503);
      assertThat(daemon.isAlive()).isTrue();
    }
    // From the beginning, and nobody reads.
    List<Sse> streams =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    i % 2 == 0
                        ? http.stream(
                            "/v1/events/stream", request -> request.header("Last-Event-ID", "0"))
                        : http.stream("/api/approval/stream?session_id=list-" + i))
            .toList();
    try {
      http.submit("large", Script.say(large));
      assertThat(get("/v1/runs?limit=1").status()).isEqualTo(200);
    } finally {
      for (Sse stream : streams) {
        stream.close();
      }
    }
  }

  @Test
  void less_is_refused(@TempDir Path folder) throws IOException {
    assertThat(DaemonProcess.refusedWith(folder, "-Xmx32m").said())
        .contains("the daemon needs " + Heap.SMALLEST_MB);
  }

  private static byte[] text(int bytes) {
    return text("x", bytes);
  }

  /** A body of about so many bytes that is a text. */
  private static byte[] text(String of, int bytes) {
    byte[] one = of.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    String all = "{\"content\":\"" + of.repeat((bytes - 20) / one.length) + "\"}";
    return all.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  private static byte[] wide(String piece, int bytes) {
    return ("{\"content\":[" + piece.repeat(bytes / piece.length() - 10) + "1]}")
        .getBytes(ISO_8859_1);
  }

  private static byte[] members(int bytes) {
    StringBuilder all = new StringBuilder("{\"content\":\"x\"");
    for (int i = 0; all.length() < bytes - 20; i++) {
      all.append(",\"m").append(i).append("\":1");
    }
    return all.append('}').toString().getBytes(ISO_8859_1);
  }

  private static byte[] file(int bytes) {
    String content = Base64.getEncoder().encodeToString(new byte[bytes]);
    return "{\"file_name\":\"f.bin\",\"content_base64\":\"%s\"}"
        .formatted(content)
        .getBytes(ISO_8859_1);
  }

  private RawHttp.Answer post(String path, byte[] body) throws IOException {
    return raw.send(head("POST", path, JSON + "Content-Length: " + body.length + "\r\n"), body);
  }

  private RawHttp.Answer get(String path) throws IOException {
    return raw.send(head("GET", path, ""));
  }

  private byte[] head(String method, String path, String more) throws IOException {
    return "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nConnection: close\r\n%s\r\n"
        .formatted(method, path, daemon.adminToken(), more)
        .getBytes(ISO_8859_1);
  }

  private static List<Integer> together(int many, Callable<RawHttp.Answer> call) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<RawHttp.Answer>> all =
          IntStream.range(0, many).mapToObj(_ -> threads.submit(call)).toList();
      List<Integer> statuses = new ArrayList<>();
      for (Future<RawHttp.Answer> one : all) {
        RawHttp.Answer answer = one.get();
        if (answer.status() == 503) {
          assertThat(answer.header("Retry-After")).isNotEmpty();
        }
        statuses.add(answer.status());
      }
      return statuses;
    }
  }
}
