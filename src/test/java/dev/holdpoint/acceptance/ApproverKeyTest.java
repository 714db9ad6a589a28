package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** An approver's key is brought in by an admin, retired and revoked, and never shown. */
@OnBothDatabases
class ApproverKeyTest extends Tenancy {
  /** Of RFC 8032's first test. */
  static final String PUBLIC = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

  ApproverKeyTest(Database database) {
    super(database);
  }

  private static String base64url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String base64url(String text) {
    return base64url(text.getBytes(StandardCharsets.UTF_8));
  }

  private Http.Answer hmac(String tenantId, String secret) {
    return approverKey(tenantId, "'algorithm':'hmac-sha256','secret':'" + secret + "'");
  }

  private Http.Answer ed25519(String tenantId, String publicKey, String more) {
    return approverKey(tenantId, "'algorithm':'ed25519','public_key':'" + publicKey + "'" + more);
  }

  private JsonNode only(String tenantId) {
    JsonNode list = http.get(at(tenantId) + "/approver-keys").expect(200).json();
    assertThat(list.size()).isEqualTo(1);
    return list.get(0);
  }

  @Test
  void an_ed25519_key_is_shown_without_any_secret() {
    String id = tenant();
    JsonNode key = ed25519(id, PUBLIC, ",'principal':'ada','name':'laptop'").expect(201).json();

    assertThat(members(key))
        .containsExactly(
            "key_id",
            "tenant_id",
            "algorithm",
            "principal",
            "name",
            "public_key",
            "state",
            "created_at",
            "created_at_ms");
    assertThat(text(key, "key_id")).matches("apk_[A-Za-z0-9]+");
    assertThat(text(key, "principal")).isEqualTo("ada");
    assertThat(text(key, "state")).isEqualTo("active");
    assertThat(only(id)).isEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'algorithm':'hmac-sha256'|/secret",
        "'algorithm':'ed25519'|/public_key",
        "'algorithm':'hmac-sha256','public_key':'x'|/public_key",
        "'algorithm':'ed25519','public_key':'x','secret':'y'|/secret",
        "'algorithm':'hmac-sha256','secret':'nyweerPUUGjB8OKde4pGNd4T96kMYrhFMX7Z8Eq4bA'|/secret",
        "'algorithm':'hmac-sha256','secret':'nyweerPUUGjB8OKde4pGNd4T96kMYrhFMX7Z8Eq4bC'|/secret",
        "'algorithm':'hmac-sha256','secret':'+yweerPUUGjB8OKde4pGNd4T96kMYrhFMX7Z8Eq4bCE'|/secret",
        "'algorithm':'hmac-sha256','secret':'nyweerPUUGjB8OKde4pGNd4T96kMYrhFMX7Z8Eq4bCF'|/secret",
        "'algorithm':'hmac-sha256','secret':'nyweerPUUGjB8OKde4pGNd4T96kMYrhFMX7Z8Eq4bCE=='|/secret",
        "'algorithm':'hmac-sha256','secret':' nyweerPUUGjB8OKde4pGNd4T96kMYrhFMX7Z8Eq4bCE'|/secret",
        "'algorithm':'ed25519','public_key':'11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHUQ'|/public_key",
        // y = 2, which is on no point of the curve
        "'algorithm':'ed25519','public_key':'AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'|/public_key",
        // the neutral point, and one of order four
        "'algorithm':'ed25519','public_key':'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'|/public_key",
        "'algorithm':'ed25519','public_key':'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'|/public_key"
      })
  void what_is_no_key_is_refused_and_not_repeated(String members, String pointer) {
    String id = tenant();
    Http.Answer answer = approverKey(id, members);

    JsonNode problem = refused(answer, 400, "tenants", "invalid_tenant");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(answer.text()).doesNotContain("nyweerPUUG", "11qYAYKx");
    assertThat(http.get(at(id) + "/approver-keys").expect(200).json()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'public_key':'x'",
        "'algorithm':'rsa','public_key':'x'",
        "'algorithm':'HMAC-SHA256','secret':'x'",
        "'algorithm':'ed25519','public_key':7",
        "'algorithm':'ed25519','private_key':'x'",
        "'algorithm':'ed25519','public_key':'x','not_after':'tomorrow'",
        "'algorithm':'ed25519','public_key':'x','not_after':'2099-01-01T00:00:00Z','not_after_ms':1"
      })
  void a_body_that_is_not_as_it_should_be_makes_nothing(String members) {
    String id = tenant();
    refused(approverKey(id, members), 400, "api", "invalid_request");
    assertThat(http.get(at(id) + "/approver-keys").expect(200).json()).isEmpty();
  }

  @Test
  void a_key_ends_when_it_is_said_to() {
    String id = tenant();
    String later =
        Instant.now().plus(3, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS).toString();
    assertThat(
            text(
                ed25519(id, PUBLIC, ",'not_after':'" + later + "'").expect(201).json(),
                "not_after"))
        .isEqualTo(later);
    assertThat(
            text(
                ed25519(id, PUBLIC, ",'not_after_ms':4102444800000").expect(201).json(),
                "not_after"))
        .isEqualTo("2100-01-01T00:00:00Z");
    refused(
        ed25519(id, PUBLIC, ",'not_after':'2020-01-01T00:00:00Z'"),
        400,
        "tenants",
        "invalid_tenant");
  }

  @Test
  void a_key_retires_for_seven_days_or_as_long_as_is_said_and_is_revoked_for_good() {
    String id = tenant();
    String key = text(ed25519(id, PUBLIC, "").expect(201).json(), "key_id");
    String path = at(id) + "/approver-keys/" + key;

    Instant before = Instant.now();
    JsonNode retiring = http.post(path + "/retire", null).expect(200).json();
    assertThat(text(retiring, "state")).isEqualTo("retiring");
    assertThat(Instant.parse(text(retiring, "not_after")))
        .isBetween(
            before.plus(7, ChronoUnit.DAYS).minusSeconds(1),
            Instant.now().plus(7, ChronoUnit.DAYS));
    assertThat(http.post(path + "/retire", null).expect(200).json()).isEqualTo(retiring);
    assertThat(
            text(
                http.post(path + "/retire", json("{'not_after':'2100-01-01T00:00:00Z'}"))
                    .expect(200)
                    .json(),
                "not_after"))
        .isEqualTo("2100-01-01T00:00:00Z");
    refused(
        http.post(path + "/retire", json("{'not_after_ms':5}")), 400, "tenants", "invalid_tenant");

    delete(path).expect(204);
    delete(path).expect(204);
    assertThat(text(only(id), "state")).isEqualTo("revoked");
    assertThat(text(only(id), "revoked_at")).endsWith("Z");
    refused(http.post(path + "/retire", null), 400, "tenants", "invalid_tenant");
    refused(
        delete(at(tenant()) + "/approver-keys/" + key), 404, "tenants", "approver_key_not_found");
  }

  // S1-13
  @Test
  void S1_13_a_service_key_or_a_token_is_no_approver_key_in_any_form() {
    String id = tenant();
    String other = tenant();
    JsonNode revoked = serviceKey(other);
    delete(at(other) + "/service-keys/" + text(revoked, "key_id")).expect(204);
    String token =
        text(http.post("/v1/tokens", json("{'name':'t','role':'agent'}")).json(), "token");

    for (String held :
        List.of(
            text(serviceKey(id), "key"),
            text(serviceKey(other), "key"),
            text(revoked, "key"),
            token,
            String.valueOf(http.token()))) {
      for (String sent : forms(held)) {
        JsonNode problem = refused(hmac(id, sent), 400, "tenants", "invalid_tenant");
        assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/secret");
      }
    }
    assertThat(http.get(at(id) + "/approver-keys").expect(200).json()).isEmpty();
  }

  /** The text itself, where that is base64url; its bytes; its random part; the same with zeros. */
  private static List<String> forms(String held) {
    String random = held.replaceFirst("^(sk_int_|hpt_)", "");
    byte[] text = held.getBytes(StandardCharsets.UTF_8);
    List<String> forms = new ArrayList<>();
    forms.add(held);
    forms.add(base64url(held));
    forms.add(base64url(Arrays.copyOf(text, text.length + 3)));
    if (random.matches("[A-Za-z0-9_-]{43}")) {
      byte[] bytes = Base64.getUrlDecoder().decode(random);
      forms.add(random);
      forms.add(random + "=");
      forms.add(base64url(random));
      forms.add(base64url(Arrays.copyOf(bytes, 40)));
    }
    return forms;
  }
}
