package dev.holdpoint.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.oidc.WilfulProvider.Change;
import org.junit.jupiter.api.Test;

/** A provider that changes its keys while people sign in. */
final class SignOnKeysTest extends SignOn {
  /** Issue 31, single sign-on: the keys are read again for a key that is not among them. */
  @Test
  void new_keys_count_at_once() throws Exception {
    Change fay = claims -> claims.subject("sub-fay").claim("email", "fay@example.com");
    assertThat(cookie(signIn(fay))).isNotNull();
    provider.rotate();
    assertThat(cookie(signIn(fay))).isNotNull();
  }
}
