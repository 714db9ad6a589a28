package dev.holdpoint.core.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeadersTest {
  private static final String NOT_YOURS =
      "may not be set: the connection or the delivery sets it, or it carries credentials";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # name                 | value              | verdict
          X-Team                 | blue               |
          x-team                 | ''                 |
          User-Agent             | ours               |
          Accept                 | text/plain         |
          Contents               | a                  |
          X-Content-Of           | a                  |
          Contentment-Level      | high               |
          Content-Encoding       | gzip               | refused
          content-encoding       | identity           | refused
          CONTENT-ENCODING       | br                 | refused
          Content-Type           | text/html          | refused
          Content-Length         | 1                  | refused
          Content-Language       | de                 | refused
          Content-Location       | /other             | refused
          Content-Range          | bytes 0-1/2        | refused
          Content-Disposition    | attachment         | refused
          Content-MD5            | a                  | refused
          Content-Digest         | sha-256=:a:        | refused
          Content-Transfer-Encoding | base64          | refused
          Content-               | a                  | refused
          X-Content-Encoding     | gzip               | refused
          Digest                 | a                  | refused
          Repr-Digest            | a                  | refused
          MIME-Version           | 1.0                | refused
          Transfer-Encoding      | chunked            | refused
          TE                     | trailers           | refused
          Trailer                | a                  | refused
          X-HTTP-Method          | DELETE             | refused
          X-HTTP-Method-Override | DELETE             | refused
          X-Method-Override      | DELETE             | refused
          Connection             | close              | refused
          HTTP2-Settings         | a                  | refused
          Host                   | other              | refused
          Expect                 | 100-continue       | refused
          Authorization          | Bearer a           | refused
          Cookie                 | a=b                | refused
          X-Api-Key              | a                  | refused
          Idempotency-Key        | a                  | refused
          Webhook-Signature      | a                  | refused
          X Team                 | blue               | is not a header name
          ''                     | blue               | is not a header name
          """)
  void whoever_names_a_target_changes_nothing_of_how_a_delivery_is_read(
      String name, String value, @Nullable String verdict) {
    assertThat(Headers.fault(name, value))
        .isEqualTo("refused".equals(verdict) ? NOT_YOURS : verdict);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nX-B: b", "a\nb", "a\0", "\u20ac"})
  void a_value_stays_within_its_line(String value) {
    assertThat(Headers.fault("X-Team", value))
        .isEqualTo("has a value that is not allowed in a header");
  }
}
