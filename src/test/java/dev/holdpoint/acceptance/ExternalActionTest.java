package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.proof.ProofVerdict;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import dev.holdpoint.daemon.TestDaemon;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a run did outside is on record, member by member, for whoever may see it. */
@OnBothDatabases
class ExternalActionTest extends Acceptance {
  /** Of its own: what proves the ledger reads all of it, and others write much into theirs. */
  private static final Map<Database, TestDaemon> DAEMONS = new EnumMap<>(Database.class);

  ExternalActionTest(Database database) {
    super(
        DAEMONS
            .computeIfAbsent(
                database, each -> TestDaemon.start(Database.newFolder(), each.settings(Map.of())))
            .http());
  }

  @AfterAll
  static void stop() {
    DAEMONS.values().forEach(TestDaemon::close);
    DAEMONS.clear();
  }

  private JsonNode actions(String run, String query) {
    return http.get("/v1/runs/" + run + "/external-actions" + query).expect(200).json();
  }

  /** A command that ada has allowed. */
  private JsonNode commanded(String session) {
    JsonNode run = park(session, Script.bash("echo hello"), Script.say("done"));
    http.withRole("operator", "ada")
        .post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run)))
        .expect(202);
    return awaitRun(id(run), "completed");
  }

  private static ProofVerdict verify(Http.Answer export) {
    try {
      return Verifier.verify(
          new ByteArrayInputStream(export.expect(200).text().getBytes(StandardCharsets.UTF_8)),
          TrustedKeys.NOTHING);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  // K4-35, K4-417, K4-418, K4-419, K4-420, K4-421, K4-422, K4-423, K4-424, K4-425, K4-426, K4-427,
  // K4-428,
  // K4-429, K4-430, K4-431, K4-432, K4-433, K4-434, K4-435, K4-436, K4-437
  void K4_417_to_K4_437_a_command_is_told_before_and_after_with_every_member() {
    String session = session();
    JsonNode waiting = park(session, Script.bash("echo hello"), Script.say("done"));
    String run = id(waiting);
    assertThat(actions(run, "")).as("nothing was done yet").isEmpty();
    String approval = approvalId(waiting);
    String digest = waiting.at("/pending_approvals/0/digest").asString("");
    http.withRole("operator", "ada")
        .post("/v1/runs/" + run + "/approvals", allow(approval))
        .expect(202);
    awaitRun(run, "completed");

    JsonNode actions = actions(run, "");
    assertThat(actions).hasSize(3);
    JsonNode decision = actions.get(0);
    JsonNode request = actions.get(1);
    JsonNode response = actions.get(2);
    assertThat(text(decision, "kind")).isEqualTo("decision");
    assertThat(text(decision, "signature_alg")).isEqualTo("checkpoint");
    for (JsonNode one : List.of(request, response)) {
      assertThat(members(one))
          .containsExactly(
              "action_id",
              "sequence",
              "timestamp_ms",
              "session_id",
              "agent_id",
              "run_id",
              "tool_call_id",
              "principal_id",
              "parent_principal_id",
              "grant_id",
              "phase",
              "kind",
              "target",
              "request_digest",
              "response_digest",
              "outcome",
              "prev_hash",
              "record_hash",
              "signature_alg",
              "key_id",
              "signature");
      assertThat(text(one, "action_id")).startsWith("act_");
      assertThat(one.path("timestamp_ms").asLong()).isGreaterThan(1_700_000_000_000L);
      assertThat(text(one, "session_id")).isEqualTo(session);
      assertThat(text(one, "agent_id")).isEqualTo(text(waiting, "agent_id"));
      assertThat(text(one, "run_id")).isEqualTo(run);
      assertThat(text(one, "principal_id")).as("who allowed it").isEqualTo("ada");
      assertThat(text(one, "parent_principal_id")).as("who asked for it").isEqualTo("admin");
      assertThat(text(one, "grant_id")).isEqualTo(approval);
      assertThat(text(one, "kind")).isEqualTo("tool_process");
      assertThat(text(one, "target")).isEqualTo("bash");
      assertThat(text(one, "request_digest")).matches("[0-9a-f]{64}");
      assertThat(text(one, "record_hash")).matches("[0-9a-f]{64}");
      assertThat(text(one, "signature_alg")).isEqualTo("ed25519");
      assertThat(text(one, "key_id")).matches("[0-9a-f]{16}");
      assertThat(text(one, "signature")).matches("[A-Za-z0-9_-]{86}");
    }
    assertThat(text(request, "request_digest")).isEqualTo(text(response, "request_digest"));
    if (!digest.isEmpty()) {
      assertThat(text(request, "request_digest")).as("what was shown").isEqualTo(digest);
    }
    assertThat(text(request, "tool_call_id"))
        .isEqualTo(text(response, "tool_call_id"))
        .isNotEmpty();
    assertThat(text(request, "phase")).isEqualTo("request");
    assertThat(request.path("response_digest").isNull()).isTrue();
    assertThat(request.path("outcome").isNull()).isTrue();
    assertThat(decision.path("prev_hash").isNull()).isTrue();
    assertThat(text(request, "prev_hash")).isEqualTo(text(decision, "record_hash"));
    assertThat(text(response, "phase")).isEqualTo("response");
    assertThat(text(response, "response_digest")).matches("[0-9a-f]{64}");
    assertThat(text(response, "outcome")).isEqualTo("ok");
    assertThat(text(response, "prev_hash")).isEqualTo(text(request, "record_hash"));
  }

  @Test
  void a_run_that_did_nothing_has_no_actions_and_one_that_is_unknown_is_not_found() {
    assertThat(actions(id(park(session(), Script.say("words only"))), "")).isEmpty();
    refused(http.get("/v1/runs/run_1/external-actions"), 404, "runs", "run_not_found");
  }

  @Test
  void pages_go_along_the_chain() {
    String run = id(commanded(session()));
    JsonNode first = actions(run, "?page=true&limit=1");
    assertThat(first.at("/items/0/sequence").asInt()).isEqualTo(1);
    assertThat(first.at("/pagination/total_count").asInt()).isEqualTo(3);
    assertThat(first.at("/pagination/order").asString()).isEqualTo("oldest_first");
    String cursor = first.at("/pagination/next_cursor").asString();
    JsonNode second = actions(run, "?limit=2&cursor=" + cursor);
    assertThat(second.at("/items/0/sequence").asInt()).isEqualTo(2);
    assertThat(second.at("/pagination/has_more").asBoolean()).isFalse();
    assertThat(actions(run, "?limit=1")).hasSize(1);
    refused(
        http.get("/v1/audit/checkpoints?cursor=" + cursor), 400, "pagination", "invalid_cursor");
  }

  @Test
  // K4-438
  void K4_438_the_export_is_whole_and_goes_on_so_after_a_session_is_removed() {
    String session = session();
    String run = id(commanded(session));
    Http.Answer export = http.get("/v1/audit/export");
    assertThat(export.header("Content-Type")).isEqualTo("application/x-ndjson");
    assertThat(export.text()).contains(run).endsWith("}\n");
    assertThat(verify(export).findings()).isEmpty();

    JsonNode before = actions(run, "");
    http.post("/v1/sessions/" + session + "/end", "").expect(200);
    http.send("DELETE", "/v1/sessions/" + session, null, _ -> {}).expect(204);
    refused(http.get("/v1/runs/" + run), 404, "runs", "run_not_found");
    assertThat(actions(run, "")).as("the chain outlives its run").isEqualTo(before);
    Http.Answer after = http.get("/v1/audit/export");
    assertThat(after.text()).contains(run);
    assertThat(verify(after).findings()).isEmpty();
  }

  @Test
  void checkpoints_and_keys_are_shown_to_all_but_agents() {
    String run = id(commanded(session()));
    List<JsonNode> all = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page =
          http.get("/v1/audit/checkpoints?page=true&limit=500" + cursor).expect(200).json();
      page.path("items").forEach(all::add);
      String next = page.at("/pagination/next_cursor").asString("");
      cursor = next.isEmpty() ? "" : "&cursor=" + next;
    } while (!cursor.isEmpty());
    assertThat(text(all.getFirst(), "type")).isEqualTo("key");
    JsonNode newest =
        http.get("/v1/audit/checkpoints?order=newest_first&page=true&limit=2").expect(200).json();
    JsonNode older =
        http.get(
                "/v1/audit/checkpoints?order=newest_first&limit=2&page=true&cursor="
                    + newest.at("/pagination/next_cursor").asString())
            .expect(200)
            .json();
    List<JsonNode> end = all.reversed();
    assertThat(newest.path("items")).containsExactly(end.get(0), end.get(1));
    assertThat(older.path("items").get(0)).isEqualTo(end.get(2));
    assertThat(all.stream().map(one -> one.path("sequence").asInt()))
        .isSorted()
        .doesNotHaveDuplicates();
    JsonNode last =
        all.stream()
            .filter(one -> text(one, "run_id").equals(run))
            .reduce((a, b) -> b)
            .orElseThrow();
    assertThat(last.path("count").asInt()).isEqualTo(3);
    assertThat(text(last, "last_hash")).isEqualTo(text(actions(run, "").get(2), "record_hash"));
    JsonNode keys = http.get("/v1/audit/keys").expect(200).json();
    assertThat(text(keys.get(0), "key_id")).isEqualTo(text(all.getFirst(), "key_id"));

    Http agent = http.withRole("agent", "bot");
    for (String path : List.of("keys", "checkpoints", "records", "export")) {
      refused(agent.get("/v1/audit/" + path), 403, "auth", "forbidden");
      http.withRole("viewer", "vera").get("/v1/audit/" + path).expect(200);
    }
    agent.get("/v1/runs/" + run + "/external-actions").expect(200);
  }

  @Test
  void a_new_key_is_vouched_for_and_signs_what_follows() {
    String before = id(commanded(session()));
    refused(
        http.withRole("operator", "otto").post("/v1/audit/keys/rotate", ""),
        403,
        "auth",
        "forbidden");
    JsonNode key = http.post("/v1/audit/keys/rotate", "").expect(201).json();
    assertThat(key.path("current").asBoolean()).isTrue();
    String after = id(commanded(session()));
    assertThat(text(actions(before, "").get(0), "key_id")).isNotEqualTo(text(key, "key_id"));
    assertThat(text(actions(after, "").get(0), "key_id")).isEqualTo(text(key, "key_id"));
    JsonNode keys = http.get("/v1/audit/keys").expect(200).json();
    assertThat(keys.get(keys.size() - 1)).isEqualTo(key);

    // PF-56
    Http.Answer published = http.as(null).get("/v1/keys.json").expect(200);
    assertThat(published.header("Cache-Control")).isEqualTo("public, max-age=300");
    JsonNode set = published.json().path("keys");
    assertThat(set.valueStream().map(one -> text(one, "kid")))
        .containsExactlyElementsOf(
            keys.valueStream().map(one -> text(one, "key_id")).toList().reversed());
    JsonNode newest = set.get(0);
    assertThat(newest.has("retired_at_ms")).isFalse();
    assertThat(text(newest, "kty") + text(newest, "crv") + text(newest, "use"))
        .isEqualTo("OKPEd25519sig");
    assertThat(text(newest, "x")).isEqualTo(text(key, "public_key"));
    assertThat(set.get(1).path("retired_at_ms").asLong())
        .isEqualTo(newest.path("added_at_ms").asLong());
    assertThat(verify(http.get("/v1/audit/export")).findings()).isEmpty();
  }

  @Test
  void an_export_that_is_taken_while_others_work_is_whole() {
    atOnce(
        4,
        () -> {
          String session = session();
          for (int i = 0; i < 2; i++) {
            commanded(session);
            assertThat(verify(http.get("/v1/audit/export")).findings()).isEmpty();
          }
          return session;
        });
  }
}
