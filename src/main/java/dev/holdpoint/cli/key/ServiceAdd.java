package dev.holdpoint.cli.key;

import dev.holdpoint.api.access.KeyBodies.CreateServiceKeyRequest;
import dev.holdpoint.api.access.KeyBodies.CreatedServiceKey;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "add",
    description = {
      "Creates a service key and prints it on standard output. It is shown only once.",
      "It is valid for the tenant and all tenants below it."
    },
    footer = {
      "  KEY=$(holdpoint keys service add tnt_01M7EP4BTA0000D5JFGYZTA0B9 'crm adapter' --scope"
          + " conversations:write)",
      "  holdpoint keys service add tnt_01M7EP4BTA0000D5JFGYZTA0B9 reader --scope approvals:read"
    })
final class ServiceAdd extends DaemonCommand {
  @Mixin private TenantFlag tenant;

  @Parameters(index = "1", paramLabel = "NAME", description = "holder of the key")
  private String name;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description =
          "scope of the key, may be repeated: approvals:read, approvals:resolve, "
              + "conversations:read, conversations:write, secrets:read, secrets:write "
              + "(default: all, with a warning)")
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
          "Warning: without --scope the key has all scopes, which is deprecated. "
              + "Give it the scopes that it needs.");
    }
    if (json()) {
      printJson(made);
    } else {
      // Only the key goes to standard output, so that a script can take it as it is.
      note(
          ("Key %s of %s with %s. It is shown only once. Revoke it with: holdpoint "
                  + "keys service revoke %s %s")
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
