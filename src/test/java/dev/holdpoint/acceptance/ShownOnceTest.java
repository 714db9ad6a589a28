package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.approver.ApproverKey;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Keys at the doors of admins: what is shown once is made once, and all else is told again. */
@OnBothDatabases
class ShownOnceTest {
  /** Doors that {@link IdempotencyTest} counts. */
  static final Set<String> DOORS =
      Set.of(
          "createToken",
          "createServiceKey",
          "createSignInLink",
          "inviteApprover",
          "createTenant",
          "createApproverKey",
          "rotateAuditKey",
          "rotateVaultKey");

  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;

  ShownOnceTest(Database database) {
    this.settings = database.settings(Map.of());
  }

  private static Http.Answer keyed(Http http, String path, String body, String key) {
    return http.send(
        "POST", path, Acceptance.json(body), request -> request.header("Idempotency-Key", key));
  }

  private static String tenant(Http http, String name) {
    return Acceptance.text(
        http.post(Tenancy.TENANTS, Acceptance.json("{'name':'%s'}", name)).expect(201).json(),
        "tenant_id");
  }

  private static long count(Http http, String path, String member, String name) {
    return http.get(path)
        .expect(200)
        .json()
        .valueStream()
        .filter(row -> Acceptance.text(row, member).equals(name))
        .count();
  }

  /**
   * A call whose answer holds a secret.
   *
   * @param id the member with what is made
   */
  private record Door(String path, String body, String other, String id) {}

  private static void isMadeOnce(Http http, Door door, String made) {
    JsonNode problem =
        Acceptance.refused(
            keyed(http, door.path, door.body, "once"), 409, "idempotency", "answer_not_repeatable");
    if (!made.isEmpty()) {
      assertThat(Acceptance.text(problem, "conflicting_resource_id")).isEqualTo(made);
    }
    if (!door.other.isEmpty()) {
      Acceptance.refused(
          keyed(http, door.path, door.other, "once"), 409, "idempotency", "idempotency_conflict");
    }
  }

  @Test
  // KT-12
  void KT_12_what_is_shown_once_is_made_once_also_over_a_restart() {
    List<Door> doors;
    String[] made;
    String tenant;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      tenant = tenant(http, "acme");
      doors =
          List.of(
              new Door(
                  "/v1/tokens",
                  "{'name':'ci','role':'agent'}",
                  "{'name':'ci','role':'viewer'}",
                  "token_id"),
              new Door(
                  Tenancy.at(tenant) + "/service-keys",
                  "{'name':'host'}",
                  "{'name':'other'}",
                  "key_id"),
              new Door(
                  Tenancy.at(tenant) + "/approver-keys/enrollments",
                  "{'principal':'ada'}",
                  "{'principal':'grace'}",
                  "enrollment_id"),
              new Door("/v1/sign-in-links", "", "", "none"));
      made = new String[doors.size()];
      for (int i = 0; i < made.length; i++) {
        Door door = doors.get(i);
        JsonNode first = keyed(http, door.path, door.body, "once").expect(201).json();
        made[i] = Acceptance.text(first, door.id);
        isMadeOnce(http, door, made[i]);
        keyed(http, door.path, door.body, "another key").expect(201);
      }
    }
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      for (int i = 0; i < made.length; i++) {
        isMadeOnce(http, doors.get(i), made[i]);
      }
      assertThat(count(http, "/v1/tokens", "name", "ci")).isEqualTo(2);
      assertThat(count(http, Tenancy.at(tenant) + "/service-keys", "name", "host")).isEqualTo(2);
      // The one that nobody has seen is revoked; its key stays used up.
      http.send("DELETE", "/v1/tokens/" + made[0], null, _ -> {}).expect(204);
      isMadeOnce(http, doors.getFirst(), made[0]);
    }
  }

  @Test
  // KT-12
  void KT_12_what_has_no_secret_is_told_again() {
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      String tenant = tenant(http, "acme");
      String key =
          "{'algorithm':'ed25519','principal':'ada','public_key':'%s'}"
              .formatted(ApproverKey.Pair.generate().publicKey());
      for (Door door :
          List.of(
              new Door(Tenancy.TENANTS, "{'name':'beta'}", "{'name':'gamma'}", "tenant_id"),
              new Door(Tenancy.at(tenant) + "/approver-keys", key, "", "key_id"),
              new Door("/v1/audit/keys/rotate", "", "", "key_id"))) {
        JsonNode first = keyed(http, door.path, door.body, "once").expect(201).json();
        Http.Answer again = keyed(http, door.path, door.body, "once").expect(201);
        assertThat(again.json()).isEqualTo(first);
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        if (!door.other.isEmpty()) {
          Acceptance.refused(
              keyed(http, door.path, door.other, "once"),
              409,
              "idempotency",
              "idempotency_conflict");
        }
      }
      assertThat(http.get("/v1/audit/keys").expect(200).json().size()).isEqualTo(2);

      JsonNode turned = keyed(http, "/v1/vault/rotate", "", "once").expect(200).json();
      Http.Answer again = keyed(http, "/v1/vault/rotate", "", "once").expect(200);
      assertThat(again.json()).isEqualTo(turned);
      assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
      assertThat(Acceptance.text(http.post("/v1/vault/rotate", "").expect(200).json(), "key_id"))
          .isNotEqualTo(Acceptance.text(turned, "key_id"));
    }
  }
}
