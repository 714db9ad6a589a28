package dev.holdpoint.cli.access;

import dev.holdpoint.cli.StandardInput;
import dev.holdpoint.client.approver.ApproverKey;
import dev.holdpoint.client.approver.KeyFile;
import java.io.IOException;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where an approver's key comes from; one of these: {@code @ArgGroup KeySource source}. */
final class KeySource {
  @Option(
      names = "--generate",
      paramLabel = "ALGORITHM",
      completionCandidates = Algorithms.class,
      description = "create a new key: ${COMPLETION-CANDIDATES}")
  private @Nullable String generate;

  @Option(
      names = "--public-key",
      paramLabel = "KEY",
      description =
          "an ed25519 public key: its raw 32 bytes in base64url; - reads them from "
              + "standard input")
  private @Nullable String publicKey;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description =
          "an hmac-sha256 key: file with 32 or more bytes in base64url; - is standard input")
  private @Nullable String secretFile;

  /**
   * @param made what was generated, to be written down
   */
  record Found(
      String algorithm,
      @Nullable String secret,
      @Nullable String publicKey,
      @Nullable KeyFile made) {
    @Override
    public String toString() {
      return "Found[" + algorithm + "]";
    }
  }

  boolean generates() {
    return generate != null;
  }

  Found read(Function<String, ParameterException> usage) throws IOException {
    if (publicKey != null) {
      String text = publicKey.equals("-") ? StandardInput.read("-") : publicKey;
      return new Found(ApproverKey.Ed25519.ALGORITHM, null, text.strip(), null);
    }
    if (secretFile != null) {
      String text = StandardInput.read(secretFile).strip();
      return new Found(ApproverKey.Hmac.ALGORITHM, text, null, null);
    }
    return switch (generate) {
      case ApproverKey.Ed25519.ALGORITHM -> {
        ApproverKey.Pair pair = ApproverKey.Pair.generate();
        yield new Found(
            ApproverKey.Ed25519.ALGORITHM, null, pair.publicKey(), new KeyFile(pair.key(), null));
      }
      case ApproverKey.Hmac.ALGORITHM -> {
        ApproverKey.Hmac key = ApproverKey.Hmac.generate();
        yield new Found(
            ApproverKey.Hmac.ALGORITHM,
            Base64.getUrlEncoder().withoutPadding().encodeToString(key.secret()),
            null,
            new KeyFile(key, null));
      }
      case null, default ->
          throw usage.apply("--generate takes " + String.join(" or ", new Algorithms()));
    };
  }

  static final class Algorithms implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of(ApproverKey.Ed25519.ALGORITHM, ApproverKey.Hmac.ALGORITHM).iterator();
    }
  }
}
