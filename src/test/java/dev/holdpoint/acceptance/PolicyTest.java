package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Approval policies are written, replaced and removed; what makes no sense is refused with its
 * place. The daemon is shared with other tests, so no policy here matches a session of theirs.
 */
@OnBothDatabases
class PolicyTest extends Tenancy {
  private static final String POLICIES = "/v1/approval-policies";
  private static final String EXAMPLE =
      "all(1 of group:%s, 1 of role:admin) within 2h or unseen 10m else 1 of group:%s within 1h"
          + " else deny";

  private final List<String> made = new ArrayList<>();

  PolicyTest(Database database) {
    super(database);
  }

  @AfterEach
  void remove() {
    made.forEach(it -> delete(POLICIES + "/" + it));
    made.clear();
  }

  /** A name that no other test has. */
  private String name() {
    return "p-" + session();
  }

  /** Members of a policy that matches nothing. */
  private static String body(String name, String needs, String more) {
    return json(
        "{'name':'%s','needs':'%s','match':{'sessions':['nobody']}%s}", name, needs, json(more));
  }

  private Http.Answer sends(String body) {
    Http.Answer answer = http.post(POLICIES, body);
    if (answer.status() == 201) {
      made.add(text(answer.json(), "policy_id"));
    }
    return answer;
  }

  private JsonNode made(String name, String needs, String more) {
    return sends(body(name, needs, more)).expect(201).json();
  }

  private static String at(JsonNode policy) {
    return POLICIES + "/" + text(policy, "policy_id");
  }

  private JsonNode now(JsonNode policy) {
    return http.get(at(policy)).expect(200).json();
  }

  private String group(String members) {
    String name = "g-" + session();
    http.post("/v1/groups", json("{'name':'%s','members':[%s]}", name, json(members))).expect(201);
    return name;
  }

  private String groupId(String name) {
    return text(
        http.get("/v1/groups?limit=100")
            .expect(200)
            .json()
            .valueStream()
            .filter(it -> text(it, "name").equals(name))
            .findFirst()
            .orElseThrow(),
        "group_id");
  }

  private static JsonNode invalid(Http.Answer answer, String pointer) {
    JsonNode problem = refused(answer, 400, "policies", "invalid_policy");
    assertThat(
            problem.path("errors").valueStream().map(it -> text(it, "pointer")).toList().toString())
        .as(answer.text())
        .contains(pointer);
    return problem;
  }

  private static String message(JsonNode problem) {
    return problem.at("/errors/0/message").asString();
  }

  // DX-06
  @Test
  void the_example_of_the_page_comes_back_in_the_normal_form() {
    String peers = group("'admin','op'");
    String oncall = group("'admin'");
    JsonNode policy =
        made(
            name(),
            EXAMPLE
                .formatted(peers, oncall)
                .replace("else", "\\n else")
                .replace("1 of role", "role"),
            ",'note':'why','risk':'high','editable':['/amount'],'remind_unseen_ms':60000,"
                + "'hours':{'time_zone':'Europe/Berlin','open':['mon-fri 08:00-18:00']}");

    String normal = EXAMPLE.formatted(peers, oncall);
    assertThat(text(policy, "needs")).isEqualTo(normal);
    assertThat(members(policy))
        .containsExactly(
            "policy_id",
            "name",
            "position",
            "enabled",
            "match",
            "needs",
            "stages",
            "veto",
            "requester_may_approve",
            "distinct",
            "signature_required",
            "risk",
            "editable",
            "hours",
            "remind_unseen_ms",
            "note",
            "version",
            "warnings",
            "created_by",
            "created_at_ms",
            "updated_by",
            "updated_at_ms");
    assertThat(text(policy, "policy_id")).matches("pol_[0-9A-Z]{26}");
    assertThat(text(policy, "veto")).isEqualTo("anyone");
    assertThat(policy.path("distinct").asBoolean()).isTrue();
    assertThat(policy.path("requester_may_approve").asBoolean()).isFalse();
    assertThat(policy.path("version").asInt()).isEqualTo(1);
    assertThat(policy.path("stages"))
        .hasToString(
            json(
                "[{'need':{'all':[{'count':1,'of':['group:%s']},{'count':1,'of':['role:admin']}]},"
                    + "'within_ms':7200000,'unseen_ms':600000},"
                    + "{'need':{'count':1,'of':['group:%s']},'within_ms':3600000}]",
                peers, oncall));
    assertThat(now(policy)).isEqualTo(policy);
    assertThat(text(made(name(), normal, ""), "needs")).isEqualTo(normal);
  }

