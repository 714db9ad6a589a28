package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * PF-87: what Claude Code's hooks say of how a tool use is to be decided holds on every surface.
 */
@OnBothDatabases
class ClaudeFlagsTest extends AmbientAcceptance {
  private static final String PRE = "/hooks/claude/pre-tool-use";
  private static final String REQUEST = "/hooks/claude/permission-request";

  private final String session = UUID.randomUUID().toString();

  ClaudeFlagsTest(Database database) {
    super(database);
  }

  private CompletableFuture<Http.Answer> posted(String path, String flag) {
    String event = path.equals(PRE) ? "PreToolUse" : "PermissionRequest";
    String body =
        json(
            "{'session_id':'%s','hook_event_name':'%s','tool_name':'Bash',"
                + "'tool_input':{'command':'npm test'},'tool_use_id':'%s','%s':{'x':1}}",
            session, event, UUID.randomUUID(), flag);
    return CompletableFuture.supplyAsync(
        () -> http.post(path, body), task -> Thread.ofVirtual().start(task));
  }

  private JsonNode waiting() {
    return http.await(
            "/v1/approvals?status=pending&session_id=" + session, list -> list.size() == 1)
        .get(0);
  }

  private void rule(String behavior) {
    http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'%s','tool':'Bash','command':'npm"
                    + " test','scope':{'kind':'session','id':'%s'}}",
                behavior, session))
        .expect(201);
  }

  private void deny(JsonNode row) {
    decided(click(session, "deny", text(row.path("request"), "id")), "deny");
  }

  @ParameterizedTest
  @ValueSource(strings = {"requires_user_interaction", "matched_ask_rule"})
  // PF-87, AG-08
  void PF_87_no_allow_rule_answers_where_only_a_person_may_and_a_deny_rule_does(String flag) {
    var plain = posted(PRE, "nothing");
    deny(waiting());
    plain.join();
    rule("allow");
    assertThat(posted(PRE, "nothing").join().text()).contains("Allowed by");
    for (String path : new String[] {PRE, REQUEST}) {
      var call = posted(path, flag);
      JsonNode row = waiting();
      assertThat(row.at("/request/person_only").asBoolean()).isTrue();
      JsonNode card = pendingApproval(session).path("pending");
      assertThat(card.path("person_only").asBoolean()).isTrue();
      assertThat(card.has("default_behavior")).isFalse();
      deny(row);
      assertThat(call.join().text()).contains("deny");
    }
    rule("deny");
    assertThat(posted(PRE, flag).join().text()).contains("deny");
    assertThat(pendingApproval(session).toString()).isEqualTo(NOTHING);
  }

  @ParameterizedTest
  @ValueSource(strings = {PRE, REQUEST})
  // PF-87, AG-08
  void PF_87_no_lasting_grant_is_offered_or_taken_where_it_is_suppressed(String path) {
    var call = posted(path, "suppress_always_allow_rule");
    JsonNode request = waiting().path("request");
    assertThat(request.path("pattern_keys")).isEmpty();
    assertThat(pendingApproval(session).at("/pending/pattern_keys")).isEmpty();
    for (String choice : new String[] {"session", "always"}) {
      no(click(session, choice, text(request, "id")), 400);
    }
    assertThat(http.get("/v1/permission-rules?session_id=" + session).expect(200).json()).isEmpty();
    decided(click(session, "once", text(request, "id")), "once");
    assertThat(call.join().text()).contains("allow");
  }

  @ParameterizedTest
  @ValueSource(strings = {PRE, REQUEST})
  // PF-87, AG-08
  void PF_87_a_suggested_no_is_shown(String path) {
    var call = posted(path, "default_to_no");
    JsonNode row = waiting();
    assertThat(text(row.path("request"), "default_behavior")).isEqualTo("deny");
    assertThat(text(pendingApproval(session).path("pending"), "default_behavior"))
        .isEqualTo("deny");
    assertThat(row.path("request").has("person_only")).isFalse();
    deny(row);
    call.join();
  }
}
