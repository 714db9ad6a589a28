package dev.holdpoint.cli.key;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "revoke",
    description = "Revokes an approver key immediately: its signatures are no longer valid.",
    footer =
        "  holdpoint keys approver revoke tnt_01M7EP4BTA0000D5JFGYZTA0B9"
            + " apk_01M7EP4BTA0000D5JFGYZTA0B9")
final class ApproverRevoke extends DaemonCommand {
  @Mixin private TenantFlag tenant;

  @Parameters(index = "1", paramLabel = "KEY", description = "its id, from the list")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    client.tenants().revokeApproverKey(tenant.id(), id);
    if (json()) {
      printJson(Map.of("revoked", id));
    } else {
      note("Revoked.");
    }
    return ExitCode.OK;
  }
}