  // DX-02
  @Test
  void a_group_that_a_policy_names_stays_and_may_be_emptied() {
    String group = group("'admin'");
    String id = groupId(group);
    JsonNode policy =
        made(
            name(),
            "1 of group:" + group.toUpperCase(Locale.ROOT),
            ",'requester_may_approve':true");
    assertThat(policy.path("warnings")).isEmpty();

    for (Http.Answer answer :
        List.of(delete("/v1/groups/" + id), put("/v1/groups/" + id, "{'name':'other'}"))) {
      JsonNode problem = refused(answer, 409, "groups", "group_in_use");
      assertThat(text(problem, "conflicting_resource_id")).isEqualTo(text(policy, "policy_id"));
    }
    // In other letters it is the same name to the policy.
    put("/v1/groups/" + id, "{'name':'%s'}".formatted(group.toUpperCase(Locale.ROOT))).expect(200);
    put("/v1/groups/" + id, "{'members':[]}").expect(200);
    assertThat(texts(now(policy).path("warnings")))
        .containsExactly(
            "\"1 of group:"
                + group.toUpperCase(Locale.ROOT)
                + "\" needs 1 person, and nobody there can decide.");

    // A tenant's own group is not the one that the root's policies mean.
    String tenant = tenant();
    JsonNode own =
        http.post("/v1/groups", json("{'name':'mine','tenant_id':'%s'}", tenant))
            .expect(201)
            .json();
    invalid(sends(body(name(), "group:mine", "")), "/needs");
    JsonNode ofTenant = made(name(), "group:mine", ",'tenant_id':'" + tenant + "'");
    refused(delete("/v1/groups/" + text(own, "group_id")), 409, "groups", "group_in_use");
    JsonNode inUse = refused(delete(TENANTS + "/" + tenant), 409, "tenants", "resource_in_use");
    assertThat(text(inUse, "conflicting_resource_id")).isEqualTo(text(own, "group_id"));
    delete(at(ofTenant)).expect(204);
    delete("/v1/groups/" + text(own, "group_id")).expect(204);
    delete(TENANTS + "/" + tenant).expect(204);
  }

  // DX-03
  @Test
  void a_stale_version_changes_nothing_and_of_two_at_once_one_wins() {
    String name = name();
    JsonNode policy = made(name, "anyone", "");
    put(at(policy), body(name, "2 of anyone", ",'expected_version':1")).expect(200);
    JsonNode before = now(policy);
    assertThat(before.path("version").asInt()).isEqualTo(2);
    refused(
        put(at(policy), body(name, "3 of anyone", ",'expected_version':1")),
        409,
        "policies",
        "policy_conflict");
    assertThat(now(policy)).isEqualTo(before);
    // What changes nothing is no new version.
    assertThat(put(at(policy), body(name, "2 of anyone", "")).expect(200).json()).isEqualTo(before);

    List<Http.Answer> answers =
        atOnce(
            2,
            () ->
                put(
                    at(policy),
                    body(
                        name,
                        "anyone",
                        ",'expected_version':2,'note':'"
                            + Thread.currentThread().threadId()
                            + "'")));
    assertThat(answers.stream().map(Http.Answer::status)).containsExactlyInAnyOrder(200, 409);
    Http.Answer won = answers.stream().filter(it -> it.status() == 200).findFirst().orElseThrow();
    assertThat(now(policy)).isEqualTo(won.json());
    assertThat(http.get(at(policy) + "/versions").expect(200).json()).hasSize(3);

    JsonNode taken =
        refused(
            sends(body(name.toUpperCase(Locale.ROOT), "anyone", "")),
            409,
            "policies",
            "policy_conflict");
    assertThat(text(taken, "conflicting_resource_id")).isEqualTo(text(policy, "policy_id"));
  }

