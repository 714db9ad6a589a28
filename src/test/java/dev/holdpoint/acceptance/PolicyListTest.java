package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/** The one list of all policies: its order, and how long it may be. It has a daemon to itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PolicyListTest extends Acceptance {
  private static final String POLICIES = "/v1/approval-policies";

  private final TestDaemon daemon;

  PolicyListTest() throws IOException {
    TestDaemon started = TestDaemon.start(Database.newFolder(), Map.of());
    super(started.http());
    this.daemon = started;
  }

  @AfterAll
  void stop() {
    daemon.close();
  }

  private static String body(String name, String more) {
    return json(
        "{'name':'%s','needs':'anyone','match':{'sessions':['nobody']}%s}", name, json(more));
  }

  private String add(String name, String more) {
    return text(http.post(POLICIES, body(name, more)).expect(201).json(), "policy_id");
  }

  private void replace(String id, String name, String more) {
    http.send("PUT", POLICIES + "/" + id, body(name, more), _ -> {}).expect(200);
  }

  private List<String> order() {
    List<JsonNode> all = http.get(POLICIES).expect(200).json().valueStream().toList();
    assertThat(all.stream().map(it -> it.path("position").asInt()))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, all.size()).boxed().toList());
    return all.stream().map(it -> text(it, "name")).toList();
  }

  // DX-12
  @Test
  @Order(1)
  void the_others_move_when_one_is_placed_moved_or_removed() {
    String a = add("a", "");
    String b = add("b", "");
    add("c", ",'position':1");
    assertThat(order()).containsExactly("c", "a", "b");
    replace(b, "b", ",'position':1");
    assertThat(order()).containsExactly("b", "c", "a");
    replace(b, "b", ",'position':99");
    assertThat(order()).containsExactly("c", "a", "b");
    // Without a position a policy stays where it is, and nobody else has a new version.
    replace(a, "a2", "");
    assertThat(order()).containsExactly("c", "a2", "b");
    JsonNode others = http.get(POLICIES).expect(200).json();
    assertThat(others.valueStream().map(it -> it.path("version").asInt())).containsExactly(1, 2, 3);
    http.send("DELETE", POLICIES + "/" + a, null, _ -> {}).expect(204);
    assertThat(order()).containsExactly("c", "b");

    JsonNode page = http.get(POLICIES + "?page=true&limit=1").expect(200).json();
    assertThat(page.at("/pagination/order").asString()).isEqualTo("by_position");
    String cursor = page.at("/pagination/next_cursor").asString();
    JsonNode rest = http.get(POLICIES + "?cursor=" + cursor).expect(200).json();
    assertThat(rest.path("items").valueStream().map(it -> text(it, "name"))).containsExactly("b");
    assertThat(rest.at("/pagination/has_more").asBoolean()).isFalse();
  }

  // DX-11
  @Test
  @Order(2)
  void the_201st_policy_and_the_1001st_group_are_refused() {
    int there = order().size();
    for (int i = there; i < 200; i++) {
      http.post(POLICIES, body("limit " + i, ",'enabled':false")).expect(201);
    }
    JsonNode policy = refused(http.post(POLICIES, body("x", "")), 409, "policies", "policy_limit");
    assertThat(text(policy, "detail"))
        .contains("There are 200 policies")
        .endsWith("Nothing was changed.");
    for (int i = 0; i < 1_000; i++) {
      http.post("/v1/groups", json("{'name':'g%s'}", i)).expect(201);
    }
    Http.Answer answer = http.post("/v1/groups", json("{'name':'x'}"));
    JsonNode group = refused(answer, 409, "groups", "group_limit");
    assertThat(text(group, "detail"))
        .contains("There are 1000 groups")
        .endsWith("Nothing was changed.");
    assertThat(
            http.get("/v1/groups?page=true")
                .expect(200)
                .json()
                .at("/pagination/total_count")
                .asInt())
        .isEqualTo(1_000);
  }
}
