package dev.holdpoint.cli.access;

import dev.holdpoint.api.access.KeyBodies.ApproverKeyView;
import dev.holdpoint.api.access.KeyBodies.CreateServiceKeyRequest;
import dev.holdpoint.api.access.KeyBodies.CreatedServiceKey;
import dev.holdpoint.api.access.KeyBodies.RetireApproverKeyRequest;
import dev.holdpoint.api.access.KeyBodies.ServiceKeyView;
import dev.holdpoint.api.access.PasskeyBodies.CreatedEnrollment;
import dev.holdpoint.api.access.PasskeyBodies.InviteApproverRequest;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.signed.SignedBodies.RefusedAssertionView;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.access.KeysCommand.ApproverInvite;
import dev.holdpoint.cli.access.KeysCommand.ApproverList;
import dev.holdpoint.cli.access.KeysCommand.ApproverRetire;
import dev.holdpoint.cli.access.KeysCommand.ApproverRevoke;
import dev.holdpoint.cli.access.KeysCommand.RefusedList;
import dev.holdpoint.cli.access.KeysCommand.ServiceAdd;
import dev.holdpoint.cli.access.KeysCommand.ServiceList;
import dev.holdpoint.cli.access.KeysCommand.ServiceRevoke;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint keys}. */
@Command(
    name = "keys",
    description = {
      "Manages the keys of a tenant. A host application's adapter has a "
          + "service key: it transmits approvals but cannot make them.",
      "An approver signs with an approver key. All of these commands require an admin token."
    },
    subcommands = {KeysCommand.OfAdapters.class, KeysCommand.OfApprovers.class, RefusedList.class},
    footer = {
      "  holdpoint keys service add tnt_01M7EP4BTA0000D5JFGYZTA0B9 'crm adapter'",
      "  holdpoint keys approver add tnt_01M7EP4BTA0000D5JFGYZTA0B9 --generate ed25519 --out ada.key",
      "  holdpoint keys approver list tnt_01M7EP4BTA0000D5JFGYZTA0B9",
      "",
      ExitCode.TABLE
    })
public final class KeysCommand extends CommandGroup {
  @Command(
      name = "service",
      description = "Keys of host applications' adapters.",
      subcommands = {ServiceAdd.class, ServiceList.class, ServiceRevoke.class},
      footer = {
        "  KEY=$(holdpoint keys service add tnt_01M7EP4BTA0000D5JFGYZTA0B9 'crm adapter')",
        "  holdpoint keys service list tnt_01M7EP4BTA0000D5JFGYZTA0B9"
      })
  static final class OfAdapters extends CommandGroup {}

  @Command(
      name = "approver",
      description = "Keys that approvers sign with.",
      subcommands = {
        ApproverAdd.class,
        ApproverList.class,
        ApproverInvite.class,
        ApproverRetire.class,
        ApproverRevoke.class
      },
      footer = {
        "  holdpoint keys approver add tnt_01M7EP4BTA0000D5JFGYZTA0B9 --generate ed25519 --out"
            + " ada.key --principal ada",
        "  holdpoint keys approver retire tnt_01M7EP4BTA0000D5JFGYZTA0B9"
            + " apk_01M7EP4BTA0000D5JFGYZTA0B9"
      })
  static final class OfApprovers extends CommandGroup {}

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
  static final class ServiceAdd extends DaemonCommand {
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

