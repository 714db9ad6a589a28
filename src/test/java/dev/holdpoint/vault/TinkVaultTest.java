package dev.holdpoint.vault;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.secret.Sealed;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.port.SecretLost;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A sealed value opens in its own place, whole, and with its own key. */
final class TinkVaultTest {
  private static final byte[] VALUE = "hunter2".getBytes(UTF_8);
  private static final String ABOUT = Secret.about("tnt_1", "con_1", "KEY", 7);

  private final TinkVault vault = new TinkVault(VaultKey.generate());

  @Test
  void it_opens_with_the_same_and_looks_like_nothing() {
    Sealed one = vault.seal(VALUE, ABOUT);
    Sealed two = vault.seal(VALUE, ABOUT);

    assertThat(vault.open(one, ABOUT)).isEqualTo(VALUE);
    assertThat(one).isNotEqualTo(two);
    assertThat(one.wrappedKey()).isNotEqualTo(two.wrappedKey());
    assertThat(new String(one.ciphertext(), ISO_8859_1)).doesNotContain("hunter2");
    assertThat(one.toString()).doesNotContain("hunter2");
    assertThat(vault.open(vault.seal(new byte[0], ABOUT), ABOUT)).isEmpty();
  }

  @Test
  void it_opens_in_no_other_place() {
    Sealed sealed = vault.seal(VALUE, ABOUT);

    for (String other :
        List.of(
            Secret.about("tnt_2", "con_1", "KEY", 7),
            Secret.about("tnt_1", "con_2", "KEY", 7),
            Secret.about("tnt_1", "con_1", "KEYS", 7),
            Secret.about("tnt_1", "con_1", "KEY", 8),
            Secret.about("tnt_1con_1", "", "KEY", 7),
            "")) {
      assertThatThrownBy(() -> vault.open(sealed, other)).isInstanceOf(SecretLost.class);
      assertThatThrownBy(() -> vault.rewrap(sealed, other)).isInstanceOf(SecretLost.class);
    }
  }

  @Test
  void no_bit_of_it_can_be_flipped_and_no_byte_cut_off() {
    Sealed sealed = vault.seal(VALUE, ABOUT);

    for (int bit = 0; bit < sealed.ciphertext().length * 8; bit++) {
      Sealed bent = new Sealed(flip(sealed.ciphertext(), bit), sealed.wrappedKey(), vault.keyId());
      assertThatThrownBy(() -> vault.open(bent, ABOUT)).isInstanceOf(SecretLost.class);
    }
    for (int bit = 0; bit < sealed.wrappedKey().length * 8; bit++) {
      Sealed bent = new Sealed(sealed.ciphertext(), flip(sealed.wrappedKey(), bit), vault.keyId());
      assertThatThrownBy(() -> vault.open(bent, ABOUT)).isInstanceOf(SecretLost.class);
    }
    Sealed empty = new Sealed(new byte[0], new byte[0], vault.keyId());
    assertThatThrownBy(() -> vault.open(empty, ABOUT)).isInstanceOf(SecretLost.class);
    Sealed swapped = new Sealed(sealed.wrappedKey(), sealed.ciphertext(), vault.keyId());
    assertThatThrownBy(() -> vault.open(swapped, ABOUT)).isInstanceOf(SecretLost.class);
  }

  private static byte[] flip(byte[] bytes, int bit) {
    byte[] bent = bytes.clone();
    bent[bit / 8] ^= (byte) (1 << bit % 8);
    return bent;
  }

  @Test
  void another_key_does_not_open_it_and_says_which_one_would() {
    Sealed sealed = vault.seal(VALUE, ABOUT);
    TinkVault other = new TinkVault(VaultKey.generate());

    assertThatThrownBy(() -> other.open(sealed, ABOUT))
        .isInstanceOf(SecretLost.class)
        .hasMessageContaining(vault.keyId());
    Sealed lying = new Sealed(sealed.ciphertext(), sealed.wrappedKey(), other.keyId());
    assertThatThrownBy(() -> other.open(lying, ABOUT)).isInstanceOf(SecretLost.class);
  }

  @Test
  void a_change_of_keys_touches_neither_the_value_nor_its_ciphertext() {
    VaultKey old = VaultKey.generate();
    VaultKey fresh = VaultKey.generate();
    Sealed sealed = new TinkVault(old).seal(VALUE, ABOUT);
    TinkVault both = new TinkVault(fresh, old);

    Sealed anew = both.rewrap(sealed, ABOUT);

    assertThat(anew.ciphertext()).isEqualTo(sealed.ciphertext());
    assertThat(anew.wrappedBy()).isEqualTo(fresh.id());
    assertThat(both.open(sealed, ABOUT)).isEqualTo(VALUE);
    assertThat(new TinkVault(fresh).open(anew, ABOUT)).isEqualTo(VALUE);
    both.forgetOlder();
    assertThatThrownBy(() -> both.open(sealed, ABOUT)).isInstanceOf(SecretLost.class);
  }

  @Test
  void keys_are_told_apart_and_never_printed() {
    VaultKey key = VaultKey.generate();

    assertThat(VaultKey.parse(key.text()).id()).isEqualTo(key.id()).matches("[0-9a-f]{16}");
    assertThat(key.toString()).isEqualTo("VaultKey[" + key.id() + "]");
    for (String bad : List.of("", "abc", "hunter2!", "AAAA", key.text().strip() + "AAAA")) {
      assertThatThrownBy(() -> VaultKey.parse(bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageNotContaining("hunter2");
    }
  }
}
