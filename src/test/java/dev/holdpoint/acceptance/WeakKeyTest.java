package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys for which anybody could sign are not let in. */
@OnBothDatabases
class WeakKeyTest extends SignedAcceptance {
  WeakKeyTest(Database database) {
    super(database);
  }

  private Http.Answer add(String body) {
    return http.post(host.path("/approver-keys"), json(body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The points of order 1, 2, 4 and 8 in their own and in other forms, and one off the curve.
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0200000000000000000000000000000000000000000000000000000000000000"
      })
  void a_point_of_small_order_or_off_the_curve_is_no_key(String hex) {
    byte[] point = java.util.HexFormat.of().parseHex(hex);

    Http.Answer answer =
        add(
            "{'algorithm':'ed25519','public_key':'"
                + dev.holdpoint.blackbox.Approver.base64url(point)
                + "'}");

    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "16", "31"})
  void a_secret_of_less_than_32_bytes_is_no_key(int length) {
    String secret = dev.holdpoint.blackbox.Approver.base64url(new byte[length]);

    Http.Answer answer = add("{'algorithm':'hmac-sha256','secret':'" + secret + "'}");

    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'algorithm':'hmac-sha256'}",
        "{'algorithm':'ed25519'}",
        "{'algorithm':'none','secret':'x'}",
        "{'algorithm':'hmac-sha256','public_key':'11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'}",
        "{'algorithm':'ed25519','secret':'11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'}",
        "{'algorithm':'ed25519','public_key':'11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo'}",
        "{'algorithm':'ed25519','public_key':'MCowBQYDK2VwAyEA11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'}",
        "{'algorithm':'ed25519','public_key':'11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo','not_after':'1999-01-01T00:00:00Z'}",
        "{'algorithm':'ed25519','public_key':'11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo','not_after':'soon'}",
        "{'algorithm':'ed25519','public_key':'11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo','state':'active'}"
      })
  void what_is_half_or_twice_a_key_is_none(String body) {
    Http.Answer answer = add(body);

    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.text()).doesNotContain("11qYAYKxCrfVS");
  }

  @Test
  // S1-11: only an admin
  void nobody_but_an_admin_brings_a_key_in() {
    String body =
        json("{'algorithm':'ed25519','public_key':'11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'}");

    for (String role : java.util.List.of("operator", "viewer", "agent")) {
      Http other = http.withRole(role, role + System.nanoTime());
      assertThat(other.post(host.path("/approver-keys"), body).status()).isEqualTo(403);
      assertThat(other.get(host.path("/approver-keys")).status()).isEqualTo(403);
    }
    assertThat(host.adapter().post(host.path("/approver-keys"), body).status()).isIn(401, 403);
    assertThat(http.as(null).post(host.path("/approver-keys"), body).status()).isEqualTo(401);
  }
}
