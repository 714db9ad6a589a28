package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.approver.ApproverKey;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tenants, their policies and their keys are the same after a restart, secrets included. */
@OnBothDatabases
class TenantRestartTest {
  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;

  TenantRestartTest(Database database) {
    this.settings = database.settings(Map.of());
  }

  private static JsonNode seen(Http http, String tenant) {
    return Acceptance.JSON.valueToTree(
        List.of(
            http.get(Tenancy.at(tenant)).expect(200).json(),
            http.get(Tenancy.at(tenant) + "/service-keys").expect(200).json(),
            http.get(Tenancy.at(tenant) + "/approver-keys").expect(200).json()));
  }

  @Test
  void what_was_signed_with_either_kind_of_key_holds_after_a_restart() {
    String tenant;
    Tenancy.Approver ada;
    Tenancy.Approver bob;
    JsonNode before;
    String[] runs = new String[2];
    String[] approvals = new String[2];
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      tenant =
          Acceptance.text(
              http.post(Tenancy.TENANTS, Acceptance.json("{'name':'acme'}")).expect(201).json(),
              "tenant_id");
      http.send(
              "PUT",
              Tenancy.at(tenant) + "/approval-policy",
              Acceptance.json("{'signature_required':true}"),
              _ -> {})
          .expect(200);
      http.post(Tenancy.at(tenant) + "/service-keys", Acceptance.json("{'name':'a'}")).expect(201);
      ada = Tenancy.Approver.in(http, tenant, "ada");
      ApproverKey.Hmac key = ApproverKey.Hmac.generate();
      String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(key.secret());
      JsonNode made =
          http.post(
                  Tenancy.at(tenant) + "/approver-keys",
                  Acceptance.json("{'algorithm':'hmac-sha256','secret':'%s'}", secret))
              .expect(201)
              .json();
      bob = new Tenancy.Approver(Acceptance.text(made, "key_id"), key);
      for (int i = 0; i < 2; i++) {
        String session = "s" + i;
        String wish = Acceptance.json("{'session_id':'%s','tenant_id':'%s'}", session, tenant);
        http.post("/v1/sessions", wish).expect(201);
        runs[i] = http.submit(session, Script.bash("echo ran"));
        approvals[i] = http.awaitApproval(runs[i]);
      }
      before = seen(http, tenant);
    }
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      assertThat(seen(http, tenant)).isEqualTo(before);
      List<Tenancy.Approver> signing = List.of(ada, bob);
      for (int i = 0; i < 2; i++) {
        String path = "/v1/runs/" + runs[i] + "/approvals";
        http.post(path, Http.allow(approvals[i])).expect(403);
        http.post(path, signing.get(i).allows(approvals[i])).expect(202);
        http.awaitRun(runs[i], "completed");
      }
    }
  }
}
