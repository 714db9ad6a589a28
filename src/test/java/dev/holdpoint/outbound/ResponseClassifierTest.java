package dev.holdpoint.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.DeliveryFault;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseClassifierTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # kind   | status | retry after                   | body                                | verdict
          HTTP     | 200    |                               |                                     | taken
          HTTP     | 204    |                               |                                     | taken
          HTTP     | 299    | 5                             | {'ok':false}                        | taken
          HTTP     | 301    |                               |                                     | status, final
          HTTP     | 308    |                               |                                     | status, final
          HTTP     | 400    |                               |                                     | terminal, final
          HTTP     | 401    | 5                             |                                     | terminal, final
          HTTP     | 404    |                               |                                     | terminal, final
          HTTP     | 408    |                               |                                     | status, again
          HTTP     | 408    | 7                             |                                     | status, again in 7000
          HTTP     | 410    | 7                             |                                     | terminal, final
          HTTP     | 425    |                               |                                     | status, again
          HTTP     | 425    | 7                             |                                     | status, again in 7000
          HTTP     | 429    |                               |                                     | rate_limited, again
          HTTP     | 429    | 7                             |                                     | rate_limited, again in 7000
          HTTP     | 429    | Sun, 15 Nov 2026 12:00:30 GMT |                                     | rate_limited, again in 30000
          HTTP     | 429    | Sun, 15 Nov 2026 11:00:00 GMT |                                     | rate_limited, again in 0
          HTTP     | 429    | 999999999999                  |                                     | rate_limited, again in 3600000
          HTTP     | 429    | -1                            |                                     | rate_limited, again
          HTTP     | 429    | soon                          |                                     | rate_limited, again
          HTTP     | 500    |                               |                                     | status, again
          HTTP     | 500    | 7                             |                                     | status, again in 7000
          HTTP     | 502    | Sun, 15 Nov 2026 12:00:30 GMT |                                     | status, again in 30000
          HTTP     | 503    | 7                             |                                     | status, again in 7000
          HTTP     | 504    | 999999999999                  |                                     | status, again in 3600000
          HTTP     | 599    |                               |                                     | status, again
          HTTP     | 599    | 7                             |                                     | status, again in 7000
          EXTERNAL | 201    |                               |                                     | taken
          EXTERNAL | 422    |                               |                                     | terminal, final
          SLACK    | 200    |                               | {'ok':true,'ts':'1.2'}              | taken
          SLACK    | 200    |                               | {'ok':false,'error':'ratelimited'}  | rate_limited, again
          SLACK    | 200    | 3                             | {'ok':false,'error':'ratelimited'}  | rate_limited, again in 3000
          SLACK    | 429    | 3                             | {'ok':false,'error':'ratelimited'}  | rate_limited, again in 3000
          SLACK    | 200    |                               | {'ok':false,'error':'channel_not_found'} | terminal, final
          SLACK    | 200    |                               | {'ok':false,'error':'not_in_channel'}    | terminal, final
          SLACK    | 200    |                               | {'ok':false,'error':'invalid_auth'}      | terminal, final
          SLACK    | 200    |                               | {'ok':false,'error':'account_inactive'}  | terminal, final
          SLACK    | 200    |                               | {'ok':false,'error':'is_archived'}       | terminal, final
          SLACK    | 200    |                               | {'ok':false,'error':'no_text'}           | terminal, final
          SLACK    | 200    |                               | {'ok':false,'error':'never_heard_of'}    | terminal, final
          SLACK    | 200    |                               | {'ok':false,'error':'internal_error'}    | status, again
          SLACK    | 200    |                               | {'ok':false,'error':'fatal_error'}       | status, again
          SLACK    | 200    |                               | {'ok':false,'error':'request_timeout'}   | status, again
          SLACK    | 200    |                               | {'ok':false,'error':'service_unavailable'} | status, again
          SLACK    | 200    |                               | <html>Log in</html>                 | status, final
          SLACK    | 200    | 3                             |                                     | status, final
          SLACK    | 204    |                               |                                     | status, final
          SLACK    | 200    |                               | {}                                  | status, final
          SLACK    | 200    |                               | []                                  | status, final
          SLACK    | 200    |                               | true                                | status, final
          SLACK    | 200    |                               | {'ok':'true'}                       | status, final
          SLACK    | 200    |                               | {'ok':1}                            | status, final
          SLACK    | 200    |                               | {'message':{'ok':true}}             | status, final
          SLACK    | 200    |                               | {'message':{'ok':true,'text':'a     | status, final
          SLACK    | 200    |                               | {'message':{'ok':true},'ok':false}  | status, again
          SLACK    | 200    |                               | {'message':{'ok':false},'ok':true}  | taken
          SLACK    | 200    |                               | {'ok':true,'message':{'text':'a     | taken
          SLACK    | 200    |                               | {'ok':true,'n':1e99999999999}       | taken
          SLACK    | 200    |                               | {'ok':tr                            | status, final
          SLACK    | 200    | 3                             | {'ok':false}                        | status, again in 3000
          SLACK    | 200    |                               | {'ok':false,'error':'chan           | status, again
          SLACK    | 200    | 3                             | {'ok':false,'error':'internal_error'} | status, again in 3000
          SLACK    | 502    | 3                             | <html>                              | status, again in 3000
          TELEGRAM | 200    |                               | {'ok':true,'result':{}}             | taken
          TELEGRAM | 200    |                               | <html>Log in</html>                 | status, final
          TELEGRAM | 200    | 3                             |                                     | status, final
          TELEGRAM | 204    |                               |                                     | status, final
          TELEGRAM | 200    |                               | {}                                  | status, final
          TELEGRAM | 200    |                               | []                                  | status, final
          TELEGRAM | 200    |                               | true                                | status, final
          TELEGRAM | 200    |                               | {'ok':'true'}                       | status, final
          TELEGRAM | 200    |                               | {'ok':1}                            | status, final
          TELEGRAM | 200    |                               | {'message':{'ok':true}}             | status, final
          TELEGRAM | 200    |                               | {'message':{'ok':true,'text':'a     | status, final
          TELEGRAM | 200    |                               | {'message':{'ok':true},'ok':false}  | status, again
          TELEGRAM | 200    |                               | {'message':{'ok':false},'ok':true}  | taken
          TELEGRAM | 200    |                               | {'ok':true,'message':{'text':'a     | taken
          TELEGRAM | 200    |                               | {'ok':true,'n':1e99999999999}       | taken
          TELEGRAM | 200    |                               | {'ok':tr                            | status, final
          TELEGRAM | 200    | 3                             | {'ok':false}                        | status, again in 3000
          TELEGRAM | 200    |                               | {'ok':false,'error':'chan           | status, again
          TELEGRAM | 400    |                               | {'ok':false,'error_code':400,'description':'Bad Request: chat not found'} | terminal, final
          TELEGRAM | 401    |                               | {'ok':false,'error_code':401}       | terminal, final
          TELEGRAM | 403    |                               | {'ok':false,'error_code':403}       | terminal, final
          TELEGRAM | 429    |                               | {'ok':false,'error_code':429,'parameters':{'retry_after':9}} | rate_limited, again in 9000
          TELEGRAM | 429    | 4                             | {'ok':false,'error_code':429}       | rate_limited, again in 4000
          TELEGRAM | 429    |                               | {'ok':false,'parameters':{'retry_after':99999999999999999999}} | rate_limited, again
          TELEGRAM | 429    | 4                             | {'ok':false,'parameters':{'migrate':[1],'retry_after':9},'n': | rate_limited, again in 9000
          TELEGRAM | 502    |                               |                                     | status, again
          TELEGRAM | 502    | 4                             |                                     | status, again in 4000
          TELEGRAM | 500    |                               | {'ok':false,'parameters':{'retry_after':9}} | status, again in 9000
          """)
  void an_answer_is_taken_or_refused(
      ConnectorKind kind,
      int status,
      @Nullable String retryAfter,
      @Nullable String body,
      String verdict) {
    byte[] bytes = (body == null ? "" : body.replace('\'', '"')).getBytes(StandardCharsets.UTF_8);
    OutboundResponse.Told told = OutboundResponse.Told.of(status, retryAfter, bytes);

    AttemptResult handover = ResponseClassifier.of(kind, told, NOW);

    assertThat(told(handover)).isEqualTo(verdict);
    String digest =
        switch (handover) {
          case AttemptResult.Taken taken -> taken.responseDigest();
          case AttemptResult.Refused refused -> refused.responseDigest();
        };
    assertThat(digest).matches("[0-9a-f]{64}");
  }

  @Test
  void silence_has_no_digest() {
    assertThat(
            ResponseClassifier.of(
                ConnectorKind.HTTP,
                new OutboundResponse.Nothing(DeliveryFault.CONNECT, false),
                NOW))
        .isEqualTo(new AttemptResult.Refused(DeliveryFault.CONNECT, false, null, null));
  }

  @Test
  void the_digest_is_of_the_status_and_the_body() {
    String digest =
        OutboundResponse.Told.of(200, null, "ok".getBytes(StandardCharsets.UTF_8)).digest();

    assertThat(digest)
        .isEqualTo(
            OutboundResponse.Told.of(200, "7", "ok".getBytes(StandardCharsets.UTF_8)).digest())
        .isNotEqualTo(
            OutboundResponse.Told.of(201, null, "ok".getBytes(StandardCharsets.UTF_8)).digest())
        .isNotEqualTo(
            OutboundResponse.Told.of(200, null, "no".getBytes(StandardCharsets.UTF_8)).digest());
  }

  private static String told(AttemptResult handover) {
    return switch (handover) {
      case AttemptResult.Taken _ -> "taken";
      case AttemptResult.Refused refused ->
          refused.fault().wire().substring("failed:".length())
              + (refused.isFinal() ? ", final" : ", again")
              + (refused.retryAfterMs() == null ? "" : " in " + refused.retryAfterMs());
    };
  }
}
