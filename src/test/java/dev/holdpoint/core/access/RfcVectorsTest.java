package dev.holdpoint.core.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The vectors of RFC 8032 section 7.1 and of RFC 4231. Wycheproof's are in no artifact of Maven
 * Central; what they are for (values past the order of the group, cut and lengthened ones, keys of
 * small order) is below, in {@link VectorsTest} and in {@code WeakKeyTest}.
 */
class RfcVectorsTest {
  private static final BigInteger ORDER =
      BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  private static boolean isSigned(byte[] key, byte[] message, byte[] signature) {
    return Verification.holds(
        Algorithm.ED25519,
        key,
        message,
        Base64.getUrlEncoder().withoutPadding().encodeToString(signature));
  }

  @ParameterizedTest
  @CsvSource({
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a, '',"
        + " e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c, 72,"
        + " 92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025, af82,"
        + " 6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf,"
        + " ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f,"
        + " dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
        + "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
  })
  // S1-19
  void S1_19_the_signatures_of_rfc_8032_verify_and_their_likes_do_not(
      String key, String message, String signature) {
    byte[] point = hex(key);
    byte[] signed = hex(message);
    byte[] value = hex(signature);

    assertThat(isSigned(point, signed, value)).isTrue();
    assertThat(isSigned(point, Arrays.copyOf(signed, signed.length + 1), value)).isFalse();
    for (int bit = 0; bit < value.length * 8; bit++) {
      byte[] turned = value.clone();
      turned[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(isSigned(point, signed, turned)).as("bit " + bit).isFalse();
    }
    // Each multiple of the order that fits gives another text for the same equation.
    for (int times = 1; times < 16; times++) {
      BigInteger s = scalar(value).add(ORDER.multiply(BigInteger.valueOf(times)));
      if (s.bitLength() <= 256) {
        assertThat(isSigned(point, signed, withScalar(value, s))).as(times + " L").isFalse();
      }
    }
  }

  private static BigInteger scalar(byte[] signature) {
    return new BigInteger(1, reversed(Arrays.copyOfRange(signature, 32, 64)));
  }

  private static byte[] withScalar(byte[] signature, BigInteger s) {
    byte[] number = s.toByteArray();
    byte[] wide = new byte[32];
    int from = Math.max(0, number.length - 32);
    System.arraycopy(number, from, wide, 32 - (number.length - from), number.length - from);
    byte[] all = signature.clone();
    System.arraycopy(reversed(wide), 0, all, 32, 32);
    return all;
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] other = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      other[i] = bytes[bytes.length - 1 - i];
    }
    return other;
  }

  @ParameterizedTest
  @CsvSource({
    "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b, 4869205468657265,"
        + " b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    "4a656665, 7768617420646f2079612077616e7420666f72206e6f7468696e673f,"
        + " 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,"
        + " dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd,"
        + " 773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    "0102030405060708090a0b0c0d0e0f10111213141516171819,"
        + " cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd,"
        + " 82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
  })
  // S1-18
  void S1_18_the_codes_of_rfc_4231_verify_whole_and_never_cut(
      String key, String message, String code) {
    byte[] value = hex(code);

    assertThat(isCode(hex(key), hex(message), value)).isTrue();
    for (int length = 0; length < value.length; length++) {
      assertThat(isCode(hex(key), hex(message), Arrays.copyOf(value, length))).isFalse();
    }
  }

  @Test
  // S1-18: a key longer than the block is hashed first
  void S1_18_a_long_key_is_taken_as_rfc_4231_takes_it() {
    byte[] key = new byte[131];
    Arrays.fill(key, (byte) 0xaa);
    byte[] message = "Test Using Larger Than Block-Size Key - Hash Key First".getBytes(US_ASCII);

    assertThat(
            isCode(
                key,
                message,
                hex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")))
        .isTrue();
  }

  private static boolean isCode(byte[] key, byte[] message, byte[] code) {
    return Verification.holds(
        Algorithm.HMAC_SHA256,
        key,
        message,
        Base64.getUrlEncoder().withoutPadding().encodeToString(code));
  }
}
