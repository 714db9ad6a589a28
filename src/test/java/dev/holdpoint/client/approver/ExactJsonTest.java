package dev.holdpoint.client.approver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.JsonTree;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An approver's program computes the digest that the daemon has. */
final class ExactJsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"channel\":1234567890123456789,\"b\":[9007199254740993,-18446744073709551615]}",
        "[18446744073709551616, 123456789012345678901234567890, 9007199254740992]",
        "[0, -0, -0.0, 1.0, 1e2, 1e21, 1e20, 5e-324, 1.7976931348623157e308, 0.1, 1e-400]",
        "{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"\\ud83d\\ude00\":5,\"\\u0080\":6,\"\":{}}",
        "[\"\\ud800\", \"x\\udc00y\", \"\\u001f\\u007f\\u2028\\b\\t\\n\\f\\r\\\"\\\\/\", [], null, true]",
      })
  void it_is_the_form_of_the_daemon(String json) throws Exception {
    assertThat(ExactJson.of(ClientJson.parseTree(json)))
        .isEqualTo(CanonicalJson.of(JsonTree.read(json)));
  }
}
