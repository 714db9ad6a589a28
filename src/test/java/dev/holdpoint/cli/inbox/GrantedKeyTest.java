package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.client.http.ClientJson;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a card says that s and w store is what they send. */
class GrantedKeyTest {
  private static Card.ApprovalCard card(String tool, @Nullable String command, String... keys) {
    ObjectNode row =
        JsonNodeFactory.instance
            .objectNode()
            .put("session_id", "s")
            .put("agent_id", "a")
            .put("run_id", "run_1")
            .put("run_kind", "input")
            .put("status", "pending");
    ObjectNode request =
        row.putObject("request")
            .put("id", "apr_1")
            .put("tool_call_id", "call_1")
            .put("scope", "session")
            .put("tool_name", tool)
            .put("reason", "because")
            .put("created_at_ms", 1)
            .put("digest", "d".repeat(64))
            .put("signature_required", false)
            .put("assertion_version", 1);
    ObjectNode input = request.putObject("input");
    if (command != null) {
      input.put("command", command);
    }
    for (String key : keys) {
      request.withArray("pattern_keys").add(key);
    }
    if (keys.length == 0) {
      request.putArray("pattern_keys");
    }
    return new Card.ApprovalCard(ClientJson.read(row.toString(), ApprovalRow.class));
  }

  private static String text(Card.ApprovalCard card) {
    Inbox inbox = InboxMachine.step(Inbox.EMPTY, new InboxEvent.Listed(List.of(card))).inbox();
    return CardText.of(
            Objects.requireNonNull(inbox.current()),
            inbox.mode(),
            CardBackground.UNKNOWN,
            200,
            60_000)
        .lines()
        .stream()
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bash             | git push | git push      | exactly this command
          Bash             | rm *     | =rm *         | exactly this command
          bash             | a  b     | a b           | only a b
          BASH             | git push | BASH          | every call of BASH
          deploy           | deploy   | deploy        | every call of deploy
          hook:codex/Bash  | npm test | npm test      | exactly this command
          http_request     |          | =GET https://h/ | only =GET https://h/
          """)
  @DisplayName("PG-29 the card names the key that s and w store")
  void PG_29_the_card_names_what_is_stored(
      String tool, @Nullable String command, String key, String said) {
    Card.ApprovalCard card = card(tool, command, key, "wider");

    assertThat(text(card)).contains("also allow " + said + " for 8 hours");
    assertThat(InboxSender.grant(card, PermissionScopeKind.SESSION).patternKey()).isEqualTo(key);
  }

  @Test
  @DisplayName("PG-29 nothing is offered, and nothing sent, where nothing can be stored")
  void PG_29_nothing_is_offered_where_nothing_can_be_stored() {
    for (Card.ApprovalCard once :
        new Card.ApprovalCard[] {card("bash", "ls"), card("bash", null, "bash")}) {
      assertThat(CardText.key(once.row().request())).isNull();
      assertThat(text(once)).doesNotContain("also allow");
    }
  }
}
