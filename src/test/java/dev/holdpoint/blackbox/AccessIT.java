package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Surface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Calls every endpoint as every role, and compares with {@link Expectations}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AccessIT {
  private DaemonProcess daemon;
  private RawHttp raw;
  private final Map<String, String> tokens = new HashMap<>();

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    daemon = DaemonProcess.start(folder);
    raw = new RawHttp(daemon);
    tokens.put("admin", daemon.adminToken());
    for (String role : List.of("operator", "agent", "viewer")) {
      String body = "{\"name\":\"%s\",\"role\":\"%s\"}".formatted(role, role);
      tokens.put(
          role, daemon.http().post("/v1/tokens", body).expect(201).json().path("token").asString());
    }
  }

  @AfterAll
  void stop() throws IOException {
    daemon.close();
  }

  @TestFactory
  List<DynamicTest> every_endpoint_for_every_role() {
    return Endpoints.ALL.stream()
        .flatMap(
            endpoint ->
                Expectations.CALLERS.stream()
                    .map(
                        caller ->
                            DynamicTest.dynamicTest(
                                endpoint.id() + " by " + caller, () -> check(endpoint, caller))))
        .toList();
  }

  /** What is asked for does not exist, so that whoever is let in changes nothing. */
  private void check(Endpoint endpoint, String caller) throws IOException {
    String token = tokens.get(caller);
    RawHttp.Answer answer =
        raw.send(
            "%s %s HTTP/1.1\r\nHost: localhost\r\n%sConnection: close\r\n%s\r\n%s"
                .formatted(
                    endpoint.method(),
                    endpoint.path().replaceAll("\\{[a-z_]+}", "nothing"),
                    token == null ? "" : "Authorization: Bearer " + token + "\r\n",
                    endpoint.request() == null
                        ? ""
                        : "Content-Type: application/json\r\nContent-Length: 2\r\n",
                    endpoint.request() == null ? "" : "[]"));

    if (Expectations.of(endpoint.id()).allows(caller)) {
      assertThat(answer.status()).isNotIn(0, 401, 403).isLessThan(500);
    } else {
      assertThat(answer.status()).isEqualTo(token == null ? 401 : 403);
      assertThat(answer.header("Content-Type"))
          .startsWith(
              endpoint.surface() == Surface.AMBIENT || endpoint.surface() == Surface.MCP
                  ? "application/json"
                  : "application/problem+json");
      assertThat(answer.body()).contains(token == null ? "unauthorized" : "forbidden");
    }
  }
}
