package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Endpoint.Method;
import dev.holdpoint.contract.ContractWatch;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.stream.Registration;
import dev.holdpoint.http.stream.StreamPlan;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** That what a server sends reaches the checker, in each of the ways in which it is sent. */
// KT-01, KT-02
class TapTest {
  /** What is found when the operation answers so. */
  private static List<String> found(String id, String path, Reply reply) throws IOException {
    Endpoint endpoint = TestServer.endpoint(id, Method.GET, path, Access.OPEN);
    HttpServer server =
        Tap.around(
            () ->
                new HttpServer(
                    HttpSettings.at("127.0.0.1", 0),
                    new Router(List.of(endpoint), Map.of(id, _ -> reply)),
                    _ -> null,
                    body -> body.toString().getBytes(UTF_8),
                    _ -> ProblemStyle.NATIVE));
    try (server) {
      server.start();
      try (Wire wire = new Wire(server.port())) {
        wire.call("GET " + path);
      }
    }
    return ContractWatch.told();
  }

  private static List<String> health(Reply reply) throws IOException {
    return found("health", "/healthz", reply);
  }

  @Test
  void KT_01_what_is_as_documented_passes() throws IOException {
    assertThat(health(Reply.json(200, "{\"status\":\"ok\"}"))).isEmpty();
  }

  @Test
  void KT_01_a_planted_member_status_header_and_content_type_are_caught() throws IOException {
    assertThat(health(Reply.json(200, "{\"status\":\"ok\",\"planted\":1}")))
        .singleElement()
        .asString()
        .contains("health, status 200, the body", "planted");
    assertThat(health(Reply.json(418, "{}")))
        .containsExactly("health, status 418, status: is not documented");
    assertThat(health(Reply.json(200, "{\"status\":\"ok\"}").with("Sunset", "x")))
        .containsExactly("health, status 200, header sunset: is not documented");
    assertThat(health(Reply.text(200, "text/plain", "ok")))
        .containsExactly("health, status 200, content type: 'text/plain' is not documented");
  }

  @Test
  void KT_01_a_list_that_is_written_row_by_row_is_checked() throws IOException {
    boolean[] read = {false};
    Reply list =
        Reply.list(
            _ -> {
              boolean first = !read[0];
              read[0] = true;
              return first ? List.of("{\"planted\":1}") : null;
            });
    assertThat(found("listNodes", "/v1/nodes", list)).anyMatch(one -> one.contains("planted"));
  }

  @Test
  void KT_02_a_planted_frame_is_caught() throws IOException {
    byte[] frame = Frames.event("1", "heartbeat", "{\"type\":\"planted\"}".getBytes(UTF_8));
    FrameSource source =
        new FrameSource() {
          @Override
          public Registration onNews(Runnable wake) {
            return Registration.NONE;
          }

          @Override
          public Batch next(long after, int limit) {
            return new Batch(List.of(frame), 1, false, true);
          }
        };
    assertThat(
            found("streamEvents", "/v1/events/stream", Reply.stream(StreamPlan.events(source, 0))))
        .singleElement()
        .asString()
        .contains("streamEvents, status 200, /type");
  }
}
