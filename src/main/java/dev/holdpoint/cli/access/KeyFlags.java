package dev.holdpoint.cli.access;

import dev.holdpoint.api.gate.SignatureBodies.ApprovalSignature;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.approver.KeyFile;
import dev.holdpoint.client.approver.KeyUnusable;
import dev.holdpoint.client.approver.SentSecrets;
import dev.holdpoint.client.approver.ShownApproval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What is signed, with what, for how long: {@code @Mixin KeyFlags key}. */
final class KeyFlags {
  private static final Pattern APPROVAL = Pattern.compile("apr_[A-Za-z0-9]+");
  private static final Duration BY_DEFAULT = Duration.ofMinutes(5);
  private static final Duration LONGEST_BOUND = Duration.ofMinutes(15);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(paramLabel = "APPROVAL", description = "the approval's id")
  private String approvalId = "";

  @Option(
      names = "--key",
      required = true,
      paramLabel = "FILE",
      description =
          "your key: Ed25519 as PEM (PKCS #8), or an HMAC file from 'keys approver "
              + "add --generate'")
  private Path file = Path.of("");

  @Option(
      names = "--key-id",
      paramLabel = "KEY",
      description = "id of the registered key, apk_… (default: read from the key file)")
  private @Nullable String keyId;

  @Option(names = "--deny", description = "sign a denial")
  private boolean deny;

  @Option(
      names = "--expires",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "lifetime of the assertion: 45s, 5m, 1h (default: 5m)")
  private @Nullable Duration expires;

  @Option(
      names = "--v2",
      description =
          "bind the digest and the revision that are shown, and the secrets that are sent "
              + "(default: only where the tenant requires it)")
  private boolean bound;

  String approvalId() {
    return approvalId;
  }

  boolean approves() {
    return !deny;
  }

  /** Reads the key, before anybody is asked anything. */
  KeyFile read() throws IOException {
    if (!APPROVAL.matcher(approvalId).matches()) {
      throw usage("'" + approvalId + "' is not the id of an approval, such as apr_01M7EP4B…");
    }
    try {
      KeyFile found = KeyFile.read(file);
      if (keyId == null && found.keyId() == null) {
        throw usage(file + " does not contain the id of the registered key: add --key-id apk_…");
      }
      if (KeyFile.isExposed(file)) {
        command
            .commandLine()
            .getErr()
            .println(
                "Other users can read " + Visible.line(file.toString()) + "; run chmod 600 on it.");
      }
      return found;
    } catch (KeyUnusable e) {
      throw usage(file + ": " + e.getMessage());
    }
  }

  /** Whether what is shown is to be bound, whether that is required or not. */
  boolean isBound() {
    return bound;
  }

  /** Of version 1, from the id alone. */
  ApprovalSignature mint(KeyFile key) {
    return key.key().mint(id(key), approvalId, approves(), exp());
  }

  /** Of the version that is asked for or required. */
  ApprovalSignature mint(KeyFile key, ShownApproval shown, SentSecrets secrets) {
    if (!bound && shown.assertionVersion() < 2) {
      return mint(key);
    }
    if (expires != null && expires.compareTo(LONGEST_BOUND) > 0) {
      throw usage("--expires can be 15m at most for an assertion of version 2");
    }
    return key.key().mint(id(key), shown, approves(), exp(), secrets);
  }

  /**
   * Whether the digest that the daemon says is of the tool and the input that it shows. Says so on
   * standard error if it is not.
   */
  boolean isWhatItSays(ShownApproval shown) {
    if (shown.isWhatItSays() && shown.id().equals(approvalId)) {
      return true;
    }
    command
        .commandLine()
        .getErr()
        .println(
            "holdpoint: the digest of "
                + Visible.line(approvalId)
                + " is not of the tool and the input that are shown. Nothing was signed.");
    return false;
  }

  private String id(KeyFile key) {
    return keyId == null ? String.valueOf(key.keyId()) : keyId;
  }

  private long exp() {
    Duration span = expires == null ? BY_DEFAULT : expires;
    return Math.floorDiv(System.currentTimeMillis(), 1_000L) + span.toSeconds();
  }

  private ParameterException usage(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
