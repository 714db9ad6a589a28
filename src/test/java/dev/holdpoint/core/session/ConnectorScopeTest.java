package dev.holdpoint.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectorScopeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # allow     | deny  | credential allow | credential deny | plain | work
                      |       |                  |                 | true  | true
          work        |       |                  |                 | false | false
          work        |       | SLACK_TOKEN      |                 | false | true
          work        |       | *                |                 | false | true
          work        |       | OTHER_TOKEN      |                 | false | false
          *           |       |                  |                 | true  | false
          *           |       | SLACK_TOKEN      |                 | true  | true
          http work   |       | SLACK_TOKEN      |                 | true  | true
          http        |       |                  |                 | true  | false
          other       |       | *                |                 | false | false
                      | work  |                  |                 | true  | false
                      | work  | SLACK_TOKEN      |                 | true  | false
                      | http  |                  |                 | false | false
                      | http  | SLACK_TOKEN      |                 | false | true
                      | other |                  |                 | true  | false
                      | other | SLACK_TOKEN      |                 | true  | true
                      | *     | *                |                 | false | false
          work        | work  | *                |                 | false | false
                      |       | SLACK_TOKEN      |                 | true  | true
                      |       | OTHER_TOKEN      |                 | true  | false
                      |       |                  | SLACK_TOKEN     | true  | false
                      |       |                  | OTHER_TOKEN     | true  | true
                      |       |                  | *               | true  | false
          work        |       | SLACK_TOKEN      | SLACK_TOKEN     | false | false
          """)
  // K4-101, K4-102, K4-103, K4-104, K4-115
  void K4_101_to_K4_104_K4_115_a_connector_needs_its_name_and_its_credentials(
      @Nullable String allow,
      @Nullable String deny,
      @Nullable String credentialAllow,
      @Nullable String credentialDeny,
      boolean plain,
      boolean work) {
    CredentialScope scope =
        new CredentialScope(
            List.of(),
            List.of(),
            list(allow),
            list(deny),
            list(credentialAllow),
            list(credentialDeny),
            List.of(),
            List.of());

    assertThat(scope.permitConnector("http", List.of())).isEqualTo(plain);
    assertThat(scope.permitConnector("work", List.of("SLACK_TOKEN"))).isEqualTo(work);
    // What is shown as in force is what is enforced.
    assertThat(scope.effective().permitConnector("work", List.of("SLACK_TOKEN"))).isEqualTo(work);
  }

  private static List<String> list(@Nullable String entries) {
    return entries == null ? List.of() : List.of(entries.split(" "));
  }
}
