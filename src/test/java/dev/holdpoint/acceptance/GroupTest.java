package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Groups are made, changed and removed; people are whom tokens, keys and groups name. */
@OnBothDatabases
class GroupTest extends Tenancy {
  private static final String GROUPS = "/v1/groups";

  GroupTest(Database database) {
    super(database);
  }

  private JsonNode made(String name, String more) {
    return http.post(GROUPS, json("{'name':'%s'%s}", name, json(more))).expect(201).json();
  }

  private static String at(JsonNode group) {
    return GROUPS + "/" + text(group, "group_id");
  }

  private JsonNode now(JsonNode group) {
    return http.get(at(group)).expect(200).json();
  }

  // DX-01
  @Test
  void a_group_is_made_listed_and_changed_and_its_name_is_taken_in_any_case() {
    String name = "Finance " + session();
    JsonNode group = made(name, ",'members':['ada','bob','ada']");

    assertThat(members(group))
        .containsExactly(
            "group_id",
            "name",
            "tenant_id",
            "members",
            "version",
            "created_by",
            "created_at_ms",
            "updated_at_ms");
    assertThat(text(group, "group_id")).matches("grp_[0-9A-Z]{26}");
    assertThat(text(group, "tenant_id")).isEqualTo("tnt_root");
    assertThat(texts(group.path("members"))).containsExactly("ada", "bob");
    assertThat(group.path("version").asInt()).isEqualTo(1);
    assertThat(http.get(GROUPS + "?limit=1").expect(200).json()).containsExactly(group);

    JsonNode put = put(at(group), "{'members':['cleo'],'expected_version':1}").expect(200).json();
    assertThat(texts(put.path("members"))).containsExactly("cleo");
    assertThat(put.path("version").asInt()).isEqualTo(2);
    String rotation = json("{'add':['ada','cleo'],'remove':['cleo2','bob']}");
    JsonNode rotated = http.post(at(group) + "/members", rotation).expect(200).json();
    assertThat(texts(rotated.path("members"))).containsExactly("cleo", "ada");
    assertThat(rotated.path("version").asInt()).isEqualTo(3);
    assertThat(http.post(at(group) + "/members", rotation).expect(200).json()).isEqualTo(rotated);
    assertThat(now(group)).isEqualTo(rotated);

    JsonNode taken =
        refused(
            http.post(GROUPS, json("{'name':'%s'}", name.toUpperCase(Locale.ROOT))),
            409,
            "groups",
            "group_conflict");
    assertThat(text(taken, "conflicting_resource_id")).isEqualTo(text(group, "group_id"));
    assertThat(taken.at("/errors/0/pointer").asString()).isEqualTo("/name");
    // The same name in another tenant is another group.
    made(name, ",'tenant_id':'" + tenant() + "'");

    delete(at(group)).expect(204);
    refused(http.get(at(group)), 404, "groups", "group_not_found");
    refused(delete(at(group)), 404, "groups", "group_not_found");
    made(name, "");
  }

  // DX-03
  @Test
  void a_stale_version_changes_nothing_and_of_two_at_once_one_wins() {
    JsonNode group = made("Stale " + session(), ",'members':['ada']");
    put(at(group), "{'members':['bob'],'expected_version':1}").expect(200);
    JsonNode before = now(group);
    refused(
        put(at(group), "{'members':['eve'],'expected_version':1}"),
        409,
        "groups",
        "group_conflict");
    assertThat(now(group)).isEqualTo(before);

    List<Http.Answer> answers =
        atOnce(
            2,
            () ->
                put(
                    at(group),
                    "{'members':['%s'],'expected_version':2}".formatted(Thread.currentThread())));
    assertThat(answers.stream().map(Http.Answer::status)).containsExactlyInAnyOrder(200, 409);
    Http.Answer won = answers.stream().filter(it -> it.status() == 200).findFirst().orElseThrow();
    assertThat(now(group)).isEqualTo(won.json());
  }

  // DX-04
  @Test
  void people_are_whom_tokens_keys_and_groups_name() {
    String tenant = tenant();
    String one = "ana-" + session();
    http.withRole("operator", one);
    http.withRole("admin", one);
    http.withRole("viewer", one + "-viewer");
    String secret =
        Base64.getUrlEncoder().withoutPadding().encodeToString(one.repeat(9).getBytes(UTF_8));
    approverKey(
            tenant,
            "'algorithm':'hmac-sha256','principal':'%s-signer','secret':'%s'"
                .formatted(one, secret))
        .expect(201);
    String title = "People " + one;
    made(title, ",'members':['%s','%s-ghost']".formatted(one, one));
    made(title, ",'members':['%s'],'tenant_id':'%s'".formatted(one + "-mine", tenant));

    List<JsonNode> all = people("?tenant_id=" + tenant, one);
    assertThat(all.stream().map(it -> text(it, "name")))
        .containsExactly(one, one + "-ghost", one + "-mine", one + "-signer");
    assertThat(members(all.getFirst()))
        .containsExactly("name", "roles", "approver_keys", "groups", "can_decide");
    assertThat(texts(all.getFirst().path("roles"))).containsExactly("admin", "operator");
    assertThat(texts(all.getFirst().path("groups"))).containsExactly(title);
    assertThat(all.getFirst().path("can_decide").asBoolean()).isTrue();
    assertThat(all.get(1).path("can_decide").asBoolean()).isFalse();
    assertThat(all.get(1).path("roles")).isEmpty();
    assertThat(all.get(3).path("can_decide").asBoolean()).isTrue();
    assertThat(all.get(3).path("approver_keys")).hasSize(1);
    // The root's own know nobody of a tenant; without a filter everybody is there.
    assertThat(people("?tenant_id=tnt_root", one).stream().map(it -> text(it, "name")))
        .containsExactly(one, one + "-ghost");
    assertThat(people("?page=false", one)).hasSize(4);
    refused(http.get("/v1/people?tenant_id=nobody"), 404, "tenants", "tenant_not_found");
  }

