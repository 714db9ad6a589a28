package dev.holdpoint.cli.access;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.ShownRequest;
import dev.holdpoint.cli.StandardInput;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.gate.ApprovalText;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.approver.KeyFile;
import dev.holdpoint.client.approver.SentSecrets;
import dev.holdpoint.client.approver.ShownApproval;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "approve",
    description = {
      "Shows an approval, signs an allow (or a deny) with a local key, and "
          + "sends the signed decision.",
      "It signs nothing if the digest is not of the tool and the input that it shows (exit code 6).",
      "On a terminal it asks before it signs; otherwise it requires --yes. The "
          + "private key never leaves this machine."
    },
    footer = {
      "  holdpoint approve apr_01M7EP4BTA0000D5JFGYZTA0B9 --key ada.key",
      "  holdpoint approve apr_01M7EP4BTA0000D5JFGYZTA0B9 --key ada.key --deny --note 'not today'",
      "  holdpoint approve apr_01M7EP4BTA0000D5JFGYZTA0B9 --key ada.key --v2",
      "  holdpoint approve apr_01M7EP4BTA0000D5JFGYZTA0B9 --key ada.key --yes --secret"
          + " CRM_API_KEY=@crm.key",
      "",
      ExitCode.TABLE
    })
public final class ApproveCommand extends DaemonCommand {
  @Mixin private KeyFlags key;
  @Mixin private SecretFlags secrets;

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "note to store with the decision, up to 1000 characters")
  private @Nullable String note;

  @Option(names = "--yes", description = "sign without asking")
  private boolean yes;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException {
    KeyFile file = key.read();
    if (!key.approves() && secrets.isGiven()) {
      throw usage("--secret cannot be combined with --deny");
    }
    if (!yes && (!StandardInput.isTyped() || secrets.isPiped())) {
      throw usage(
          "there is no terminal to confirm on; use --yes after you have checked the request");
    }
    Printed printed = show(client);
    ShownApproval shown = printed.approval;
    if (!key.isWhatItSays(shown)) {
      return ExitCode.CONFLICT;
    }
    if (!yes && !isAgreed()) {
      note("Nothing was signed.");
      return ExitCode.FAILED;
    }
    SentSecrets values = SentSecrets.of(secrets.read());
    JsonNode approval =
        client
            .signedApprovals()
            .decide(
                shown,
                key.approves(),
                key.mint(file, shown, values),
                values,
                note,
                printed.rendered);
    if (json()) {
      printJson(approval);
    } else {
      String status = approval.path("status").asString("");
      int so = approval.path("approvals").size();
      note(
          status.equals("pending")
              ? "Approval recorded; more are needed. Approvals so far: %d.".formatted(so)
              : Visible.line(status) + ".");
    }
    return ExitCode.OK;
  }

  /** What is signed for, and what was printed of it. */
  private record Printed(ShownApproval approval, RenderedRequest rendered) {}

  /** On standard error, so that what a script reads is the answer alone. */
  private Printed show(HoldpointClient client) throws CallFailed {
    PrintWriter err = err();
    try {
      ApprovalRow row = client.approvals().find(key.approvalId());
      ApprovalText.print(row, err, paint());
      err.flush();
      return new Printed(
          ShownApproval.of(row), ShownRequest.rendered(ShownRequest.of(row.request())));
    } catch (CallFailed e) {
      if (e.kind() != CallFailed.Kind.REFUSED) {
        throw e;
      }
      // A service key opens only the doors of host applications, which show less.
      JsonNode approval = client.signedApprovals().find(key.approvalId());
      show(approval, err);
      err.flush();
      return new Printed(
          ShownApproval.of(approval), ShownRequest.rendered(ShownRequest.of(approval)));
    }
  }

  private void show(JsonNode approval, PrintWriter err) {
    Facts facts =
        new Facts(err, paint())
            .line("approval", approval.path("id").asString(""))
            .line("status", approval.path("status").asString(""));
    ShownRequest.print(ShownRequest.of(approval), facts, paint());
    facts
        .line("digest", approval.path("digest").asString(""))
        .line("expires", approval.path("expires_at").asString(""));
    for (JsonNode item : approval.path("requested_items")) {
      facts.line(
          "asks for",
          "%s: %s %s"
              .formatted(
                  item.path("kind").asString(""),
                  item.path("description").asString(""),
                  item.path("alias").asString("")));
    }
  }

  private boolean isAgreed() throws IOException {
    err().print((key.approves() ? "Approve" : "Deny") + " this? [y/N] ");
    err().flush();
    String answer = StandardInput.lines().readLine();
    return answer != null && answer.strip().matches("[yY]|yes|Yes");
  }
}
