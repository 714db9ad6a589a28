package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.http.signed.SignedStyle;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProblemsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      INVALID                | 400
      UNAUTHORIZED           | 401
      FORBIDDEN              | 403
      NOT_FOUND              | 404
      METHOD_NOT_ALLOWED     | 405
      CONFLICT               | 409
      TOO_LARGE              | 413
      UNSUPPORTED_MEDIA_TYPE | 415
      MISDIRECTED            | 421
      RATE_LIMITED           | 429
      HEADERS_TOO_LARGE      | 431
      INTERNAL               | 500
      UNAVAILABLE            | 503
      STORAGE_FULL           | 507
      """)
  void each_kind_has_its_status_on_the_wire(Kind kind, int status) {
    var problem =
        Arrays.stream(Problem.values()).filter(p -> p.kind() == kind).findFirst().orElseThrow();
    try (var server =
            TestServer.with()
                .open(
                    "GET",
                    "/no",
                    _ -> {
                      throw problem.because("because").asException();
                    })
                .start();
        var wire = server.connect()) {
      var response = wire.call("GET /no", "X-Request-Id: r1");
      assertThat(response.status()).isEqualTo(status);
      assertThat(response.header("content-type")).isEqualTo("application/problem+json");
      assertThat(response.header("cache-control")).isEqualTo("no-store");
      assertThat(response.header("server")).isNull();
      assertThat(response.header("retry-after") != null).isEqualTo(status == 503 || status == 429);
      assertThat(response.header("www-authenticate") != null).isEqualTo(status == 401);
      assertThat(response.body())
          .isEqualTo(
              """
              {"type":"urn:holdpoint:problem:%s","title":"%s","status":%d,"detail":"because",\
              %s"code":"%s","domain":"%s","request_id":"r1"}"""
                  .formatted(
                      problem.code(),
                      problem.title(),
                      status,
                      List.of(401, 403, 404).contains(status)
                          ? ""
                          : "\"instance\":\"urn:holdpoint:request:r1\",",
                      problem.code(),
                      problem.domain()));
    }
  }

  @Test
  // KT-23
  void KT_23_whatever_is_503_says_when_to_try_again() {
    try (var server =
            TestServer.with()
                .style(new SignedStyle(() -> ""))
                .open(
                    "GET",
                    "/no",
                    _ -> {
                      throw Problem.SESSION_BUSY.because("because").asException();
                    })
                .start();
        var wire = server.connect()) {
      var response = wire.call("GET /no");
      assertThat(response.status()).isEqualTo(503);
      assertThat(response.header("retry-after")).isEqualTo("2");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void the_table_above_names_every_kind(Kind kind) {
    assertThat(Arrays.stream(Problem.values()).map(Problem::kind)).contains(kind);
  }

  @Test
  void faults_and_an_earlier_decision_are_told() {
    var refusal =
        new Refusal(
            Problem.APPROVAL_EXPIRED,
            "late",
            List.of(new Refusal.Fault("/a", "one"), new Refusal.Fault("/b", "two")),
            new Refusal.Settlement("ada", 5, "allow", "allowed", null, null));
    var json = parse(refusal);
    assertThat(json.get("errors").toString())
        .isEqualTo(
            "[{\"pointer\":\"/a\",\"message\":\"one\"},{\"pointer\":\"/b\",\"message\":\"two\"}]");
    assertThat(json.get("resolution").toString())
        .isEqualTo("{\"by\":\"ada\",\"at_ms\":5,\"behavior\":\"allow\",\"outcome\":\"allowed\"}");
  }

  @Test
  void no_text_breaks_out_of_its_quotes() {
    String nasty = "\"},\\ \u0000\u001f\n\r\t\u007f\u2028 é 😀 \ud800 \udc00";
    assertThat(parse(Problem.INVALID_REQUEST.because(nasty)).get("detail").asString())
        .isEqualTo(nasty);
  }

  @Test
  void an_accident_in_a_handler_is_500_and_tells_nothing() {
    try (var server =
            TestServer.with()
                .open(
                    "GET",
                    "/bug",
                    _ -> {
                      throw new IllegalStateException("secret");
                    })
                .open(
                    "GET",
                    "/error",
                    _ -> {
                      throw new StackOverflowError("secret");
                    })
                .start();
        var wire = server.connect()) {
      for (String path : List.of("/bug", "/error", "/bug")) {
        var response = wire.call("GET " + path);
        assertThat(response.status()).isEqualTo(500);
        assertThat(response.body())
            .contains("internal_error")
            .doesNotContain("secret", "Exception");
      }
    }
  }

  @Test
  void a_database_that_does_not_answer_is_503_and_tells_when_to_retry() {
    try (var server =
            TestServer.with()
                .open(
                    "GET",
                    "/read",
                    _ -> {
                      throw new StoreFailure("secret");
                    })
                .start();
        var wire = server.connect()) {
      var response = wire.call("GET /read");
      assertThat(response.status()).isEqualTo(503);
      assertThat(response.header("retry-after")).isNotNull();
      assertThat(response.body()).contains("\"code\":\"unavailable\"").doesNotContain("secret");
    }
  }

  private static JsonNode parse(Refusal refusal) {
    return JSON.readTree(new String(ProblemStyle.NATIVE.render(refusal, "r"), UTF_8));
  }
}
