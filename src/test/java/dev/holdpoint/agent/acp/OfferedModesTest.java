package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.engine.json.JsonTree;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OfferedModesTest {
  @ParameterizedTest
  @DisplayName("AG-75 what an agent offers, and how it is set")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          {}                                                                     | - | []    | -
          {"modes":{"currentModeId":"a","availableModes":[{"id":"a"},{"id":"b"}]}} | - | [a, b] | a
          {"modes":{"availableModes":[{"id":""},{"id":7},{},{"id":"b"}]}}        | - | [b]   | -
          {"configOptions":[{"id":"x","category":"mode","currentValue":"b","options":[{"value":"a"},{"value":"b"}]}]} | x | [a, b] | b
          {"configOptions":[{"id":"mode","options":[{"value":"a"}]}],"modes":{"availableModes":[{"id":"c"}]}} | mode | [a] | -
          {"configOptions":[{"id":"mode","options":[{"value":"a"}]},{"id":"m","category":"mode","options":[{"value":"b"}]}]} | m | [b] | -
          {"configOptions":[{"id":"g","category":"mode","options":[{"group":"1","options":[{"value":"a"}]},{"group":"2","options":[{"value":"b"}]}]}]} | g | [a, b] | -
          {"configOptions":[{"id":"model","category":"model","options":[{"value":"a"}]}],"modes":{"availableModes":[{"id":"c"}]}} | - | [c] | -
          {"configOptions":"no","modes":[]}                                      | - | []    | -
          """)
  void what_is_offered(String opened, String option, String ids, String current) throws Exception {
    OfferedModes modes = OfferedModes.read(JsonTree.read(opened));

    assertThat(modes.option()).isEqualTo(option);
    assertThat(modes.ids()).hasToString(ids);
    assertThat(modes.current()).isEqualTo(current);
    assertThat(modes.params("s", "a").toString())
        .isEqualTo(
            option == null
                ? "{\"sessionId\":\"s\",\"modeId\":\"a\"}"
                : "{\"sessionId\":\"s\",\"configId\":\"" + option + "\",\"value\":\"a\"}");
    assertThat(modes.method())
        .isEqualTo(option == null ? "session/set_mode" : "session/set_config_option");
  }
}
