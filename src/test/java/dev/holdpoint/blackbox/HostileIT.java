package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.json.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wrong requests over the whole route table, some of all that is wrong for each endpoint. What is
 * wrong below HTTP is in HostileWireIT.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(Seed.Named.class)
class HostileIT {
  private static final List<String> SEGMENTS =
      List.of(
          ".",
          "..",
          "%2e",
          "%2E%2e",
          "%2e%2E%2f",
          "%2f",
          "a%2fb",
          "%5c",
          "%25",
          "%252e",
          "%00",
          "a%00b",
          "%0d%0aX:y",
          "%",
          "%2",
          "%zz",
          "%c0%ae",
          "%ff",
          "%ed%a0%80",
          ";x=y",
          "",
          "~",
          "a".repeat(201),
          "a".repeat(8_000));
  private static final List<String> ENDS =
      List.of("/", "/..", "/%2e%2e", "/%2f", "%00", ";x", "//", "/.");
  private static final List<String> VALUES =
      List.of(
          "",
          "-1",
          "0",
          "+1",
          "%201",
          "1.5",
          "1e3",
          "0x10",
          "99999999999999999999",
          "%D9%A1",
          "true%00",
          "TRUE",
          "%00",
          "%ff",
          "%",
          "null",
          "..",
          "'",
          "x".repeat(5_000));

