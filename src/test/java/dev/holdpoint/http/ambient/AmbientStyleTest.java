package dev.holdpoint.http.ambient;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

final class AmbientStyleTest {
  private static String told(Refusal refusal) {
    return new String(AmbientSurface.style("/api/x").render(refusal, "req_1"), UTF_8);
  }

  @Test
  void a_refusal_says_what_to_do_in_plain_json() {
    assertThat(told(Problem.UNAUTHORIZED.because("Send a token.")))
        .isEqualTo(
            """
            {"ok":false,"error":"Send a token.","code":"unauthorized","request_id":"req_1"}""");
  }

  @Test
  void what_is_wrong_first_is_told_with_it() {
    assertThat(told(Problem.INVALID_REQUEST.because("Mend it.").at("/choice", "is required")))
        .isEqualTo(
            """
            {"ok":false,"error":"/choice is required. Mend it.","code":"invalid_request",\
            "request_id":"req_1","errors":[{"pointer":"/choice","message":"is required"}]}""");
  }

  @Test
  void a_card_that_can_go_is_marked() {
    assertThat(told(Problem.PROMPT_STALE.because("Too late.")))
        .isEqualTo(
            """
            {"ok":false,"stale":true,"error":"Too late.","code":"prompt_stale",\
            "request_id":"req_1"}""");
  }

  @Test
  void no_text_breaks_out_of_its_quotes() {
    String nasty = "\"},\\ \u0000\u001f\n\r\t\u007f\u2028 é 😀 \ud800 \udc00";
    assertThat(
            new JsonMapper()
                .readTree(told(Problem.INVALID_REQUEST.because(nasty)))
                .get("error")
                .asString())
        .isEqualTo(nasty);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/chat, true",
    "/api/, true",
    "/api, true",
    "/api/../v1/runs, true",
    "/apis, false",
    "/v1/api/, false",
    "/, false",
    "'', false"
  })
  void the_path_decides_also_where_it_leads_nowhere(String path, boolean plain) {
    assertThat(AmbientSurface.style(path).contentType())
        .isEqualTo(plain ? "application/json" : "application/problem+json");
  }
}
