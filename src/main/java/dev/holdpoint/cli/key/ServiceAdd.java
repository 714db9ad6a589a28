package dev.holdpoint.cli.key;

import dev.holdpoint.api.CreateServiceKeyRequest;
import dev.holdpoint.api.CreatedServiceKey;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.CallFailed;
import dev.holdpoint.client.HoldpointClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "add",
    description = {
      "Makes a service key and prints it on standard output, this once.",
      "It is good for the tenant and those below it."
    },
    footer = {
      "  KEY=$(holdpoint keys service add tnt_01M7EP4BTA0000D5JFGYZTA0B9 'crm adapter' --scope"
          + " conversations:write)",
      "  holdpoint keys service add tnt_01M7EP4BTA0000D5JFGYZTA0B9 reader --scope approvals:read"
    })
final class ServiceAdd extends DaemonCommand {
  @Mixin private TenantFlag tenant;

  @Parameters(index = "1", paramLabel = "NAME", description = "who holds it")
  private String name;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description =
          "what it is good for, several times for several: approvals:read, approvals:resolve,"
              + " conversations:read, conversations:write, secrets:read, secrets:write; all, with"
              + " a warning, when left out")
  private List<String> scopes = List.of();

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    CreatedServiceKey made =
        client
            .tenants()
            .createServiceKey(
                tenant.id(), new CreateServiceKeyRequest(name, scopes.isEmpty() ? null : scopes));
    if (scopes.isEmpty()) {
      // On standard error, also with --json: a key that is good for everything should be meant.
      note(
          "Warning: without --scope the key is good for everything. That is deprecated; name what"
              + " it needs.");
    }
    if (json()) {
      printJson(made);
    } else {
      // Only the key goes to standard output, so that a script can take it as it is.
      note(
          ("Key %s of %s, good for %s. It is shown this once; revoke it with: holdpoint keys service"
                  + " revoke %s %s")
              .formatted(
                  made.keyId(),
                  Visible.line(made.name()),
                  String.join(", ", made.scopes()),
                  made.tenantId(),
                  made.keyId()));
      out().println(made.key());
    }
    return ExitCode.OK;
  }
}
