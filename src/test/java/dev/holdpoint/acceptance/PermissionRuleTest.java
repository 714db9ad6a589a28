package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Standing answers are written, listed, explained and revoked; what makes no sense is refused. */
@OnBothDatabases
class PermissionRuleTest extends Acceptance {
  private static final String RULES = "/v1/permission-rules";

  PermissionRuleTest(Database database) {
    super(database);
  }

  private Http.Answer add(String body) {
    return http.post(RULES, json(body));
  }

  private JsonNode added(String session, String members) {
    return add("{%s,'scope':{'kind':'session','id':'%s'}}".formatted(members, session))
        .expect(201)
        .json();
  }

  private Http.Answer revoke(String id) {
    return http.send("DELETE", RULES + "/" + id, null, _ -> {});
  }

  @Test
  void a_rule_is_shown_with_all_that_it_is_and_in_a_sentence() {
    String session = session();
    JsonNode rule =
        added(
            session,
            "'behavior':'allow','tool':'bash','command':'git push *',"
                + "'expires_at_ms':4102444800000,'max_uses':3");

    assertThat(members(rule))
        .containsExactly(
            "rule_id",
            "behavior",
            "tool",
            "command",
            "scope",
            "expires_at_ms",
            "max_uses",
            "uses",
            "created_by",
            "created_at_ms",
            "status",
            "explanation");
    assertThat(text(rule, "rule_id")).matches("rul_[0-9A-Z]{26}");
    assertThat(rule.path("scope")).hasToString(json("{'kind':'session','id':'%s'}", session));
    assertThat(rule.path("uses").asInt()).isZero();
    assertThat(text(rule, "created_by")).isEqualTo("admin");
    assertThat(text(rule, "status")).isEqualTo("active");
    assertThat(text(rule, "explanation"))
        .startsWith(
            "Allows simple commands that begin with `git push …` in session "
                + session
                + " without asking. Created by admin on 20")
        .endsWith(". Valid until 2100-01-01 00:00 UTC. Used 0 of 3 times.");
    assertThat(http.get(RULES + "/" + text(rule, "rule_id")).expect(200).json()).isEqualTo(rule);
    assertThat(http.get(RULES + "?session_id=" + session).expect(200).json()).containsExactly(rule);
  }

  @Test
  void what_is_unset_is_left_out() {
    JsonNode rule = added(session(), "'behavior':'deny','tool':'mcp__*'");

    assertThat(members(rule))
        .containsExactly(
            "rule_id",
            "behavior",
            "tool",
            "scope",
            "uses",
            "created_by",
            "created_at_ms",
            "status",
            "explanation");
    assertThat(text(rule, "explanation"))
        .contains("Denies all calls of tools whose names begin with mcp__")
        .endsWith("Valid until revoked. Used 0 times.");
  }

  @Test
  void a_revoked_rule_is_gone() {
    String session = session();
    String id = text(added(session, "'behavior':'deny','tool':'x'"), "rule_id");

    revoke(id).expect(204);

    refused(revoke(id), 404, "permissions", "permission_rule_not_found");
    refused(http.get(RULES + "/" + id), 404, "permissions", "permission_rule_not_found");
    refused(http.get(RULES + "/preview"), 405, "api", "method_not_allowed");
    assertThat(http.get(RULES + "?session_id=" + session).expect(200).json()).isEmpty();
  }