  @Command(
      name = "list",
      description = "Lists the service keys of a tenant, without their secrets.",
      footer = "  holdpoint keys service list tnt_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class ServiceList extends ListCommand<ServiceKeyView> {
    @Mixin private TenantFlag tenant;

    @Override
    protected Page<ServiceKeyView> page(HoldpointClient client, PageRequest wish)
        throws CallFailed {
      return client.tenants().serviceKeys(tenant.id(), wish);
    }

    @Override
    protected Table table(List<ServiceKeyView> rows) {
      Table table = new Table("KEY", "NAME", "STATE", "MADE", "SCOPES");
      for (ServiceKeyView row : rows) {
        table.row(
            row.keyId(),
            row.name(),
            Wire.name(row.state()),
            row.createdAt(),
            String.join(" ", row.scopes()));
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No service keys. Add one with: holdpoint keys service add TENANT NAME";
    }
  }

  @Command(
      name = "revoke",
      description = "Revokes a service key. The daemon rejects it immediately.",
      footer =
          "  holdpoint keys service revoke tnt_01M7EP4BTA0000D5JFGYZTA0B9"
              + " key_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class ServiceRevoke extends DaemonCommand {
    @Mixin private TenantFlag tenant;

    @Parameters(index = "1", paramLabel = "KEY", description = "its id, from the list")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      client.tenants().revokeServiceKey(tenant.id(), id);
      if (json()) {
        printJson(Map.of("revoked", id));
      } else {
        note("Revoked.");
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "list",
      description = "Lists the approver keys of a tenant, without their secrets.",
      footer = "  holdpoint keys approver list tnt_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class ApproverList extends ListCommand<ApproverKeyView> {
    @Mixin private TenantFlag tenant;

    @Override
    protected Page<ApproverKeyView> page(HoldpointClient client, PageRequest wish)
        throws CallFailed {
      return client.tenants().approverKeys(tenant.id(), wish);
    }

    @Override
    protected Table table(List<ApproverKeyView> rows) {
      Table table =
          new Table(
              "KEY", "ALGORITHM", "PRINCIPAL", "NAME", "STATE", "ENDS", "MADE", "FINGERPRINT");
      for (ApproverKeyView row : rows) {
        table.row(
            row.keyId(),
            row.algorithm(),
            row.principal(),
            Objects.requireNonNullElse(row.name(), "-"),
            Wire.name(row.state()),
            Objects.requireNonNullElse(row.notAfter(), "never"),
            row.createdAt(),
            Objects.requireNonNullElse(row.fingerprint(), "-"));
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No approver keys. Add one with: holdpoint keys approver add TENANT --generate ed25519"
          + " --out FILE";
    }
  }

  @Command(
      name = "invite",
      description = {
        "Creates a link by which one passkey becomes an approver key.",
        "Only the link goes to standard output. It is valid for 24 hours, for one passkey. Compare "
            + "the fingerprint that the page shows with that of 'holdpoint keys approver list'."
      },
      footer = {
        "  holdpoint keys approver invite tnt_01M7EP4BTA0000D5JFGYZTA0B9 --principal ada --qr"
      })
  static final class ApproverInvite extends DaemonCommand {
    @Mixin private TenantFlag tenant;

    @Option(
        names = "--principal",
        paramLabel = "PRINCIPAL",
        required = true,
        description = "owner of the key; keys of one principal count as one approval")
    private String principal = "";

    @Option(names = "--name", paramLabel = "NAME", description = "name of the key")
    private @Nullable String name;

    @Option(
        names = "--token-id",
        paramLabel = "TOKEN",
        description = "id of a token of the same principal, which the passkey then signs in too")
    private @Nullable String tokenId;

    @Option(names = "--qr", description = "draw the link as a QR code, for a phone")
    private boolean qr;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      CreatedEnrollment made =
          client
              .tenants()
              .inviteApprover(tenant.id(), new InviteApproverRequest(principal, name, tokenId));
      if (json()) {
        printJson(made);
      } else {
        if (qr) {
          PhoneLink.draw(made.url(), out(), this::note);
        }
        note("Send this link to " + Visible.line(made.principal()) + ". It is shown only once.");
        out().println(made.url());
        out().flush();
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "retire",
      description = "Sets an approver key to expire, so that its successor can replace it.",
      footer = {
        "  holdpoint keys approver retire tnt_01M7EP4BTA0000D5JFGYZTA0B9"
            + " apk_01M7EP4BTA0000D5JFGYZTA0B9 --in 2d"
      })
  static final class ApproverRetire extends DaemonCommand {
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

  @Command(
      name = "revoke",
      description = "Revokes an approver key immediately: its signatures are no longer valid.",
      footer =
          "  holdpoint keys approver revoke tnt_01M7EP4BTA0000D5JFGYZTA0B9"
              + " apk_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class ApproverRevoke extends DaemonCommand {
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

  @Command(
      name = "refused",
      description =
          "Lists the newest assertions of a tenant that were rejected, and their senders.",
      footer = "  holdpoint keys refused tnt_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class RefusedList extends ListCommand<RefusedAssertionView> {
    @Mixin private TenantFlag tenant;

    @Override
    protected Page<RefusedAssertionView> page(HoldpointClient client, PageRequest wish)
        throws CallFailed {
      return client.tenants().refusedAssertions(tenant.id(), wish);
    }

    @Override
    protected Table table(List<RefusedAssertionView> rows) {
      Table table = new Table("WHEN", "APPROVAL", "DECISION", "KEY", "BY", "REQUEST");
      for (RefusedAssertionView row : rows) {
        table.row(
            Times.at(row.atMs()),
            row.approvalId(),
            row.decision(),
            row.keyId(),
            row.by(),
            row.requestId());
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No assertion of this tenant was rejected.";
    }
  }
}
