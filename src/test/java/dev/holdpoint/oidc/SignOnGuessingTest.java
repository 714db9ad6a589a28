package dev.holdpoint.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** People who sign in from an address from which others guess. */
final class SignOnGuessingTest extends SignOn {
  @Override
  Map<String, String> more() {
    return Map.of("HOLDPOINT_LIMITS_FAILED_CREDENTIALS_PER_MINUTE", "3");
  }

  /** Issue 31, single sign-on: the cookie was made for this very address just now. */
  @Test
  void PF_68_a_browser_that_has_just_signed_in_is_served_although_others_guess() throws Exception {
    for (int i = 0; i < 3; i++) {
      nobody.as("wrong-" + i).get("/v1/me").expect(401);
    }
    nobody.as("wrong-too").get("/v1/me").expect(429);
    String cookie =
        cookie(signIn(claims -> claims.subject("sub-zoe").claim("email", "zoe@example.com")));
    assertThat(cookie).isNotNull();
    me(cookie).expect(200);
    me(cookie + "x").expect(429);
  }
}