  private Fortress fortress;
  private int turn;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    fortress = new Fortress(folder);
  }

  @AfterEach
  void nothing_has_moved() throws IOException {
    fortress.assertUnmoved();
  }

  @AfterAll
  void stop() throws IOException {
    fortress.close();
  }

  private static List<Endpoint> withBody() {
    return Endpoints.ALL.stream().filter(endpoint -> endpoint.request() != null).toList();
  }

  /** How much of what is wrong an endpoint gets. */
  int few() {
    return 2;
  }

  /** Some of these for an endpoint, and others for the next. */
  private <T> List<T> some(Collection<T> all) {
    return Seed.someOf(List.copyOf(all), few(), turn++);
  }

  @Test
  void bodies_that_are_not_what_was_asked_for() throws IOException {
    for (Endpoint endpoint : withBody()) {
      Map<String, byte[]> types =
          HostileBodies.wrongTypes(Objects.requireNonNull(endpoint.request()));
      assertRefused(endpoint, some(HostileBodies.forAll().entrySet()));
      assertRefused(endpoint, types.isEmpty() ? List.of() : some(types.entrySet()));
    }
  }

  private void assertRefused(Endpoint endpoint, List<Map.Entry<String, byte[]>> bodies)
      throws IOException {
    for (Map.Entry<String, byte[]> body : bodies) {
      Fortress.assertRefused(
          fortress.post(endpoint.method().name(), fortress.path(endpoint), body.getValue()),
          endpoint.id() + ", " + body.getKey());
    }
  }

  @Test
  void bodies_above_the_limit_with_and_without_a_length() throws IOException {
    byte[] block = "x".repeat(1 << 20).getBytes(ISO_8859_1);
    int blocks = Limits.BODY_BYTES / block.length + 1;
    byte[] chunk = ("100000\r\n" + "x".repeat(1 << 20) + "\r\n").getBytes(ISO_8859_1);
    for (Endpoint endpoint : withBody()) {
      String method = endpoint.method().name();
      String path = fortress.path(endpoint);
      RawHttp.Answer announced =
          fortress.raw.send(
              fortress.head(
                  method,
                  path,
                  "Content-Type: application/json",
                  "Content-Length: " + (long) blocks * block.length));
      assertThat(announced.status()).as(endpoint.id()).isEqualTo(413);
      Fortress.assertRefused(announced, endpoint.id());
    }
    for (Endpoint endpoint : some(withBody())) {
      String method = endpoint.method().name();
      String path = fortress.path(endpoint);
      byte[][] parts = new byte[blocks + 2][];
      parts[0] =
          fortress.head(
              method, path, "Content-Type: application/json", "Transfer-Encoding: chunked");
      java.util.Arrays.fill(parts, 1, parts.length, chunk);
      parts[1] = "1\r\n\"\r\n".getBytes(ISO_8859_1);
      Fortress.assertRefused(fortress.raw.send(parts), endpoint.id() + ", chunked");
    }
  }

  @Test
  void other_media_types() throws IOException {
    byte[] body = Http.work(Script.say("x")).getBytes(ISO_8859_1);
    for (Endpoint endpoint : withBody()) {
      for (String type :
          some(
              List.of(
                  "text/plain",
                  "application/x-www-form-urlencoded",
                  "multipart/form-data",
                  "a",
                  ""))) {
        RawHttp.Answer answer =
            fortress.raw.send(
                fortress.head(
                    endpoint.method().name(),
                    fortress.path(endpoint),
                    "Content-Type: " + type,
                    "Content-Length: " + body.length),
                body);
        assertThat(answer.status()).as("%s as '%s'", endpoint.id(), type).isEqualTo(415);
        Fortress.assertRefused(answer, endpoint.id());
      }
    }
  }

  @Test
  void path_segments_that_bend_the_path() throws IOException {
    for (Endpoint endpoint : Endpoints.ALL) {
      for (String parameter : endpoint.pathParameters()) {
        for (String segment : some(SEGMENTS)) {
          String path = fortress.path(endpointWith(endpoint, "{" + parameter + "}", segment));
          Fortress.assertRefused(call(endpoint, path), endpoint.method() + " " + path);
        }
      }
      if (!endpoint.pathParameters().isEmpty()) {
        continue;
      }
      for (String end : some(ENDS)) {
        String path = endpoint.path() + end;
        Fortress.assertNoFault(call(endpoint, path), endpoint.method() + " " + path);
      }
    }
  }

  private static Endpoint endpointWith(Endpoint endpoint, String parameter, String segment) {
    return new Endpoint(
        endpoint.id(),
        endpoint.method(),
        endpoint.path().replace(parameter, segment),
        endpoint.summary(),
        endpoint.access(),
        endpoint.tenantScope(),
        endpoint.idempotency(),
        endpoint.form(),
        endpoint.request(),
        endpoint.bodyOptional(),
        endpoint.status(),
        endpoint.response(),
        endpoint.listed(),
        endpoint.mediaTypes(),
        endpoint.query(),
        endpoint.traced());
  }

  /**
   * With a body that no endpoint takes, so that nothing can happen even where the path is right.
   */
  private RawHttp.Answer call(Endpoint endpoint, String target) throws IOException {
    return endpoint.request() == null
        ? fortress.raw.send(fortress.head(endpoint.method().name(), target))
        : fortress.post(endpoint.method().name(), target, "[]".getBytes(ISO_8859_1));
  }

  @Test
  void query_values_that_make_no_sense() throws IOException {
    for (Endpoint endpoint : Endpoints.ALL) {
      // Without a body to be wrong in, a query that is passed over would let the call through.
      boolean wouldAct = endpoint.method() != Endpoint.Method.GET && endpoint.request() == null;
      String path =
          wouldAct ? endpoint.path().replaceAll("\\{[a-z_]+}", "nothing") : fortress.path(endpoint);
      for (Endpoint.Query parameter : endpoint.query()) {
        List<String> queries = new ArrayList<>();
        VALUES.forEach(value -> queries.add(parameter.name() + "=" + value));
        queries.add(parameter.name());
        queries.add(parameter.name() + "=1&" + parameter.name() + "=2");
        for (String query : some(queries)) {
          Fortress.assertNoFault(call(endpoint, path + "?" + query), endpoint.id() + "?" + query);
        }
      }
      Fortress.assertNoFault(call(endpoint, path + "?" + "a&".repeat(5_000)), endpoint.id());
      Fortress.assertNoFault(call(endpoint, path + "?=&&=%26"), endpoint.id());
    }
    for (Endpoint endpoint : some(Endpoints.ALL)) {
      Fortress.assertRefused(
          call(endpoint, fortress.path(endpoint) + "?x=" + "y".repeat(1 << 20)),
          endpoint.id() + ", huge query");
    }
  }

  @Test
  void methods_that_are_not_in_the_table() throws IOException {
    for (Endpoint endpoint : Endpoints.ALL) {
      for (String method : some(List.of("TRACE", "PROPFIND", "PATCH", "get", "M".repeat(20_000)))) {
        RawHttp.Answer answer = fortress.raw.send(fortress.head(method, fortress.path(endpoint)));
        Fortress.assertRefused(answer, method + " " + endpoint.path());
      }
    }
  }

  @Test
  void foreign_hosts_and_origins() throws IOException {
    for (Endpoint endpoint : Endpoints.ALL) {
      String path = fortress.path(endpoint);
      for (String host :
          some(
              List.of(
                  "evil.example",
                  "localhost.evil.example",
                  "127.0.0.1.evil.example",
                  "[::2]",
                  "",
                  "a b"))) {
        byte[] request =
            "%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                .formatted(endpoint.method(), path, host, fortress.daemon.adminToken())
                .getBytes(ISO_8859_1);
        Fortress.assertRefused(fortress.raw.send(request), endpoint.id() + " at '" + host + "'");
      }
      if (endpoint.method() == Endpoint.Method.GET) {
        continue;
      }
      for (String origin :
          List.of("http://evil.example", "null", "http://localhost.evil.example")) {
        RawHttp.Answer answer =
            fortress.raw.send(fortress.head(endpoint.method().name(), path, "Origin: " + origin));
        assertThat(answer.status()).as("%s from %s", endpoint.id(), origin).isEqualTo(403);
        Fortress.assertRefused(answer, endpoint.id());
      }
    }
  }

  @Test
  void tokens_that_are_none() throws IOException {
    for (Endpoint endpoint : Endpoints.ALL) {
      if (endpoint.access() == Endpoint.Access.OPEN) {
        continue;
      }
      for (String credential :
          some(
              List.of(
                  "Bearer",
                  "Bearer ",
                  "Bearer x",
                  "bearer \u00e9",
                  "Basic YTpi",
                  "Bearer " + "x".repeat(20_000)))) {
        byte[] request =
            "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\nConnection: close\r\n\r\n"
                .formatted(endpoint.method(), fortress.path(endpoint), credential)
                .getBytes(ISO_8859_1);
        RawHttp.Answer answer = fortress.raw.send(request);
        assertThat(answer.status()).as("%s by %s", endpoint.id(), credential).isEqualTo(401);
        Fortress.assertRefused(answer, endpoint.id());
      }
    }
  }
}
