package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Authenticator;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.engine.json.Digests;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What people administer stands in the signed chain, with who did it. */
final class AdminChainTest {
  // PF-42, PF-50 for the targets named here
  @Test
  void acts_of_administration_are_in_the_export_with_who_and_evidence() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(Database.newFolder(), Map.of())) {
      Http http = daemon.http();
      JsonNode made =
          http.post("/v1/tokens", Acceptance.json("{'name':'ada','role':'operator'}"))
              .expect(201)
              .json();
      String token = made.path("token").asString();
      String id = made.path("token_id").asString();
      http.post(
              "/v1/permission-rules",
              Acceptance.json(
                  "{'behavior':'allow','tool':'bash','command':'echo"
                      + " canary','scope':{'kind':'user'}}"))
          .expect(201);
      http.send("DELETE", "/v1/tokens/" + id, null, _ -> {}).expect(204);
      http.post("/v1/audit/keys/rotate", "").expect(201);

      Chain chain = Chain.of(http);
      List<JsonNode> records = chain.records;
      assertThat(chain.targets())
          .containsExactly(
              "state.adopted",
              "daemon.start",
              "token.create",
              "rule.create",
              "token.revoke",
              "audit.rotate_key",
              "audit.export");
      JsonNode created = records.get(2);
      assertThat(created.path("run_id").asString()).isEqualTo("admin");
      assertThat(created.path("principal_id").asString()).isEqualTo("admin");
      assertThat(created.path("outcome").asString()).isEqualTo("ok");
      JsonNode told = chain.evidence(created);
      assertThat(told.at("/what/token_id").asString()).isEqualTo(id);
      assertThat(told.path("request_id").asString()).isNotEmpty();
      assertThat(told.path("address").asString()).isEqualTo("127.0.0.1");
      assertThat(chain.export).doesNotContain(token).doesNotContain("canary");
    }
  }

  // PF-42 for those who come without a credential of a caller
  @Test
  void who_signs_in_or_takes_an_invitation_is_in_the_chain() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(Database.newFolder(), Map.of())) {
      Http http = daemon.http();
      String page = "http://localhost:" + http.address().getPort();
      Http open = new Http(page, null);
      JsonNode made =
          http.post("/v1/tokens", Acceptance.json("{'name':'ada','role':'operator'}"))
              .expect(201)
              .json();
      String token = made.path("token").asString();
      open.post("/v1/web-sessions", Acceptance.json("{'token':'%s'}", token)).expect(201);
      String tenant =
          http.post("/v1/tenants", Acceptance.json("{'name':'acme'}"))
              .expect(201)
              .json()
              .path("tenant_id")
              .asString();
      String url =
          new Http(page, http.token())
              .post(
                  "/v1/tenants/" + tenant + "/approver-keys/enrollments",
                  Acceptance.json("{'principal':'bob'}"))
              .expect(201)
              .json()
              .path("url")
              .asString();
      String challenge =
          open.post("/v1/passkeys/challenges", null)
              .expect(201)
              .json()
              .path("challenge")
              .asString();
      Authenticator bob = new Authenticator(Authenticator.Kind.ES256, page);
      open.post(
              "/v1/passkeys",
              bob.registers(challenge)
                  .put("enrollment_code", url.substring(url.indexOf('#') + 1))
                  .toString())
          .expect(201);

      http.send(
              "PUT",
              "/v1/tenants/tnt_root/approval-policy",
              Acceptance.json("{'approvals_required':2}"),
              _ -> {})
          .expect(200);
      http.post("/v1/groups", Acceptance.json("{'name':'ops','members':['ada','bob']}"))
          .expect(201);

      Chain chain = Chain.of(http);
      assertThat(chain.targets())
          .containsExactly(
              "state.adopted",
              "daemon.start",
              "token.create",
              "sign_in.open",
              "tenant.create",
              "enrollment.create",
              "passkey.create",
              "approver_key.create",
              "enrollment.use",
              "policy.change",
              "policy.change",
              "audit.export");
      JsonNode root = chain.evidence(chain.records.get(9)).path("what");
      assertThat(root.path("tenant_id").asString()).isEqualTo("tnt_root");
      assertThat(root.at("/before/approvals_required").asInt()).isEqualTo(1);
      assertThat(root.at("/after/approvals_required").asInt()).isEqualTo(2);
      JsonNode group = chain.evidence(chain.records.get(10)).path("what");
      assertThat(group.path("what").asString()).isEqualTo("group");
      assertThat(group.path("added").toString()).isEqualTo("[\"ada\",\"bob\"]");
      JsonNode signedIn = chain.only("sign_in.open");
      assertThat(signedIn.path("principal_id").asString())
          .isEqualTo(made.path("token_id").asString());
      assertThat(chain.evidence(signedIn).path("request_id").asString()).isNotEmpty();
      JsonNode key = chain.only("approver_key.create");
      assertThat(key.path("principal_id").asString()).isEqualTo("anonymous");
      JsonNode what = chain.evidence(key).path("what");
      assertThat(what.path("algorithm").asString()).isEqualTo("webauthn");
      assertThat(what.path("public_key").asString()).isEqualTo(bob.publicKey());
      assertThat(what.path("credential_id").asString()).isEqualTo(bob.credentialId());
    }
  }

  @Test
  // PF-42: a change shows in its record, whatever of the policy or the rule it changes
  void PF_42_a_policy_before_and_after_a_change_and_what_a_rule_is_for() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(Database.newFolder(), Map.of())) {
      Http http = daemon.http();
      String policy =
          "{'name':'careful','needs':'1 of anyone','match':{'tools':['bash'],'commands':['%s']}%s}";
      String id =
          http.post("/v1/approval-policies", Acceptance.json(policy, "rm canary *", ""))
              .expect(201)
              .json()
              .path("policy_id")
              .asString();
      String edits = Acceptance.json(",'editable':['/command']");
      String open = Acceptance.json(",'hours':{'time_zone':'UTC','open':['mon-fri 09:00-17:00']}");
      List<String> next =
          List.of(
              Acceptance.json(policy, "ls", ""),
              Acceptance.json(policy, "ls", edits),
              Acceptance.json(policy, "ls", edits + open));
      for (String body : next) {
        http.send("PUT", "/v1/approval-policies/" + id, body, _ -> {}).expect(200);
      }
      http.post(
              "/v1/permission-rules",
              Acceptance.json(
                  "{'behavior':'ask','tool':'bash','command':'rm canary','step_up':'passkey',"
                      + "'scope':{'kind':'user'}}"))
          .expect(201);

      String tenant =
          http.post("/v1/tenants", Acceptance.json("{'name':'acme'}"))
              .expect(201)
              .json()
              .path("tenant_id")
              .asString();
      http.send(
              "PUT",
              "/v1/tenants/" + tenant + "/approval-policy",
              Acceptance.json("{'expires_after_ms':60000}"),
              _ -> {})
          .expect(200);

      Chain chain = Chain.of(http);
      List<JsonNode> changes =
          chain.records.stream()
              .filter(record -> record.path("target").asString().equals("policy.change"))
              .map(record -> chain.evidence(record).path("what"))
              .toList();
      assertThat(changes).hasSize(5);
      assertThat(changes.getLast().at("/before/expires_after_ms").asLong()).isEqualTo(86_400_000);
      assertThat(changes.getLast().at("/after/expires_after_ms").asLong()).isEqualTo(60_000);
      for (JsonNode change : changes.subList(1, 4)) {
        ObjectNode before = ((ObjectNode) change.path("before")).without("version");
        ObjectNode after = ((ObjectNode) change.path("after")).without("version");
        assertThat(after).as(change.toString()).isNotEqualTo(before);
      }
      assertThat(changes.getFirst().at("/after/match_sha256").asString())
          .isEqualTo(
              Digests.sha256Hex(
                  "{\"commands\":[\"rm canary *\"],\"tools\":[\"bash\"]}"
                      .getBytes(StandardCharsets.UTF_8)));
      JsonNode rule = chain.evidence(chain.only("rule.create")).path("what");
      assertThat(rule.path("tool").asString()).isEqualTo("bash");
      assertThat(rule.path("scope").asString()).isEqualTo("user");
      assertThat(rule.path("step_up").asString("none")).isEqualTo("passkey");
      assertThat(chain.export).doesNotContain("canary");
    }
  }

  /** What an export tells of administration; it holds as a whole. */
  private record Chain(String export, List<JsonNode> records, Map<String, JsonNode> evidence) {
    static Chain of(Http http) throws Exception {
      String export = http.get("/v1/audit/export").expect(200).text();
      assertThat(
              Verifier.verify(
                      new ByteArrayInputStream(export.getBytes(StandardCharsets.UTF_8)),
                      TrustedKeys.NOTHING)
                  .findings())
          .isEmpty();
      List<JsonNode> lines = export.lines().map(line -> Acceptance.JSON.readTree(line)).toList();
      Map<String, JsonNode> evidence = new HashMap<>();
      lines.stream()
          .filter(line -> line.path("type").asString().equals("evidence"))
          .forEach(line -> evidence.put(line.path("action_id").asString(), line.path("detail")));
      List<JsonNode> records =
          lines.stream()
              .map(line -> line.path("record"))
              .filter(record -> record.path("kind").asString("").equals("admin"))
              .toList();
      return new Chain(export, records, evidence);
    }

    List<String> targets() {
      return records.stream().map(record -> record.path("target").asString()).toList();
    }

    JsonNode only(String target) {
      List<JsonNode> found =
          records.stream()
              .filter(record -> record.path("target").asString().equals(target))
              .toList();
      assertThat(found).as(target + " among " + targets()).hasSize(1);
      return found.getFirst();
    }

    JsonNode evidence(JsonNode of) {
      return Objects.requireNonNull(evidence.get(of.path("action_id").asString()));
    }
  }
}