  // DX-40
  @Test
  void versions_are_read_after_the_policy_was_changed_and_removed() {
    String name = name();
    JsonNode first = made(name, "anyone", "");
    JsonNode second = put(at(first), body(name, "2 of anyone", "")).expect(200).json();
    delete(at(first)).expect(204);

    refused(http.get(at(first)), 404, "policies", "policy_not_found");
    refused(delete(at(first)), 404, "policies", "policy_not_found");
    List<JsonNode> versions =
        http.get(at(first) + "/versions").expect(200).json().valueStream().toList();
    assertThat(versions.stream().map(it -> it.path("version").asInt())).containsExactly(2, 1);
    assertThat(versions.stream().map(it -> text(it, "needs")))
        .containsExactly("2 of anyone", "1 of anyone");
    assertThat(text(versions.getFirst(), "updated_by")).isEqualTo(text(second, "updated_by"));
    refused(http.get(POLICIES + "/nobody/versions"), 404, "policies", "policy_not_found");
    made(name, "anyone", "");
  }

  // DX-05
  @Test
  void only_an_admin_who_is_bound_to_no_tenant_writes_policies() {
    JsonNode policy = made(name(), "anyone", "");
    List<Http> writers =
        List.of(
            http.withRole("operator", "op"),
            http.withRole("viewer", "looker"),
            http.withRole("agent", "robot"),
            bound(tenant(), "admin"));
    for (Http caller : writers) {
      refused(caller.post(POLICIES, body(name(), "anyone", "")), 403, "auth", "forbidden");
      refused(
          caller.send("PUT", at(policy), body(name(), "anyone", ""), _ -> {}),
          403,
          "auth",
          "forbidden");
      refused(caller.send("DELETE", at(policy), null, _ -> {}), 403, "auth", "forbidden");
    }
    List<String> readings = List.of(POLICIES, at(policy), at(policy) + "/versions");
    for (Http reader : writers.subList(0, 2)) {
      readings.forEach(path -> reader.get(path).expect(200));
    }
    for (Http stranger : writers.subList(2, 4)) {
      readings.forEach(path -> refused(stranger.get(path), 403, "auth", "forbidden"));
    }
    assertThat(now(policy)).isEqualTo(policy);
  }

