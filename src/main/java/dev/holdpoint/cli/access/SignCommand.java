package dev.holdpoint.cli.access;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.SignatureBodies.ApprovalSignature;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.gate.ApprovalText;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.approver.KeyFile;
import dev.holdpoint.client.approver.SentSecrets;
import dev.holdpoint.client.approver.ShownApproval;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "sign",
    description = {
      "Signs an approval with a local key and prints the assertion.",
      "The assertion is valid only for this decision on this approval. The approval is read from "
          + "the daemon and shown; nothing is signed if its digest is not of what is shown (exit "
          + "code 6). With --v2, and where the tenant requires it, the assertion is valid only for "
          + "what is shown. Where no daemon answers, sign makes version 1 from the id alone; --v2 "
          + "fails there."
    },
    footer = {
      "  holdpoint sign apr_01M7EP4BTA0000D5JFGYZTA0B9 --key ada.key",
      "  holdpoint sign apr_01M7EP4BTA0000D5JFGYZTA0B9 --key ada.key --key-id"
          + " apk_01M7EP4BTA0000D5JFGYZTA0B9 --deny --expires 1m --json",
      "  holdpoint sign apr_01M7EP4BTA0000D5JFGYZTA0B9 --key ada.key --v2 --json"
    })
public final class SignCommand extends DaemonCommand {
  @Mixin private KeyFlags key;
  @Mixin private SecretFlags secrets;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException {
    KeyFile file = key.read();
    if (secrets.isGiven() && (!key.isBound() || !key.approves())) {
      throw usage("--secret needs --v2 and cannot be combined with --deny");
    }
    SentSecrets values = SentSecrets.of(secrets.read());
    ShownApproval shown = show(client);
    if (shown != null && !key.isWhatItSays(shown)) {
      return ExitCode.CONFLICT;
    }
    ApprovalSignature signature = shown == null ? key.mint(file) : key.mint(file, shown, values);
    PrintWriter out = out();
    if (json()) {
      ObjectNode sent = (ObjectNode) ClientJson.tree(signature);
      if (values.nonce() != null) {
        sent.put("secrets_nonce", values.nonce());
      }
      printJson(sent);
    } else {
      PrintWriter err = err();
      err.println(
          "%s %s, key %s, exp %d"
              .formatted(
                  key.approves() ? "Approves" : "Denies",
                  key.approvalId(),
                  signature.keyId(),
                  signature.exp()));
      err.flush();
      out.println(signature.value());
    }
    out.flush();
    return ExitCode.OK;
  }

  /** Null where the daemon does not show the approval and an assertion of its id will do. */
  private @Nullable ShownApproval show(HoldpointClient client) throws CallFailed {
    try {
      ApprovalRow row = client.approvals().find(key.approvalId());
      ApprovalText.print(row, err(), paint());
      return ShownApproval.of(row);
    } catch (CallFailed e) {
      if (key.isBound()) {
        throw e;
      }
      note(
          "The approval could not be read, so this is an assertion of version 1, which binds its id alone: "
              + Visible.line(String.valueOf(e.getMessage())));
      return null;
    }
  }
}
