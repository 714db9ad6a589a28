package dev.holdpoint.cli.tenant;

import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyRequest;
import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "policy",
    description = {
      "Shows or changes the approval policy of a tenant.",
      "Settings without a flag stay as they are; without flags nothing is changed."
    },
    footer = {
      "  holdpoint tenants policy tnt_01M7EP4BTA0000D5JFGYZTA0B9",
      "  holdpoint tenants policy tnt_01M7EP4BTA0000D5JFGYZTA0B9 --require-signature --approvals 2",
      "  holdpoint tenants policy tnt_01M7EP4BTA0000D5JFGYZTA0B9 --expires-after 12h"
    })
final class TenantsPolicy extends DaemonCommand {
  @Parameters(paramLabel = "TENANT", description = "its id, from 'holdpoint tenants list'")
  private String id;

  @Option(
      names = "--require-signature",
      negatable = true,
      description =
          "whether decisions require an assertion signed with an approver key, on "
              + "every surface")
  private @Nullable Boolean signature;

  @Option(
      names = "--approvals",
      paramLabel = "N",
      description = "how many different principals must approve, 1 to 50")
  private @Nullable Integer approvals;

  @Option(
      names = "--requester-may-approve",
      negatable = true,
      description = "whether the principal that submitted the work may approve it")
  private @Nullable Boolean requester;

  @Option(
      names = "--expires-after",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "default lifetime of approvals: 45s, 90m, 12h, 30d")
  private @Nullable Duration expiresAfter;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    boolean changes =
        Stream.of(signature, approvals, requester, expiresAfter).anyMatch(Objects::nonNull);
    ApprovalPolicyView policy =
        changes
            ? client
                .tenants()
                .changePolicy(
                    id,
                    new ApprovalPolicyRequest(
                        signature,
                        approvals,
                        requester,
                        expiresAfter == null ? null : expiresAfter.toMillis()))
            : client.tenants().policy(id);
    if (json()) {
      printJson(policy);
    } else {
      out().println(TenantText.policy(policy));
    }
    return ExitCode.OK;
  }
}
