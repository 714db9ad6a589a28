package dev.holdpoint.cli.access;

import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyRequest;
import dev.holdpoint.api.access.TenantBodies.ApprovalPolicyView;
import dev.holdpoint.api.access.TenantBodies.CreateTenantRequest;
import dev.holdpoint.api.access.TenantBodies.StepUp;
import dev.holdpoint.api.access.TenantBodies.TenantView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WireNames;
import dev.holdpoint.cli.access.TenantsCommand.TenantsAdd;
import dev.holdpoint.cli.access.TenantsCommand.TenantsList;
import dev.holdpoint.cli.access.TenantsCommand.TenantsPolicy;
import dev.holdpoint.cli.access.TenantsCommand.TenantsRemove;
import dev.holdpoint.cli.access.TenantsCommand.TenantsResume;
import dev.holdpoint.cli.access.TenantsCommand.TenantsShow;
import dev.holdpoint.cli.access.TenantsCommand.TenantsSuspend;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint tenants}. */
@Command(
    name = "tenants",
    description = {
      "Tenants own sessions and have approval policies.",
      "All of these commands require an admin token."
    },
    subcommands = {
      TenantsList.class,
      TenantsShow.class,
      TenantsAdd.class,
      TenantsSuspend.class,
      TenantsResume.class,
      TenantsPolicy.class,
      TenantsRemove.class
    },
    footer = {
      "  holdpoint tenants add acme --external-id acme:1",
      "  holdpoint tenants policy tnt_01M7EP4BTA0000D5JFGYZTA0B9 --require-signature --approvals 2",
      "  holdpoint tenants suspend tnt_01M7EP4BTA0000D5JFGYZTA0B9",
      "  holdpoint tenants list",
      "",
      ExitCode.TABLE
    })
public final class TenantsCommand extends CommandGroup {
  @Command(
      name = "add",
      description = {
        "Creates a tenant and prints its id.",
        "It starts with its parent's approval policy; 'holdpoint tenants policy' changes it."
      },
      footer = {
        "  holdpoint tenants add acme --external-id acme:1",
        "  TENANT=$(holdpoint tenants add 'acme support' --parent tnt_01M7EP4BTA0000D5JFGYZTA0B9)"
      })
  static final class TenantsAdd extends DaemonCommand {
    @Parameters(paramLabel = "NAME", description = "unique among the tenants of one parent")
    private String name;

    @Option(
        names = "--external-id",
        paramLabel = "ID",
        description = "the host application's id for it; unique across all tenants")
    private @Nullable String externalId;

    @Option(
        names = "--parent",
        paramLabel = "TENANT",
        description = "parent tenant (default: the root tenant)")
    private @Nullable String parent;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      TenantView made = client.tenants().create(new CreateTenantRequest(name, externalId, parent));
      if (json()) {
        printJson(made);
      } else {
        note("Made tenant " + Visible.line(made.name()) + ".");
        out().println(made.tenantId());
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "list",
      description = "Lists the tenants, the newest first, without the root tenant.",
      footer = {"  holdpoint tenants list", "  holdpoint tenants list --all --json"})
  static final class TenantsList extends ListCommand<TenantView> {
    @Override
    protected Page<TenantView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
      return client.tenants().page(wish);
    }

    @Override
    protected Table table(List<TenantView> rows) {
      Table table =
          new Table("TENANT", "NAME", "EXTERNAL", "PARENT", "STATE", "SIGNED", "APPROVERS");
      for (TenantView row : rows) {
        table.row(
            row.tenantId(),
            row.name(),
            Objects.requireNonNullElse(row.externalId(), "-"),
            Objects.requireNonNullElse(row.parentTenantId(), "-"),
            Wire.name(row.state()),
            row.approvalPolicy().signatureRequired() ? "yes" : "no",
            String.valueOf(row.approvalPolicy().approvalsRequired()));
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No tenants except the root tenant. Add one with: holdpoint tenants add NAME";
    }
  }

