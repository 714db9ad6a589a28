package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.UsedChallenge;
import dev.holdpoint.core.access.Verification;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.Digests;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an authenticator has to answer: random bytes, when they expire, and a MAC of both by the
 * ledger's key. So nothing is stored until one is used, and each node knows those of all.
 */
public final class Challenges {
  public static final long VALID_MS = 120_000;

  private static final int RANDOM_BYTES = 16;
  private static final int TEXT_BYTES = RANDOM_BYTES + Long.BYTES;
  private static final int MAC_BYTES = 32;

  /** How far the clocks of nodes may differ. */
  private static final long SLACK_MS = 600_000;

  private final UnaryOperator<byte[]> mac;
  private final SecureRandom random = new SecureRandom();

  /**
   * @param mac of 32 bytes at least, the same at every node
   */
  public Challenges(UnaryOperator<byte[]> mac) {
    this.mac = mac;
  }

  /** One that this daemon, or another node of it, has made and that has not expired. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Known(byte[] bytes, long untilMs) {
    String sha256() {
      return Digests.sha256Hex(bytes);
    }
  }

  String make(long nowMs) {
    byte[] drawn = new byte[RANDOM_BYTES];
    random.nextBytes(drawn);
    byte[] text = ByteBuffer.allocate(TEXT_BYTES).put(drawn).putLong(nowMs + VALID_MS).array();
    byte[] whole = ByteBuffer.allocate(TEXT_BYTES + MAC_BYTES).put(text).put(marked(text)).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
  }

  /** Null for anything else. */
  @Nullable Known read(String challenge, long nowMs) {
    byte[] whole = Verification.base64url(challenge);
    if (whole == null || whole.length != TEXT_BYTES + MAC_BYTES) {
      return null;
    }
    byte[] text = Arrays.copyOf(whole, TEXT_BYTES);
    byte[] sent = Arrays.copyOfRange(whole, TEXT_BYTES, whole.length);
    long untilMs = ByteBuffer.wrap(text).getLong(RANDOM_BYTES);
    return MessageDigest.isEqual(marked(text), sent) && nowMs < untilMs
        ? new Known(whole, untilMs)
        : null;
  }

  private byte[] marked(byte[] text) {
    return Arrays.copyOf(mac.apply(text), MAC_BYTES);
  }

  /** Whether it was unused until now; from now on it is used, at every node. */
  static boolean spend(Change change, Known challenge) {
    if (change.nowMs() >= challenge.untilMs
        || change.named(UsedChallenge.KIND, challenge.sha256()) != null) {
      return false;
    }
    String id = change.newId(UsedChallenge.PREFIX);
    change.keep(
        UsedChallenge.KIND,
        new UsedChallenge(
            Ulid.keyOf(UsedChallenge.PREFIX, id).orElseThrow(),
            challenge.sha256(),
            challenge.untilMs + SLACK_MS));
    return true;
  }
}
