package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The root tenant has a policy and approver keys as others have, and nothing else of theirs. */
class RootPolicyTest {
  private static final String ROOT = "/v1/tenants/tnt_root";

  /** What is said to one daemon. */
  private static final class Told extends Acceptance {
    Told(Http http) {
      super(http);
    }

    JsonNode policy(String members) {
      return http.send("PUT", ROOT + "/approval-policy", json(members), _ -> {}).expect(200).json();
    }

    Http.Answer allows(JsonNode run, String more) {
      return http.post(
          "/v1/runs/" + id(run) + "/approvals", resolutions(one(approvalId(run), "allow", more)));
    }
  }

  // PF-67
  @ParameterizedTest
  @EnumSource(Database.class)
  void PF_67_the_root_tenant_takes_a_policy_and_approver_keys(
      Database database, @TempDir Path folder) {
    Map<String, String> settings = database.settings(Map.of());
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Told told = new Told(daemon.http());
      JsonNode parked = told.park(told.session(), Script.bash("echo one"), Script.SAY_LAST_RESULT);
      assertThat(told.policy("{'require_digest':true}").path("expires_after_ms").isMissingNode())
          .isTrue();
      JsonNode shown =
          told.http.get("/v1/approvals/" + Acceptance.approvalId(parked)).expect(200).json();
      assertThat(shown.at("/request/expires_at_ms").isMissingNode()).as(shown.toString()).isTrue();

      // It holds for what waits already, and the requester may still approve.
      Acceptance.refused(told.allows(parked, ""), 400, "approvals", "approval_digest_required");
      told.allows(
              parked,
              Acceptance.json(
                  ",'expected_digest':'%s','expected_revision':1",
                  shown.at("/request/digest").asString()))
          .expect(202);
      assertThat(told.lastWords(Acceptance.id(parked))).contains("one");

      Tenancy.Approver ada = Tenancy.Approver.in(told.http, "tnt_root", "ada");
      assertThat(
              Acceptance.text(
                  told.policy("{'require_digest':false,'step_up':'passkey'}"), "step_up"))
          .isEqualTo("passkey");
      JsonNode steep = told.park(told.session(), Script.bash("echo up"));
      Acceptance.refused(told.allows(steep, ""), 403, "approvals", "approval_signature_required");
      told.policy("{'step_up':'none','signature_required':true}");
      JsonNode signed = told.park(told.session(), Script.bash("echo two"), Script.SAY_LAST_RESULT);
      Acceptance.refused(told.allows(signed, ""), 403, "approvals", "approval_signature_required");
      told.allows(signed, ada.signs(Acceptance.approvalId(signed), true)).expect(202);
      assertThat(told.lastWords(Acceptance.id(signed))).contains("two");

      Acceptance.refused(
          told.http.post(ROOT + "/service-keys", Acceptance.json("{'name':'x'}")),
          400,
          "tenants",
          "invalid_tenant");
      assertThat(told.http.get(ROOT).expect(200).json().path("approval_policy"))
          .isEqualTo(told.http.get(ROOT + "/approval-policy").expect(200).json());
      told.http.send("DELETE", ROOT + "/approver-keys/" + ada.keyId(), null, _ -> {}).expect(204);
    }
    // It is kept, and a tenant that is made below does not begin with it.
    try (TestDaemon again = TestDaemon.start(folder, settings)) {
      Http http = again.http();
      assertThat(http.get(ROOT).expect(200).json().at("/approval_policy/signature_required"))
          .isEqualTo(Acceptance.JSON.getNodeFactory().booleanNode(true));
      assertThat(
              http.post("/v1/tenants", Acceptance.json("{'name':'below'}"))
                  .expect(201)
                  .json()
                  .at("/approval_policy/signature_required")
                  .asBoolean())
          .isFalse();
    }
  }
}