  @Command(
      name = "show",
      aliases = "get",
      description = "Shows one tenant and its approval policy.",
      footer = {
        "  holdpoint tenants show tnt_01M7EP4BTA0000D5JFGYZTA0B9",
        "  holdpoint tenants show tnt_root"
      })
  static final class TenantsShow extends DaemonCommand {
    @Parameters(paramLabel = "TENANT", description = "its id, from 'holdpoint tenants list'")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      TenantView tenant = client.tenants().find(id);
      if (json()) {
        printJson(tenant);
      } else {
        TenantText.print(tenant, out(), paint());
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "policy",
      description = {
        "Shows or changes the approval policy of a tenant.",
        "Settings without a flag stay as they are; without flags nothing is changed."
      },
      footer = {
        "  holdpoint tenants policy tnt_01M7EP4BTA0000D5JFGYZTA0B9",
        "  holdpoint tenants policy tnt_01M7EP4BTA0000D5JFGYZTA0B9 --require-signature --approvals 2",
        "  holdpoint tenants policy tnt_01M7EP4BTA0000D5JFGYZTA0B9 --expires-after 12h",
        "  holdpoint tenants policy tnt_01M7EP4BTA0000D5JFGYZTA0B9 --require-digest"
            + " --assertion-version 2 --longest-assertion 5m",
        "  holdpoint tenants policy tnt_root --step-up passkey"
      })
  static final class TenantsPolicy extends DaemonCommand {
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

    @Option(
        names = "--require-digest",
        negatable = true,
        description = "whether a yes must name the digest and the revision that it is for")
    private @Nullable Boolean digest;

    @Option(
        names = "--assertion-version",
        paramLabel = "N",
        description = "lowest version of assertions that hold, 1 or 2; 2 binds what was shown")
    private @Nullable Integer version;

    @Option(
        names = "--longest-assertion",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "how far ahead the end of an assertion may lie: 45s, 5m, 1h")
    private @Nullable Duration longest;

    @Option(
        names = "--step-up",
        paramLabel = "WHAT",
        converter = StepUpNames.class,
        completionCandidates = StepUpNames.class,
        description = "what a yes takes beside the token: none or passkey")
    private @Nullable StepUp stepUp;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      boolean changes =
          Stream.of(signature, approvals, requester, expiresAfter, digest, version, longest, stepUp)
              .anyMatch(Objects::nonNull);
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
                          expiresAfter == null ? null : expiresAfter.toMillis(),
                          digest,
                          version,
                          longest == null ? null : longest.toMillis(),
                          stepUp))
              : client.tenants().policy(id);
      if (json()) {
        printJson(policy);
      } else {
        out().println(TenantText.policy(policy));
        out().flush();
        Objects.requireNonNullElse(policy.warnings(), List.<String>of())
            .forEach(it -> note("Warning: " + Visible.line(it)));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "suspend",
      description =
          "Suspends a tenant and those below it: their data cannot be changed, and "
              + "approvals cannot be decided.",
      footer = "  holdpoint tenants suspend tnt_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class TenantsSuspend extends DaemonCommand {
    @Parameters(paramLabel = "TENANT", description = "its id, from 'holdpoint tenants list'")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      TenantView tenant = client.tenants().suspend(id);
      if (json()) {
        printJson(tenant);
      } else {
        note("Suspended " + Visible.line(tenant.name()) + ".");
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "resume",
      description = "Ends the suspension of a tenant.",
      footer = "  holdpoint tenants resume tnt_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class TenantsResume extends DaemonCommand {
    @Parameters(paramLabel = "TENANT", description = "its id, from 'holdpoint tenants list'")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      TenantView tenant = client.tenants().resume(id);
      if (json()) {
        printJson(tenant);
      } else {
        note("Resumed " + Visible.line(tenant.name()) + ".");
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "remove",
      description = {
        "Removes a tenant that nothing depends on.",
        "It must have no conversations, child tenants, tokens or keys that are "
            + "not revoked; the error names one of them. The exit code is then 6."
      },
      footer = "  holdpoint tenants remove tnt_01M7EP4BTA0000D5JFGYZTA0B9")
  static final class TenantsRemove extends DaemonCommand {
    @Parameters(paramLabel = "TENANT", description = "its id, from 'holdpoint tenants list'")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      client.tenants().remove(id);
      if (json()) {
        printJson(Map.of("removed", id));
      } else {
        note("Removed.");
      }
      return ExitCode.OK;
    }
  }

  static final class StepUpNames extends WireNames<StepUp> {
    StepUpNames() {
      super(StepUp.class);
    }
  }
}
