package dev.holdpoint.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.secret.SecretValues;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a tool gives back has no secret in it, wherever in the result that stood. */
class SecretInjectionTest {
  private static final SecretValues SECRETS =
      SecretValues.of(Map.of("KEY", "hunter2", "QUOTED", "a\"b\\c"));

  private static String scrubbed(String result) {
    return SecretInjection.scrubbed(new Json(result), SECRETS).text();
  }

  // S1-38, S1-41
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":\"x hunter2\"}|{\"a\":\"x [secret:KEY]\"}",
        "{\"hunter2\":1}|{\"[secret:KEY]\":1}",
        "[[\"hunter2\",{\"b\":[\"aHVudGVyMg==\"]}]]|[[\"[secret:KEY]\",{\"b\":[\"[secret:KEY]\"]}]]",
        "\"hunter2\"|\"[secret:KEY]\"",
        "{\"a\":\"a\\\"b\\\\c\"}|{\"a\":\"[secret:QUOTED]\"}",
        "{\"a\":\"{\\\"q\\\":\\\"a\\\\\\\"b\\\\\\\\c\\\"}\"}|{\"a\":\"{\\\"q\\\":\\\"[secret:QUOTED]\\\"}\"}",
        "{\"a\":1.50,\"b\":null,\"c\":true}|{\"a\":1.50,\"b\":null,\"c\":true}",
      })
  void every_text_and_every_name_is_scrubbed(String result, String expected) {
    assertThat(scrubbed(result)).isEqualTo(expected);
  }

  @Test
  void without_secrets_a_result_is_not_touched() {
    Json result = new Json("{\"a\":  \"hunter2\"}");

    assertThat(SecretInjection.scrubbed(result, SecretValues.NONE)).isSameAs(result);
  }
}
