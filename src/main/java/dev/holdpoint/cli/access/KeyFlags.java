package dev.holdpoint.cli.access;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalSignature;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.approver.KeyFile;
import dev.holdpoint.client.approver.KeyUnusable;
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

  ApprovalSignature mint(KeyFile key) {
    String id = keyId == null ? String.valueOf(key.keyId()) : keyId;
    Duration span = expires == null ? BY_DEFAULT : expires;
    long exp = Math.floorDiv(System.currentTimeMillis(), 1_000L) + span.toSeconds();
    return key.key().mint(id, approvalId, approves(), exp);
  }

  private ParameterException usage(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
