package dev.holdpoint.cli.key;

import dev.holdpoint.api.access.KeyBodies.ApproverKeyView;
import dev.holdpoint.api.access.KeyBodies.RetireApproverKeyRequest;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "retire",
    description = "Sets an approver key to expire, so that its successor can replace it.",
    footer = {
      "  holdpoint keys approver retire tnt_01M7EP4BTA0000D5JFGYZTA0B9"
          + " apk_01M7EP4BTA0000D5JFGYZTA0B9 --in 2d"
    })
final class ApproverRetire extends DaemonCommand {
  @Mixin private TenantFlag tenant;

  @Parameters(index = "1", paramLabel = "KEY", description = "its id, from the list")
  private String id;

  @Option(
      names = "--in",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "time until it expires: 90m, 12h, 30d (default: 7d)")
  private @Nullable Duration in;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    Long until = in == null ? null : System.currentTimeMillis() + in.toMillis();
    ApproverKeyView key =
        client
            .tenants()
            .retireApproverKey(tenant.id(), id, new RetireApproverKeyRequest(null, until));
    if (json()) {
      printJson(key);
    } else {
      note("It is valid until " + key.notAfter() + ".");
    }
    return ExitCode.OK;
  }
}
