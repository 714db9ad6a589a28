package dev.holdpoint.cli.access;

import dev.holdpoint.api.access.KeyBodies.ApproverKeyView;
import dev.holdpoint.api.access.KeyBodies.CreateApproverKeyRequest;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Moments;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.approver.KeyFile;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "add",
    description = {
      "Registers the key of an approver, and prints the key's id.",
      "--generate creates the key on this machine and writes it to --out, "
          + "readable only by its owner. Only the public key of an ed25519 key is "
          + "sent to the daemon; the secret of an hmac-sha256 key is sent and stored "
          + "encrypted."
    },
    footer = {
      "  holdpoint keys approver add tnt_01M7EP4BTA0000D5JFGYZTA0B9 --generate ed25519 --out"
          + " ada.key --principal ada",
      "  holdpoint keys approver add tnt_01M7EP4BTA0000D5JFGYZTA0B9 --public-key"
          + " 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
      "  openssl rand -base64 32 | tr '+/' '-_' | holdpoint keys approver add"
          + " tnt_01M7EP4BTA0000D5JFGYZTA0B9 --secret-file -"
    })
final class ApproverAdd extends DaemonCommand {
  @Mixin private TenantFlag tenant;

  @ArgGroup(multiplicity = "1")
  private KeySource source = new KeySource();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "with --generate: file for the key; it must not exist yet")
  private @Nullable Path out;

  @Option(
      names = "--principal",
      paramLabel = "WHO",
      description =
          "owner of the key; several keys of one principal count as one approval "
              + "(default: the key's id)")
  private @Nullable String principal;

  @Option(names = "--name", paramLabel = "NAME", description = "a label for the key")
  private @Nullable String name;

  @Option(
      names = "--not-after",
      paramLabel = "TIME",
      converter = Moments.class,
      description = "expiry: '2027-01-31 12:00' (default: never)")
  private @Nullable Long notAfterMs;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException {
    if (source.generates() != (out != null)) {
      throw usage("--generate and --out FILE must be used together");
    }
    KeySource.Found found = source.read(this::usage);
    KeyFile made = found.made();
    if (out == null || made == null) {
      return told(register(client, found));
    }
    // Before the daemon hears of it: a key that is registered and nowhere else would be lost.
    made.create(out);
    ApproverKeyView key;
    try {
      key = register(client, found);
    } catch (CallFailed e) {
      Files.deleteIfExists(out);
      throw e;
    }
    made.named(out, key.keyId());
    note(
        "The key is in "
            + Visible.line(out.toString())
            + ". Keep it where only its owner can read it.");
    return told(key);
  }

  private ApproverKeyView register(HoldpointClient client, KeySource.Found found)
      throws CallFailed {
    return client
        .tenants()
        .createApproverKey(
            tenant.id(),
            new CreateApproverKeyRequest(
                found.algorithm(),
                found.secret(),
                found.publicKey(),
                principal,
                name,
                null,
                notAfterMs));
  }

  private int told(ApproverKeyView key) {
    if (json()) {
      printJson(key);
    } else {
      note("Registered %s for %s.".formatted(key.algorithm(), Visible.line(key.principal())));
      out().println(key.keyId());
    }
    return ExitCode.OK;
  }
}
