package dev.holdpoint.vault.passkey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.engine.port.PasskeyVerifier.Answer;
import dev.holdpoint.engine.port.PasskeyVerifier.Credential;
import dev.holdpoint.engine.port.PasskeyVerifier.Failed;
import dev.holdpoint.engine.port.PasskeyVerifier.Made;
import dev.holdpoint.engine.port.PasskeyVerifier.Site;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What no authenticator makes, but anybody can write: a key for which signatures take no private
 * key. An approver with such a key could say of each decision that somebody else has made it.
 */
final class WeakPasskeyTest {
  private static final Site SITE = new Site("localhost", Set.of("http://localhost:4747"), true);
  private static final byte[] CHALLENGE = new byte[32];
  private static final byte[] ID = new byte[32];
  private static final HexFormat HEX = HexFormat.of();

  private final WebAuthnVerifier verifier = new WebAuthnVerifier();

  private static byte[] all(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] sha256(byte[] bytes) throws Exception {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  private static byte[] client(String type) {
    return "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"http://localhost:4747\",\"crossOrigin\":false}"
        .formatted(type, Base64.getUrlEncoder().withoutPadding().encodeToString(CHALLENGE))
        .getBytes(UTF_8);
  }

  private static byte[] bytes(byte[] of) {
    return all(new byte[] {0x59}, ByteBuffer.allocate(2).putShort((short) of.length).array(), of);
  }

  private static byte[] data(int flags, byte[] more) throws Exception {
    return all(sha256("localhost".getBytes(UTF_8)), new byte[] {(byte) flags, 0, 0, 0, 0}, more);
  }

  private Credential registered(byte[] cose) throws Exception {
    byte[] attested = all(new byte[16], new byte[] {0, (byte) ID.length}, ID, cose);
    byte[] attestation =
        all(
            HEX.parseHex("a363666d74646e6f6e656761747453746d74a0686175746844617461"),
            bytes(data(0x45, attested)));
    return verifier.made(SITE, CHALLENGE, new Made(client("webauthn.create"), attestation));
  }

  private static byte[] ed25519(String hex) {
    return HEX.parseHex("a4010103272006215820" + hex);
  }

  private static byte[] p256(BigInteger x, BigInteger y) {
    return HEX.parseHex("a5010203262001215820%064x225820%064x".formatted(x, y));
  }

  private static byte[] rsa(BigInteger modulus, BigInteger exponent) {
    return all(
        HEX.parseHex("a401030339010020"),
        bytes(magnitude(modulus)),
        new byte[] {0x21},
        bytes(magnitude(exponent)));
  }

  private static byte[] magnitude(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
  }

  private void isRefused(byte[] cose) {
    assertThatThrownBy(() -> registered(cose)).isInstanceOf(Failed.class);
  }

  @Test
  void PF_62_a_key_of_small_order_is_not_registered_and_signs_nothing() throws Exception {
    String neutral = "01" + "00".repeat(31);
    isRefused(ed25519(neutral));
    isRefused(ed25519("00".repeat(32)));
    isRefused(ed25519("ec" + "ff".repeat(30) + "7f"));
    // For the neutral element this is the signature of every text.
    byte[] anyText = HEX.parseHex(neutral + "00".repeat(32));
    Answer answer = new Answer(client("webauthn.get"), data(5, new byte[0]), anyText);
    String stored = Base64.getUrlEncoder().withoutPadding().encodeToString(ed25519(neutral));
    String id = Base64.getUrlEncoder().withoutPadding().encodeToString(ID);
    assertThatThrownBy(() -> verifier.used(SITE, CHALLENGE, id, stored, answer))
        .isInstanceOf(Failed.class);
  }

  @Test
  void PF_62_a_point_beside_the_curve_is_not_registered() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    ECPublicKey good = (ECPublicKey) generator.generateKeyPair().getPublic();
    BigInteger x = good.getW().getAffineX();
    BigInteger y = good.getW().getAffineY();
    assertThat(registered(p256(x, y)).publicKey()).isNotEmpty();
    isRefused(p256(x, y.xor(BigInteger.ONE)));
    isRefused(p256(BigInteger.ZERO, BigInteger.ZERO));
    // The same key, as one of RSA.
    byte[] other = p256(x, y);
    isRefused(
        all(
            new byte[] {(byte) 0xa5, 1, 2, 3, 0x39, 1, 0},
            Arrays.copyOfRange(other, 5, other.length)));
  }

  @Test
  void PF_62_an_rsa_key_is_neither_short_nor_without_an_exponent() throws Exception {
    BigInteger modulus = BigInteger.ONE.shiftLeft(2_047).add(BigInteger.ONE);
    BigInteger exponent = BigInteger.valueOf(65_537);
    assertThat(registered(rsa(modulus, exponent)).publicKey()).isNotEmpty();
    isRefused(rsa(BigInteger.ONE.shiftLeft(1_023).add(BigInteger.ONE), exponent));
    isRefused(rsa(modulus, BigInteger.ONE));
    isRefused(rsa(modulus, BigInteger.TWO));
  }
}
