package dev.holdpoint.core.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which 32 bytes can be somebody's public key. */
class CurvePointTest {
  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  /** The public keys of RFC 8032, 7.1. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e"
      })
  void keys_of_the_standard_are_keys(String key) {
    assertThat(Verification.publicKeyFault(hex(key))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"
      })
  void the_eight_points_of_small_order_are_nobodys(String key) {
    assertThat(Verification.publicKeyFault(hex(key)))
        .contains("is a weak key for which anyone can make signatures");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // y = p, p + 1 and 2^255 - 1, which have other names below p
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        // x = 0 with a sign
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        // no x at all
        "0200000000000000000000000000000000000000000000000000000000000000"
      })
  void what_is_no_point_or_a_second_name_for_one_is_refused(String key) {
    assertThat(Verification.publicKeyFault(hex(key))).contains("is not a point on the curve");
  }

  @RepeatedTest(20)
  void every_key_that_is_made_is_one() throws Exception {
    byte[] encoded =
        KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic().getEncoded();
    byte[] raw = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    assertThat(Verification.publicKeyFault(raw)).isNull();
    assertThat(Verification.publicKeyFault(Arrays.copyOf(raw, 31))).contains("32 bytes");
  }
}
