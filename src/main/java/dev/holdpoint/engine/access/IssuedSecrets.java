package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.Digests;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * What the daemon has given out as a secret, as far as its hashes tell: whoever holds a service key
 * or a token must not thereby hold an approver key. A key is taken for the same in every form in
 * which it could be sent, revoked or not.
 */
public final class IssuedSecrets {
  private static final List<String> PREFIXES = List.of("", ServiceKey.SECRET_PREFIX, Tokens.PREFIX);
  private static final int RANDOM_BYTES = 32;

  private final Set<String> others;

  /**
   * @param others hashes of what no table holds: the operator's own token
   */
  public IssuedSecrets(Set<String> others) {
    this.others = Set.copyOf(others);
  }

  boolean isKnown(Change change, String sent, byte[] secret) {
    Set<String> hashes = hashes(sent, secret);
    return hashes.stream().anyMatch(others::contains)
        || hashes.stream().anyMatch(hash -> change.named(ServiceKey.KIND, hash) != null)
        || hashes.stream().anyMatch(hash -> change.named(WebSession.KIND, hash) != null)
        || change.queries().tokens().stream().map(Token::sha256).anyMatch(hashes::contains);
  }

  private static Set<String> hashes(String sent, byte[] secret) {
    Set<String> hashes = new HashSet<>();
    int padding = sent.indexOf('=');
    add(hashes, (padding < 0 ? sent : sent.substring(0, padding)).getBytes(StandardCharsets.UTF_8));
    // HMAC fills a short key up with zeros: with or without them it is the same key.
    byte[] bare = withoutZeros(secret);
    for (byte[] same :
        List.of(secret, bare, Arrays.copyOf(bare, Math.max(bare.length, RANDOM_BYTES)))) {
      add(hashes, same);
      add(
          hashes,
          Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(same)
              .getBytes(StandardCharsets.UTF_8));
      // Whoever holds the key can hash it too.
      hashes.add(HexFormat.of().formatHex(same));
    }
    return hashes;
  }

  private static void add(Set<String> hashes, byte[] text) {
    for (String prefix : PREFIXES) {
      byte[] start = prefix.getBytes(StandardCharsets.UTF_8);
      byte[] whole = Arrays.copyOf(start, start.length + text.length);
      System.arraycopy(text, 0, whole, start.length, text.length);
      hashes.add(Digests.sha256Hex(whole));
    }
  }

  private static byte[] withoutZeros(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(bytes, length);
  }
}
