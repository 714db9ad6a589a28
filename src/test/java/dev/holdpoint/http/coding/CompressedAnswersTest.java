package dev.holdpoint.http.coding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.daemon.TestDaemon;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of a daemon to callers who take gzip, and to those who do not. */
class CompressedAnswersTest {
  @TempDir private Path data;

  @ParameterizedTest(name = "PG-76 Accept-Encoding: {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip|true",
        "GZIP|true",
        "deflate, gzip;q=0.5, br|true",
        "gzip;q=1.000|true",
        "*|true",
        "*;q=0.1|true",
        "gzip;q=0|false",
        "gzip; q=0.000|false",
        "gzip;q=0, *|false",
        "*;q=0|false",
        "gzip;q=x|false",
        "gzip;q=|false",
        "br, deflate|false",
        "identity|false",
        "''|false",
      })
  void pg76_q_values_are_obeyed(String header, boolean taken) {
    assertThat(ContentCoding.takesGzip(header)).isEqualTo(taken);
  }

  @Test
  @DisplayName("PG-76 lists are gzip when asked, plain with gzip;q=0, and equal to the byte")
  void pg76_lists_are_compressed_when_asked() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(data, Map.of())) {
      for (int i = 0; i < 60; i++) {
        daemon.http().session("session-" + i);
      }
      for (String path : new String[] {"/v1/sessions", "/v1/sessions?page=true&limit=50"}) {
        HttpResponse<byte[]> plain = get(daemon, path, "gzip;q=0");
        assertThat(plain.statusCode()).isEqualTo(200);
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(plain.headers().allValues("Vary")).containsExactly("Accept-Encoding");

        HttpResponse<byte[]> packed = get(daemon, path, "gzip");
        assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(packed.headers().allValues("Vary")).containsExactly("Accept-Encoding");
        assertThat(packed.body().length).isLessThan(plain.body().length / 2);
        assertThat(unpacked(packed.body())).isEqualTo(plain.body());
      }
      assertThat(get(daemon, "/v1/sessions/session-1", "gzip").headers().map())
          .as("a short answer")
          .doesNotContainKeys("content-encoding", "vary");
    }
  }

  @Test
  @DisplayName("PG-76 a list in pieces is one gzip stream")
  void pg76_a_long_list_is_compressed_in_pieces() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(data, Map.of())) {
      String command = "echo " + "wide ".repeat(3_000);
      for (int i = 0; i < 8; i++) {
        daemon.http().session("s" + i);
        String run =
            daemon
                .http()
                .submit("s" + i, "{\"tool\":\"bash\",\"input\":{\"command\":\"" + command + "\"}}");
        daemon.http().awaitApproval(run);
      }
      HttpResponse<byte[]> plain = get(daemon, "/v1/approvals", null);
      HttpResponse<byte[]> packed = get(daemon, "/v1/approvals", "gzip");
      assertThat(plain.body().length).as("more than a piece").isGreaterThan(70_000);
      assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
      assertThat(unpacked(packed.body())).isEqualTo(plain.body());
    }
  }

  @Test
  @DisplayName("PG-76 a compressed answer has a weak ETag, by which it is known again")
  void pg76_a_compressed_answer_has_a_weak_tag() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(data, Map.of())) {
      String bytes =
          Base64.getEncoder()
              .encodeToString("words ".repeat(1_000).getBytes(StandardCharsets.UTF_8));
      var made =
          daemon
              .http()
              .post(
                  "/v1/assets",
                  "{\"file_name\":\"a.txt\",\"media_type\":\"text/plain\",\"content_base64\":\""
                      + bytes
                      + "\"}")
              .expect(201)
              .json();
      String path = "/v1/assets/" + made.path("asset_id").asString() + "/raw";
      HttpResponse<byte[]> plain = get(daemon, path, null);
      HttpResponse<byte[]> packed = get(daemon, path, "gzip");
      String tag = plain.headers().firstValue("ETag").orElseThrow();
      assertThat(packed.headers().firstValue("ETag")).contains("W/" + tag);
      assertThat(unpacked(packed.body())).isEqualTo(plain.body());
      HttpResponse<byte[]> known = send(daemon, path, "gzip", "W/" + tag);
      assertThat(known.statusCode()).isEqualTo(304);
      assertThat(known.headers().firstValue("ETag")).contains("W/" + tag);
      for (String how : new String[] {"gzip", "gzip;q=0"}) {
        assertThat(send(daemon, path, how, tag).headers().allValues("Vary"))
            .containsExactly("Accept-Encoding");
      }
    }
  }

  @Test
  @DisplayName("PG-76 what is kept compressed has the strong ETag for one of its two bodies alone")
  void pg76_two_bodies_do_not_share_a_strong_tag() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(data, Map.of())) {
      String path = "/v1/openapi.json";
      HttpResponse<byte[]> plain = get(daemon, path, null);
      HttpResponse<byte[]> packed = get(daemon, path, "gzip");
      String tag = plain.headers().firstValue("ETag").orElseThrow();
      assertThat(tag).startsWith("\"");
      assertThat(packed.headers().firstValue("ETag")).contains("W/" + tag);
      assertThat(unpacked(packed.body())).isEqualTo(plain.body());
      for (String how : new String[] {"gzip", "gzip;q=0"}) {
        HttpResponse<byte[]> known = send(daemon, path, how, "W/" + tag);
        assertThat(known.statusCode()).isEqualTo(304);
        assertThat(known.headers().allValues("Vary")).containsExactly("Accept-Encoding");
      }
    }
  }

  @Test
  @DisplayName("PG-76 an answer that is cut off gives back what compressing it took")
  void pg76_a_packer_that_is_cut_off_is_closed() {
    ContentCoding.Packer packer = new ContentCoding.Packer();
    byte[] piece = "words ".repeat(1_000).getBytes(StandardCharsets.UTF_8);
    packer.next(piece);
    packer.close();
    packer.close();
    assertThatThrownBy(() -> packer.next(piece)).isInstanceOf(RuntimeException.class);
  }

  @Test
  @DisplayName("PG-76 /v1/me, sign-in answers and streams are never compressed")
  void pg76_what_has_a_token_and_what_streams_is_never_compressed() throws Exception {
    String name = "n".repeat(100);
    try (TestDaemon daemon = TestDaemon.start(data, Map.of())) {
      assertThat(get(daemon, "/v1/me", "gzip").headers().firstValue("Content-Encoding")).isEmpty();
      HttpResponse<String> made =
          daemon
              .http()
              .send(
                  "POST",
                  "/v1/tokens",
                  "{\"name\":\"" + name + "\",\"role\":\"viewer\"}",
                  request -> request.header("Accept-Encoding", "gzip"))
              .expect(201)
              .response();
      assertThat(made.headers().firstValue("Content-Encoding")).isEmpty();
      try (HttpClient client = HttpClient.newHttpClient()) {
        HttpResponse<InputStream> stream =
            client.send(
                request(daemon, "/v1/events/stream", "gzip").build(), BodyHandlers.ofInputStream());
        assertThat(stream.headers().firstValue("Content-Encoding")).isEmpty();
        stream.body().close();
        client.shutdownNow();
      }
    }
    for (String id : new String[] {"getCaller", "signIn", "createSignInLink", "createToken"}) {
      assertThat(
              Endpoints.ALL.stream()
                  .filter(one -> one.id().equals(id))
                  .noneMatch(one -> ContentCoding.suits(one, "application/json", 1 << 20)))
          .as(id)
          .isTrue();
    }
  }

  private static byte[] unpacked(byte[] bytes) throws Exception {
    return new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
  }

  private static HttpResponse<byte[]> get(TestDaemon daemon, String path, @Nullable String accepted)
      throws Exception {
    return send(daemon, path, accepted, null);
  }

  private static HttpResponse<byte[]> send(
      TestDaemon daemon, String path, @Nullable String accepted, @Nullable String known)
      throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest.Builder request = request(daemon, path, accepted);
      if (known != null) {
        request.header("If-None-Match", known);
      }
      return client.send(request.build(), BodyHandlers.ofByteArray());
    }
  }

  private static HttpRequest.Builder request(
      TestDaemon daemon, String path, @Nullable String accepted) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(daemon.address() + path))
            .header("Authorization", "Bearer " + daemon.http().token());
    if (accepted != null) {
      request.header("Accept-Encoding", accepted);
    }
    return request;
  }
}
