package dev.holdpoint.cli.access;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.SignatureBodies.ApprovalSignature;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.gate.ApprovalText;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.approver.KeyFile;
import dev.holdpoint.client.approver.SentSecrets;
import dev.holdpoint.client.approver.ShownApproval;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "sign",
    description = {
      "Signs an approval with a local key and prints the assertion.",
      "The assertion is valid only for this decision on this approval. With --v2 the approval is "
          + "read from the daemon and shown, and the assertion is valid only for what is shown; "
          + "nothing is signed if its digest is not of that (exit code 6). Without --v2 there is no "
          + "network connection."
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
    ApprovalSignature signature;
    if (key.isBound()) {
      ApprovalRow row = client.approvals().find(key.approvalId());
      ApprovalText.print(row, err(), paint());
      ShownApproval shown = ShownApproval.of(row);
      if (!key.isWhatItSays(shown)) {
        return ExitCode.CONFLICT;
      }
      signature = key.mint(file, shown, values);
    } else {
      signature = key.mint(file);
    }
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
}
