package dev.holdpoint.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          use Bearer abc123def456ghi to call            | use Bearer [redacted] to call
          Authorization: Basic dXNlcjpwYXNz             | Authorization: [redacted]
          curl -H "Authorization: Bearer t0p.s3-cret"   | curl -H "Authorization: [redacted]"
          {"h":"authorization\\": \\"Bearer xyz\\""}    | {"h":"authorization\\": \\"[redacted]\\""}
          key sk-proj-abcdEFGH1234 here                 | key [redacted] here
          AKIAIOSFODNN7EXAMPLE                          | [redacted]
          push with ghp_16C7e42F292c6912E7              | push with [redacted]
          github_pat_11ABCDEFG0                         | [redacted]
          xoxb-1234-abcd                                | [redacted]
          sk_live_4eC39HqLyjWDarj                       | [redacted]
          token hpt_q1w2e3r4t5                          | token [redacted]
          password=hunter2                              | password=[redacted]
          PASSWORD = "two words" then                   | PASSWORD = [redacted]" then
          "db_password": "hunter2", "port": 1           | "db_password": [redacted]", "port": 1
          {"command":"x --token abc --dry"}             | {"command":"x --token [redacted] --dry"}
          {"c":"\\"secret\\":\\"s3\\""}                 | {"c":"\\"secret\\":[redacted]\\""}
          secret: s3cr3t; next                          | secret: [redacted]; next
          api_key=abc&x=1                               | api_key=[redacted]&x=1
          GITHUB_TOKEN=abc make                         | GITHUB_TOKEN=[redacted] make
          the password is hunter2 by the way            | the password is [redacted] by the way
          postgres://ada:pw@db.example/x                | postgres://[redacted]@db.example/x
          eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln     | [redacted]
          signing_key: 9f86d081884c7d659a2feaa0c55ad015 | signing_key: [redacted]
          """)
  void what_looks_like_a_secret_is_taken_out(String text, String expected) {
    assertThat(Redaction.of(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Deploy the billing service on Friday.",
        "The author: Ada Lovelace",
        "run_01KA2V8Q5M0000000000000000 completed",
        "See https://example.com/a?b=c",
        "scikit sk-learn is a library",
        "max_tokens: 4096",
        "press any key to continue",
        "bearer of news",
        "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "",
      })
  void ordinary_text_stays_as_it_is(String text) {
    assertThat(Redaction.of(text)).isEqualTo(text);
  }

  @Test
  void a_private_key_goes_whole_even_when_its_end_was_cut_off() {
    String begin = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n";

    assertThat(Redaction.of("a " + begin + "-----END OPENSSH PRIVATE KEY----- z"))
        .isEqualTo("a [redacted] z");
    assertThat(Redaction.of("a " + begin + "AAAA")).isEqualTo("a [redacted]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"password", "a.", "key=", "-----BEGIN ", "x://", "\\\"", "Bearer ", "eyJ"})
  void no_text_takes_long(String piece) {
    String text = piece.repeat(2_048 / piece.length());

    Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> Redaction.of(text));
  }
}