  @Test
  void lists_are_narrowed_by_scope_and_walked_newest_first() {
    String session = session();
    String project = "prj-" + session;
    http.post(
            "/v1/projects",
            json("{'project_id':'%s','title':'t','members':['%s']}", project, session))
        .expect(201);
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.addFirst(text(added(session, "'behavior':'ask','tool':'t" + i + "'"), "rule_id"));
    }
    List<String> ofProject = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ofProject.addFirst(
          text(
              add("{'behavior':'ask','tool':'p%d','scope':{'kind':'project','id':'%s'}}"
                      .formatted(i, project))
                  .expect(201)
                  .json(),
              "rule_id"));
    }
    String always =
        text(
            add("{'behavior':'deny','tool':'only-" + session + "','scope':{'kind':'user'}}")
                .expect(201)
                .json(),
            "rule_id");

    assertThat(walked("?session_id=" + session + "&limit=2")).isEqualTo(made);
    assertThat(walked("?project_id=" + project + "&limit=2")).isEqualTo(ofProject);
    assertThat(walked("?scope=user&limit=100")).contains(always).doesNotContainAnyElementsOf(made);
    assertThat(walked("?scope=project&limit=2")).containsAll(ofProject).doesNotContain(always);
    assertThat(walked("?limit=100")).contains(always).containsAll(made).containsAll(ofProject);
    assertThat(http.get(RULES + "?session_id=nobody").expect(200).json()).isEmpty();
    assertThat(http.get(RULES + "?project_id=none&page=true").expect(200).json().at("/items"))
        .isEmpty();
    refused(http.get(RULES + "?scope=user&session_id=" + session), 400, "api", "invalid_request");
    refused(http.get(RULES + "?scope=galaxy"), 400, "api", "invalid_request");
    refused(http.get(RULES + "?limit=0"), 400, "pagination", "invalid_limit");
    revoke(always).expect(204);
  }

  private List<String> walked(String query) {
    List<String> ids = new ArrayList<>();
    JsonNode page = http.get(RULES + query + "&page=true").expect(200).json();
    long total = page.at("/pagination/total_count").asLong();
    while (true) {
      page.path("items").forEach(rule -> ids.add(text(rule, "rule_id")));
      if (!page.at("/pagination/has_more").asBoolean()) {
        assertThat(ids).hasSize((int) total).doesNotHaveDuplicates();
        return ids;
      }
      page =
          http.get(RULES + query + "&cursor=" + page.at("/pagination/next_cursor").asString())
              .expect(200)
              .json();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'tool':'bash','scope':SESSION                                        | /behavior
          'behavior':'permit','tool':'bash','scope':SESSION                    | /behavior
          'behavior':'allow','scope':SESSION                                   | /tool
          'behavior':'allow','tool':'','scope':SESSION                         | /tool
          'behavior':'allow','tool':'bash'                                     | /scope
          'behavior':'allow','tool':'bash','scope':{}                          | /scope/kind
          'behavior':'allow','tool':'bash','scope':{'kind':'world'}            | /scope/kind
          'behavior':'allow','tool':'bash','scope':{'kind':'user','x':1}       | /scope/x
          'behavior':'allow','tool':'bash','scope':SESSION,'max_uses':0        | /max_uses
          'behavior':'allow','tool':'bash','scope':SESSION,'max_uses':1.5      | /max_uses
          'behavior':'allow','tool':'bash','scope':SESSION,'max_uses':1000000001 | /max_uses
          'behavior':'allow','tool':'bash','scope':SESSION,'expires_at_ms':-1  | /expires_at_ms
          'behavior':'allow','tool':'bash','scope':SESSION,'max_use':1         | /max_use
          """)
  void a_body_of_another_form_is_refused_and_changes_nothing(String members, String pointer) {
    refusedAt(members, pointer, "api", "invalid_request");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'behavior':'allow','tool':'b*h','scope':SESSION                              | /tool
          'behavior':'allow','tool':'**','scope':SESSION                               | /tool
          'behavior':'allow','tool':' ','scope':SESSION                                | /tool
          'behavior':'allow','tool':'bash','command':' ','scope':SESSION               | /command
          'behavior':'allow','tool':'bash','command':'*','scope':SESSION               | /command
          'behavior':'allow','tool':'bash','command':'=','scope':SESSION               | /command
          'behavior':'deny','tool':'bash','command':'git push*','scope':SESSION        | /command
          'behavior':'allow','tool':'read_file','command':'ls','scope':SESSION         | /command
          'behavior':'allow','tool':'mcp__*','command':'ls','scope':SESSION            | /command
          'behavior':'allow','tool':'bash','scope':{'kind':'session'}                  | /scope/id
          'behavior':'allow','tool':'bash','scope':{'kind':'session','id':'nobody'}    | /scope/id
          'behavior':'allow','tool':'bash','scope':{'kind':'project'}                  | /scope/id
          'behavior':'allow','tool':'bash','scope':{'kind':'project','id':'nowhere'}   | /scope/id
          'behavior':'allow','tool':'bash','scope':{'kind':'user','id':'tnt_root'}     | /scope/id
          'behavior':'allow','tool':'bash','scope':SESSION,'expires_at_ms':1           | /expires_at_ms
          """)
  void a_rule_that_makes_no_sense_is_refused_and_changes_nothing(String members, String pointer) {
    refusedAt(members, pointer, "permissions", "invalid_permission_rule");
  }

  private void refusedAt(String members, String pointer, String domain, String code) {
    String session = session();
    String scope = "{'kind':'session','id':'" + session + "'}";
    JsonNode before = http.get(RULES).expect(200).json();

    JsonNode problem =
        refused(add("{" + members.replace("SESSION", scope) + "}"), 400, domain, code);

    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(http.get(RULES).expect(200).json()).isEqualTo(before);
  }

  @Test
  void the_forms_that_patterns_may_have_are_taken() {
    String session = session();
    for (String pattern :
        List.of(
            "'tool':'bash','command':'git status'",
            "'tool':'bash','command':'=rm *'",
            "'tool':'bash','command':'=ls a*'",
            "'tool':'bash','command':'make && make install'",
            "'tool':'*','command':'ls *'",
            "'tool':'ba*','command':'ls *'",
            "'tool':'*'")) {
      added(session, "'behavior':'ask'," + pattern);
    }
  }

  @Test
  void a_removed_session_takes_its_rules_with_it() {
    String session = session();
    String id = text(added(session, "'behavior':'deny','tool':'x'"), "rule_id");
    http.post("/v1/sessions/" + session + "/end", "{}").expect(200);
    http.send("DELETE", "/v1/sessions/" + session, null, _ -> {}).expect(204);

    http.await(RULES + "?session_id=" + session, JsonNode::isEmpty);
    refused(http.get(RULES + "/" + id), 404, "permissions", "permission_rule_not_found");
  }
}
