package dev.holdpoint.engine.json;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "{} {}", "{\"a\":1,\"a\":2}", "1e99999999999", "[1e99999999999]"})
  void what_cannot_be_read_is_not_json(String text) {
    assertThatThrownBy(() -> JsonTree.read(text)).isInstanceOf(NotJson.class);
  }
}
