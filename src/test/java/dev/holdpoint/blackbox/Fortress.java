package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.endpoint.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * A daemon with little heap and a few things worth attacking: a run that waits for an approval, one
 * that waits for an answer. Whatever is thrown at it, it must be the same process with the same
 * state afterwards.
 */
final class Fortress implements AutoCloseable {
  private static final int HEAP_MB = 128;
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> STATE =
      List.of("/v1/runs", "/v1/sessions", "/v1/approvals", "/v1/questions", "/v1/tokens");

  final DaemonProcess daemon;
  final Http http;
  final RawHttp raw;
  private final Map<String, String> ids;
  private final List<String> state;
  private final int threads;
  private final int files;

  Fortress(Path folder) throws IOException {
    daemon = DaemonProcess.startSmall(folder, HEAP_MB);
    http = daemon.http();
    raw = new RawHttp(daemon);
    http.session("asks");
    http.session("wonders");
    String asking = http.submit("asks", Script.approval("deploy"));
    String wondering = http.submit("wonders", Script.ask("Which?", 0));
    ids =
        Map.of(
            "session_id",
            "asks",
            "run_id",
            asking,
            "approval_id",
            http.awaitApproval(asking),
            "question_id",
            http.awaitQuestion(wondering),
            "request_id",
            "qst_00000000000000000000000000",
            "token_id",
            "tok_00000000000000000000000000");
    state = state();
    threads = threads();
    files = files();
  }

  /** A path of this endpoint to things that exist. */
  String path(Endpoint endpoint) {
    String path = endpoint.path();
    for (Map.Entry<String, String> id : ids.entrySet()) {
      path = path.replace("{" + id.getKey() + "}", id.getValue());
    }
    return path;
  }

  /** The head of a request by the admin; {@code more} are whole header lines. */
  byte[] head(String method, String target, String... more) throws IOException {
    return """
    %s %s HTTP/1.1
    Host: localhost
    Authorization: Bearer %s
    Connection: close
    %s
    """
        .formatted(
            method,
            target,
            daemon.adminToken(),
            Stream.of(more).map(line -> line + "\n").reduce("", String::concat))
        .replace("\n", "\r\n")
        .getBytes(ISO_8859_1);
  }

  RawHttp.Answer post(String method, String target, byte[] body) throws IOException {
    return raw.send(
        head(method, target, "Content-Type: application/json", "Content-Length: " + body.length),
        body);
  }

  /** A 4xx problem, told properly, or a closed socket. */
  static void assertRefused(RawHttp.Answer answer, String what) {
    if (answer.status() == 0) {
      return;
    }
    assertThat(answer.status()).as("%s: %s", what, answer.body()).isBetween(400, 499);
    assertProblem(answer, what);
  }

  /** Never the daemon's fault; and if it is a no, told properly. */
  static void assertNoFault(RawHttp.Answer answer, String what) {
    assertThat(answer.status()).as("%s: %s", what, answer.body()).isLessThan(500);
    if (answer.status() >= 400) {
      assertProblem(answer, what);
    }
  }

  private static void assertProblem(RawHttp.Answer answer, String what) {
    assertThat(answer.header("X-Request-Id")).as(what).isNotEmpty();
    // Which paths are told plainly is held by AmbientErrorTest, McpProtocolTest and ProblemTest.
    if (answer.header("Content-Type").equals("application/json")) {
      assertThat(answer.body())
          .as(what)
          .matches("(?s)|\\{\"ok\":false,.*|\\{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":.*");
      return;
    }
    assertThat(answer.header("Content-Type")).as(what).startsWith("application/problem+json");
    if (!answer.body().isEmpty()) {
      assertThat(JSON.readTree(answer.body()).path("status").asInt())
          .as(what)
          .isEqualTo(answer.status());
    }
  }

  /** Nothing has changed, nothing has grown, and nobody had to write a stack trace. */
  void assertUnmoved() throws IOException {
    assertThat(state()).isEqualTo(state);
    assertThat(daemon.log()).doesNotContain("Exception").doesNotContain("ERROR");
    http.await("/healthz", _ -> threads() <= threads + 16 && files() <= files + 32);
    assertThat(residentMegabytes()).isLessThan(4 * HEAP_MB);
  }

  private List<String> state() {
    return STATE.stream().map(path -> http.get(path).expect(200).text()).toList();
  }

  private int threads() {
    return procNumber("Threads:");
  }

  private int residentMegabytes() {
    return procNumber("VmRSS:") / 1024;
  }

  private int procNumber(String name) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", "" + daemon.pid(), "status"))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.replaceAll("[^0-9]", ""))
          .mapToInt(Integer::parseInt)
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new AssertionError("the daemon is gone", e);
    }
  }

  private int files() {
    try (Stream<Path> open = Files.list(Path.of("/proc", "" + daemon.pid(), "fd"))) {
      return (int) open.count();
    } catch (IOException e) {
      throw new AssertionError("the daemon is gone", e);
    }
  }

  @Override
  public void close() throws IOException {
    daemon.close();
  }
}