  // DX-07
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "2 anyone | 3",
        "of anyone | 1",
        "0 of anyone | 1",
        "51 of anyone | 1",
        "anyone within | 14",
        "anyone within 2 | 15",
        "anyone within 2w | 15",
        "anyone within 0s | 15",
        "anyone within 2h or | 20",
        "anyone within 2h or seen 1m | 21",
        "anyone else | 12",
        "anyone else anyone | 1",
        "anyone else perhaps | 13",
        "all(anyone | 11",
        "all() | 5",
        "any(anyone,) | 12",
        "group: | 7",
        "person:\\\"ada | 8",
        "role:viewer | 6",
        "everyone | 1",
        "anyone else extend 1h 21 times | 23",
        "anyone else deny deny | 18"
      })
  void malformed_expressions_are_refused_with_their_place_and_not_stored(String needs, int place) {
    String name = name();
    JsonNode problem = invalid(sends(body(name, needs.strip(), "")), "/needs");
    assertThat(message(problem))
        .matches("at character \\d+: .+")
        .startsWith("at character " + place + ":");
    assertThat(http.get(POLICIES).expect(200).text()).doesNotContain("\"" + name + "\"");
  }

  // DX-08
  @Test
  void unknown_names_are_told_with_the_nearest_known_one() {
    String group = group("'admin'");
    String unknown = group.substring(0, group.length() - 1) + "X";
    JsonNode problem =
        invalid(sends(body(name(), "any(role:admin, 1 of group:" + unknown + ")", "")), "/needs");
    assertThat(message(problem))
        .startsWith(
            "at character 22: there is no group \\\"%s\\\"; the nearest is g-"
                .formatted(unknown)
                .replace("\\", ""));
    problem = invalid(sends(body(name(), "anyone", ",'veto':'group:" + unknown + "'")), "/veto");
    assertThat(message(problem)).startsWith("at character 1: there is no group");

    http.post("/v1/personas", json("{'persona_id':'reviewer'}"));
    problem =
        invalid(
            sends(
                json("{'name':'%s','needs':'anyone','match':{'persona_ids':['reviewr']}}", name())),
            "/match/persona_ids/0");
    assertThat(message(problem)).isEqualTo("is not a persona; the nearest is reviewer");
    problem =
        invalid(
            sends(
                body(
                    name(),
                    "anyone",
                    ",'hours':{'time_zone':'Europe/Berln','open':['mon 08:00-18:00']}")),
            "/hours/time_zone");
    assertThat(message(problem)).endsWith("the nearest is Europe/Berlin");
    problem = invalid(sends(body(name(), "anyone", ",'tenant_id':'tnt_roott'")), "/tenant_id");
    assertThat(message(problem)).isEqualTo("is not a tenant; the nearest is tnt_root");
  }

  // DX-09
  @Test
  void a_deadline_allows_only_what_is_of_low_risk_and_named() {
    String tools =
        "{'name':'%s','needs':'%s','risk':'%s','match':{'tools':[%s],'sessions':['nobody']}%s}";
    String allow = "anyone within 1h else allow";
    sends(json(tools, name(), allow, "low", json("'read_file'"), "")).expect(201);
    for (String body :
        List.of(
            json(tools, name(), allow, "normal", json("'read_file'"), ""),
            json(tools, name(), "2 of " + allow, "low", json("'read_file'"), ""),
            json(tools, name(), allow, "low", json("'read_file','*'"), ""),
            json(
                tools,
                name(),
                allow,
                "low",
                json("'read_file'"),
                json(",'signature_required':true,'tenant_id':'%s'", tenant())),
            json(
                tools,
                name(),
                allow,
                "low",
                json("'read_file'"),
                json(",'tenant_id':'%s'", guarded())),
            body(name(), allow, ",'risk':'low'"))) {
      JsonNode problem = invalid(sends(body), "/needs");
      assertThat(message(problem)).startsWith("at character ").contains("\"allow\"");
    }
  }

  // DX-10
  @Test
  void a_policy_for_questions_takes_what_one_person_can_answer() {
    String questions =
        "{'name':'%s','needs':'%s','match':{'kinds':['question'],'sessions':['nobody']}%s}";
    JsonNode policy =
        sends(json(questions, name(), "anyone within 1h else decline", "")).expect(201).json();
    assertThat(policy.has("veto")).isFalse();
    invalid(sends(json(questions, name(), "all(anyone, role:admin)", "")), "/needs");
    invalid(sends(json(questions, name(), "2 of anyone", "")), "/needs");
    invalid(sends(json(questions, name(), "anyone within 1h else deny", "")), "/needs");
    invalid(sends(json(questions, name(), "anyone", json(",'veto':'anyone'"))), "/veto");
    invalid(
        sends(
            json(
                questions,
                name(),
                "anyone",
                json(",'signature_required':true,'tenant_id':'%s'", tenant()))),
        "/signature_required");
    invalid(sends(body(name(), "anyone within 1h else decline", "")), "/needs");
    invalid(sends(body(name(), "anyone", ",'signature_required':true")), "/signature_required");
    sends(body(name(), "anyone", ",'signature_required':true,'tenant_id':'tnt_root'")).expect(201);
  }

  // DX-11
  @ParameterizedTest
  @ValueSource(strings = {"stages", "leaves", "alternatives"})
  void an_expression_that_is_too_large_is_refused(String what) {
    String needs =
        switch (what) {
          case "stages" -> many(9, " else ", "anyone within 1h");
          case "leaves" -> "all(" + many(17, ",", "anyone") + ")";
          default -> "all(" + many(3, ",", "any(" + many(5, ",", "anyone") + ")") + ")";
        };
    JsonNode problem = invalid(sends(body(name(), needs, "")), "/needs");
    assertThat(message(problem))
        .startsWith("at character ")
        .contains(what.equals("leaves") ? "16 places" : what);
  }

  // DX-06, DX-11: what is kept is the normal form, which is longer than what was sent
  @Test
  void an_expression_that_is_too_long_in_its_normal_form_is_refused() {
    String people =
        IntStream.range(100, 460).mapToObj(i -> "person:" + i).collect(Collectors.joining("|"));
    assertThat(people.length()).isBetween(3_900, 4_000);

    JsonNode problem = invalid(sends(body(name(), people, "")), "/needs");
    assertThat(message(problem)).contains("in its normal form");
    invalid(sends(body(name(), "anyone", ",'veto':'" + people + "'")), "/veto");

    assertThat(http.get(POLICIES).expect(200).json().toString()).doesNotContain("person:459");
    JsonNode run = park(session(), Script.approval("still decided?"), Script.say("yes"));
    http.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run))).expect(202);
  }

  private static String many(int n, String between, String one) {
    return IntStream.range(0, n).mapToObj(_ -> one).collect(Collectors.joining(between));
  }

  @Test
  void other_members_are_checked_too() {
    invalid(sends("{}"), "/name");
    invalid(sends(json("{'name':'x'}")), "/needs");
    invalid(sends(body(" ", "anyone", "")), "/name");
    invalid(sends(body(name(), "anyone", ",'position':0")), "/position");
    invalid(sends(body(name(), "anyone", ",'risk':'huge'")), "/risk");
    invalid(sends(body(name(), "anyone", ",'editable':['amount']")), "/editable/0");
    invalid(sends(body(name(), "anyone", ",'note':'" + "n".repeat(1_001) + "'")), "/note");
    invalid(sends(body(name(), "anyone", ",'remind_unseen_ms':1")), "/remind_unseen_ms");
    for (String match :
        List.of(
            "'kinds':['x']",
            "'agents':['acp']",
            "'risks':['low']",
            "'tools':['a*b']",
            "'tools':[]")) {
      invalid(
          sends(json("{'name':'%s','needs':'anyone','match':{%s}}", name(), json(match))),
          "/match/" + match.substring(1, match.indexOf('\'', 1)));
    }
    JsonNode problem =
        refused(sends(body(name(), "anyone", ",'positon':1")), 400, "api", "invalid_request");
    assertThat(message(problem)).contains("did you mean position?");
  }

  // DX-41
  @Test
  void a_preview_marks_what_people_decided_who_could_not_have_and_changes_nothing() {
    String session = session();
    String name = "v-" + session;
    Http operator = http.withRole("operator", name);
    http.withRole("operator", name + "-2");
    String mine = group("'" + name + "'");
    String other = group("'" + name + "-2'");
    JsonNode allowed = park(session, Script.approval("a"), Script.say("Done."));
    String approval = approvalId(allowed);
    operator.post("/v1/runs/" + id(allowed) + "/approvals", allow(approval)).expect(202);
    awaitRun(id(allowed), "completed");
    JsonNode denied = park(session, Script.approval("b"), Script.say("Done."));
    String refusal = approvalId(denied);
    operator.post("/v1/runs/" + id(denied) + "/approvals", deny(refusal, "no")).expect(202);
    awaitRun(id(denied), "completed");
    JsonNode waits = park(session, Script.approval("c"));
    String before = http.get(POLICIES).expect(200).text();

    assertThat(previewed(session, "group:" + mine, ""))
        .containsExactly(
            approvalId(waits) + " pending same",
            refusal + " denied " + name + " same",
            approval + " allowed " + name + " same");
    assertThat(previewed(session, "group:" + other, json(",'veto':'group:%s'", other)))
        .containsExactly(
            approvalId(waits) + " pending same",
            refusal + " denied " + name + " not_eligible",
            approval + " allowed " + name + " not_eligible");
    assertThat(previewed(session, "2 of anyone", json(",'veto':'group:%s'", other)))
        .containsExactly(
            approvalId(waits) + " pending same",
            refusal + " denied " + name + " more_needed",
            approval + " allowed " + name + " more_needed");
    assertThat(previewed("nobody-at-all", "anyone", "")).isEmpty();

    assertThat(http.get(POLICIES).expect(200).text()).isEqualTo(before);
    assertThat(run(id(waits))).isEqualTo(waits);
    String preview = POLICIES + "/preview";
    refused(http.post(preview, "{}"), 400, "api", "invalid_request");
    refused(http.post(preview, json("{'policy_id':'x'}")), 404, "policies", "policy_not_found");
    invalid(http.post(preview, json("{'policy':{'needs':'2 anyone'}}")), "/policy/needs");
    JsonNode stored = made(name(), "anyone", ",'enabled':false");
    // The body of a new policy is tried as it stands.
    http.post(preview, "{\"policy\":" + body(text(stored, "name"), "anyone", ",'position':1") + "}")
        .expect(200);
    assertThat(
            http.post(preview, json("{'policy_id':'%s'}", text(stored, "policy_id")))
                .expect(200)
                .json()
                .path("matched")
                .asInt())
        .isZero();
    refused(
        http.withRole("viewer", "looker").post(preview, json("{'policy':{'needs':'anyone'}}")),
        403,
        "auth",
        "forbidden");
    refused(
        bound(tenant(), "admin").post(preview, json("{'policy':{'needs':'anyone'}}")),
        403,
        "auth",
        "forbidden");
  }

  private List<String> previewed(String session, String needs, String more) {
    JsonNode preview =
        http.post(
                POLICIES + "/preview",
                json(
                    "{'policy':{'needs':'%s','match':{'sessions':['%s']}%s}}",
                    needs, session, more))
            .expect(200)
            .json();
    assertThat(preview.path("matched").asInt()).isEqualTo(preview.path("gates").size());
    assertThat(preview.path("looked_at").asInt()).isPositive();
    return preview
        .path("gates")
        .valueStream()
        .map(
            it ->
                String.join(
                    " ",
                    Stream.of("request_id", "outcome", "by", "verdict")
                        .map(member -> text(it, member))
                        .filter(word -> !word.isEmpty())
                        .toList()))
        .toList();
  }

  @Test
  void warnings_say_what_is_unwise() {
    String alone = "w-" + session();
    http.withRole("operator", alone);
    String group = group("'%s','ghost'".formatted(alone));
    JsonNode two = made(name(), "2 of group:" + group, "");
    assertThat(texts(two.path("warnings")))
        .containsExactly(
            "\"2 of group:" + group + "\" needs 2 people, and only 1 there can decide.");
    JsonNode one = made(name(), "1 of group:" + group, ",'veto':'person:ghost'");
    assertThat(texts(one.path("warnings")))
        .contains(
            "Without "
                + alone
                + " it cannot be met, so nobody can approve what "
                + alone
                + " asks for.",
            "Veto \"person:ghost\" names nobody who can decide, so no single no ends a gate.")
        .anyMatch(it -> it.contains("so this one never holds"));
    assertThat(
            texts(
                made(name(), "1 of group:" + group, ",'requester_may_approve':true")
                    .path("warnings")))
        .noneMatch(it -> it.startsWith("without"));
    // What comes first hides nothing of another kind.
    JsonNode questions =
        sends(
                json(
                    "{'name':'%s','needs':'anyone','match':{'kinds':['question'],'sessions':['nobody']}}",
                    name()))
            .expect(201)
            .json();
    assertThat(texts(questions.path("warnings"))).noneMatch(it -> it.contains("never holds"));
  }
}
