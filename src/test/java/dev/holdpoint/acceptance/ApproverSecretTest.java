package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The secret of an HMAC key goes into the vault and comes out of no door. */
@OnBothDatabases
class ApproverSecretTest extends Tenancy {
  private static final byte[] SECRET =
      HexFormat.of().parseHex("9f2c1e7ab3d45068c1f0e29d7b8a4635de13f7a90c62b845317ed9f04ab86c21");

  ApproverSecretTest(Database database) {
    super(database);
  }

  private static String base64url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private Http.Answer hmac(String tenantId, String secret) {
    return approverKey(tenantId, "'algorithm':'hmac-sha256','secret':'" + secret + "'");
  }

  private JsonNode only(String tenantId) {
    JsonNode list = http.get(at(tenantId) + "/approver-keys").expect(200).json();
    assertThat(list.size()).isEqualTo(1);
    return list.get(0);
  }

  // S1-23, S1-38
  @Test
  void the_secret_of_an_hmac_key_is_never_shown() {
    String id = tenant();
    Http.Answer answer = hmac(id, base64url(SECRET));
    JsonNode key = answer.expect(201).json();

    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    assertThat(text(key, "principal")).isEqualTo(text(key, "key_id"));
    assertThat(members(key))
        .containsExactly(
            "key_id",
            "tenant_id",
            "algorithm",
            "principal",
            "state",
            "created_at",
            "created_at_ms");
    assertThat(only(id)).isEqualTo(key);
  }

  @Test
  void padding_may_be_sent_and_makes_no_other_key() {
    String id = tenant();
    hmac(id, base64url(SECRET) + "=").expect(201);
  }

  @Test
  void a_secret_has_at_most_1024_bytes() {
    String id = tenant();
    byte[] longest = new byte[1024];
    Arrays.fill(longest, (byte) 7);
    hmac(id, base64url(longest)).expect(201);
    refused(hmac(id, base64url(new byte[1025])), 400, "tenants", "invalid_tenant");
  }
}