  /** All of them, page by page, whose names begin like this. */
  private List<JsonNode> people(String query, String beginning) {
    List<JsonNode> found = new ArrayList<>();
    String more = "";
    do {
      JsonNode page =
          http.get("/v1/people" + query.replace("?page=false", "?") + "&page=true&limit=50" + more)
              .expect(200)
              .json();
      page.path("items").forEach(found::add);
      String cursor = page.at("/pagination/next_cursor").asString("");
      more = cursor.isEmpty() ? "" : "&cursor=" + cursor;
    } while (!more.isEmpty());
    return found.stream().filter(it -> text(it, "name").startsWith(beginning)).toList();
  }

  // DX-05
  @Test
  void only_an_admin_who_is_bound_to_no_tenant_writes_groups() {
    JsonNode group = made("Roles " + session(), "");
    List<Http> writers =
        List.of(
            http.withRole("operator", "op"),
            http.withRole("viewer", "looker"),
            http.withRole("agent", "robot"),
            bound(tenant(), "admin"));
    for (Http caller : writers) {
      refused(caller.post(GROUPS, json("{'name':'x'}")), 403, "auth", "forbidden");
      for (String method : List.of("PUT", "DELETE")) {
        refused(
            caller.send(method, at(group), method.equals("PUT") ? "{}" : null, _ -> {}),
            403,
            "auth",
            "forbidden");
      }
      refused(caller.post(at(group) + "/members", "{}"), 403, "auth", "forbidden");
    }
    for (Http reader : writers.subList(0, 2)) {
      reader.get(GROUPS).expect(200);
      reader.get(at(group)).expect(200);
      reader.get("/v1/people").expect(200);
    }
    for (Http stranger : writers.subList(2, 4)) {
      for (String path : List.of(GROUPS, at(group), "/v1/people")) {
        refused(stranger.get(path), 403, "auth", "forbidden");
      }
    }
    assertThat(now(group)).isEqualTo(group);
  }

  @ParameterizedTest
  @ValueSource(strings = {"deadline", "rule:x", "Rule:x", "approver_key:x", "user:x", "daemon"})
  void names_that_the_daemon_signs_with_are_no_members(String name) {
    JsonNode group = made("Reserved " + session(), ",'members':['admin']");
    for (Http.Answer answer :
        List.of(
            http.post(GROUPS, json("{'name':'%s','members':['ada','%s']}", session(), name)),
            put(at(group), "{'members':['ada','%s']}".formatted(name)))) {
      JsonNode problem = refused(answer, 400, "groups", "invalid_group");
      assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/members/1");
    }
    JsonNode problem =
        refused(
            http.post(at(group) + "/members", json("{'add':['%s']}", name)),
            400,
            "groups",
            "invalid_group");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/add/0");
    assertThat(now(group)).isEqualTo(group);
  }

  @Test
  void what_makes_no_sense_is_refused_with_its_place() {
    JsonNode group = made("Plain " + session(), ",'members':['ada']");
    invalid(http.post(GROUPS, "{}"), "/name");
    invalid(http.post(GROUPS, json("{'name':' '}")), "/name");
    invalid(http.post(GROUPS, json("{'name':'%s'}", "n".repeat(101))), "/name");
    for (String odd : List.of("a\\u0007", "\\u200b", "pe\\u200ber", "p\\u0435er", "a  b", " a")) {
      invalid(http.post(GROUPS, json("{'name':'%s'}", odd)), "/name");
    }
    invalid(http.post(GROUPS, json("{'name':'x','members':['']}")), "/members/0");
    invalid(
        http.post(GROUPS, json("{'name':'x','members':['%s']}", "n".repeat(201))), "/members/0");
    JsonNode unknown =
        invalid(http.post(GROUPS, json("{'name':'x','tenant_id':'tnt_rot'}")), "/tenant_id");
    assertThat(unknown.at("/errors/0/message").asString()).endsWith("the nearest is tnt_root");
    invalid(http.post(at(group) + "/members", json("{'add':['x'],'remove':['x']}")), "/remove/0");
    String many =
        String.join(",", IntStream.range(0, 1_000).mapToObj(i -> "\"p" + i + "\"").toList());
    invalid(http.post(at(group) + "/members", "{\"add\":[" + many + "]}"), "/add");
    refused(put(at(group), "{'expectd_version':1}"), 400, "api", "invalid_request");
    assertThat(now(group)).isEqualTo(group);
  }

  private static JsonNode invalid(Http.Answer answer, String pointer) {
    JsonNode problem = refused(answer, 400, "groups", "invalid_group");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(pointer);
    return problem;
  }

  @Test
  void a_tenant_with_a_group_stays() {
    String tenant = tenant();
    JsonNode group = made("g", ",'tenant_id':'" + tenant + "'");
    JsonNode problem = refused(delete(TENANTS + "/" + tenant), 409, "tenants", "resource_in_use");
    assertThat(text(problem, "conflicting_resource_id")).isEqualTo(text(group, "group_id"));
    delete(at(group)).expect(204);
    delete(TENANTS + "/" + tenant).expect(204);
  }
}
