package dev.holdpoint.cli.policy;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.policy.PolicyBodies.CreatePolicyRequest;
import dev.holdpoint.api.policy.PolicyBodies.PolicyView;
import dev.holdpoint.api.policy.PolicyBodies.ReplacePolicyRequest;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.ListFlags;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.policy.PoliciesCommand.PoliciesAdd;
import dev.holdpoint.cli.policy.PoliciesCommand.PoliciesList;
import dev.holdpoint.cli.policy.PoliciesCommand.PoliciesMove;
import dev.holdpoint.cli.policy.PoliciesCommand.PoliciesRemove;
import dev.holdpoint.cli.policy.PoliciesCommand.PoliciesReplace;
import dev.holdpoint.cli.policy.PoliciesCommand.PoliciesShow;
import dev.holdpoint.cli.policy.PoliciesCommand.PoliciesVersions;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint policies}. */
@Command(
    name = "policies",
    description = {
      "Approval policies say who must agree to which requests, in which stages, and until when.",
      "The first enabled policy in the list that matches a request applies, and no other does.",
      "Changes require an admin token that is bound to no tenant."
    },
    subcommands = {
      PoliciesList.class,
      PoliciesShow.class,
      PoliciesAdd.class,
      PoliciesReplace.class,
      PoliciesMove.class,
      PoliciesVersions.class,
      PoliciesTest.class,
      PoliciesExplain.class,
      PoliciesRemove.class
    },
    footer = {
      "  holdpoint policies add payments --tool 'pay_*' --needs '2 of group:finance'",
      "  holdpoint policies test payments",
      "  holdpoint policies list",
      "  holdpoint policies move payments 1",
      "  holdpoint policies show payments",
      "",
      ExitCode.TABLE
    })
public final class PoliciesCommand extends CommandGroup {
  private static final String NEEDS =
      "who must agree, such as '1 of group:peer within 2h else role:admin within 1h else deny'";

  @Command(
      name = "add",
      description = "Creates a policy and prints its id.",
      footer = {
        "  holdpoint policies add payments --tool 'pay_*' --needs '2 of group:finance'",
        "  holdpoint policies add pushes --tool bash --command 'git push *' \\",
        "      --needs '1 of group:peer within 2h or unseen 10m else 1 of group:oncall else deny'",
        "  holdpoint policies add strict --position 1 --needs '2 of anyone' --veto group:security"
      })
  static final class PoliciesAdd extends DaemonCommand {
    @Parameters(paramLabel = "NAME", description = "unique among all policies")
    private String name;

    @Option(names = "--needs", required = true, paramLabel = "EXPRESSION", description = NEEDS)
    private String needs = "";

    @Option(
        names = "--position",
        paramLabel = "N",
        description = "place in the list, from 1 (default: last)")
    private @Nullable Integer position;

    @Mixin private PolicyFlags wish;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      PolicyView made =
          client
              .policies()
              .create(
                  new CreatePolicyRequest(
                      name,
                      wish.tenant,
                      position,
                      !wish.disabled,
                      wish.match(),
                      needs,
                      wish.veto,
                      wish.requester,
                      !wish.notDistinct,
                      wish.signature,
                      wish.risk,
                      wish.editable(),
                      wish.hours(),
                      wish.remindMs(),
                      wish.note,
                      null));
      if (json()) {
        printJson(made);
      } else {
        // The id and nothing else, so that a script can take it.
        out().println(made.policyId());
        out().flush();
        made.warnings().forEach(it -> note("Warning: " + Visible.line(it)));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "list",
      description = "Lists the policies in the order in which they are tried.",
      footer = {"  holdpoint policies list", "  holdpoint policies list --all --json"})
  static final class PoliciesList extends ListCommand<PolicyView> {
    private static final int WIDTH = 60;

    @Override
    protected Page<PolicyView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
      return client.policies().page(wish);
    }

    @Override
    protected Table table(List<PolicyView> rows) {
      Table table = new Table("#", "NAME", "FOR", "NEEDS", "ENABLED", "WARNINGS", "POLICY");
      for (PolicyView row : rows) {
        table.row(
            String.valueOf(row.position()),
            row.name(),
            Visible.brief(PolicyText.matches(row), WIDTH),
            Visible.brief(row.needs(), WIDTH),
            row.enabled() ? "yes" : "no",
            row.warnings().isEmpty() ? "-" : String.valueOf(row.warnings().size()),
            row.policyId());
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No policies; one person decides each request, or as many as its tenant says. Add one"
          + " with: holdpoint policies add";
    }
  }

  /** One policy, by its id or its name. */
  abstract static class OfPolicy extends NamedThings {
    @Parameters(index = "0", paramLabel = "POLICY", description = "its name, or its id")
    private String word;

    final String word() {
      return word;
    }

    final PolicyView policy(HoldpointClient client) throws CallFailed {
      return policy(client, word);
    }

    final int shown(PolicyView policy) {
      if (json()) {
        printJson(policy);
      } else {
        PolicyText.print(policy, out(), paint());
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "show",
      aliases = "get",
      description = "Shows one policy and its warnings.",
      footer = {
        "  holdpoint policies show payments",
        "  holdpoint policies show pol_01M7EP4BTA0000D5JFGYZTA0B9 --json"
      })
  static final class PoliciesShow extends OfPolicy {
    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      return shown(policy(client));
    }
  }

  @Command(
      name = "replace",
      description = {
        "Replaces a policy whole: what has no flag gets its default, as with 'policies add'.",
        "Its place in the list stays; 'policies move' changes it."
      },
      footer = {
        "  holdpoint policies replace payments --tool 'pay_*' --needs '1 of group:finance'",
        "  holdpoint policies replace payments --expect-version 2 --needs '2 of anyone' --disabled"
      })
  static final class PoliciesReplace extends OfPolicy {
    @Option(names = "--name", paramLabel = "NAME", description = "another name")
    private @Nullable String name;

    @Option(names = "--needs", required = true, paramLabel = "EXPRESSION", description = NEEDS)
    private String needs = "";

    @Option(
        names = "--expect-version",
        paramLabel = "N",
        description = "change nothing if the policy has another version")
    private @Nullable Integer version;

    @Mixin private PolicyFlags wish;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      PolicyView before = policy(client);
      return shown(
          client
              .policies()
              .replace(
                  before.policyId(),
                  new ReplacePolicyRequest(
                      name == null ? before.name() : name,
                      wish.tenant,
                      null,
                      !wish.disabled,
                      wish.match(),
                      needs,
                      wish.veto,
                      wish.requester,
                      !wish.notDistinct,
                      wish.signature,
                      wish.risk,
                      wish.editable(),
                      wish.hours(),
                      wish.remindMs(),
                      wish.note,
                      version)));
    }
  }

  @Command(
      name = "move",
      description = "Moves a policy to another place in the list; the others make room.",
      footer = "  holdpoint policies move payments 1")
  static final class PoliciesMove extends OfPolicy {
    @Parameters(index = "1", paramLabel = "POSITION", description = "from 1")
    private int position;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      PolicyView policy = policy(client);
      return shown(
          client
              .policies()
              .replace(
                  policy.policyId(),
                  new ReplacePolicyRequest(
                      policy.name(),
                      policy.tenantId(),
                      position,
                      policy.enabled(),
                      policy.match(),
                      policy.needs(),
                      policy.veto(),
                      policy.requesterMayApprove(),
                      policy.distinct(),
                      policy.signatureRequired(),
                      policy.risk(),
                      policy.editable(),
                      policy.hours(),
                      policy.remindUnseenMs(),
                      policy.note(),
                      policy.version())));
    }
  }

  @Command(
      name = "versions",
      description = {
        "Lists the versions of a policy, the newest first.",
        "Those of a removed policy are found by its id."
      },
      footer = {
        "  holdpoint policies versions payments",
        "  holdpoint policies versions pol_01M7EP4BTA0000D5JFGYZTA0B9 --json"
      })
  static final class PoliciesVersions extends OfPolicy {
    private static final int WIDTH = 60;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      String id = word().startsWith("pol_") ? word() : policy(client).policyId();
      List<PolicyView> all = ListFlags.everything(wish -> client.policies().versions(id, wish));
      if (json()) {
        printJson(all);
        return ExitCode.OK;
      }
      long now = System.currentTimeMillis();
      Table table = new Table("VERSION", "WHEN", "BY", "FOR", "NEEDS", "ENABLED");
      for (PolicyView row : all) {
        table.row(
            String.valueOf(row.version()),
            Times.from(now, row.updatedAtMs()),
            row.updatedBy(),
            Visible.brief(PolicyText.matches(row), WIDTH),
            Visible.brief(row.needs(), WIDTH),
            row.enabled() ? "yes" : "no");
      }
      table.print(out(), paint());
      return ExitCode.OK;
    }
  }

  @Command(
      name = "remove",
      description = "Removes a policy. Its versions stay, because decisions name them.",
      footer = "  holdpoint policies remove payments")
  static final class PoliciesRemove extends OfPolicy {
    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      String id = policy(client).policyId();
      client.policies().remove(id);
      if (json()) {
        printJson(Map.of("removed", id));
      } else {
        note("Removed.");
      }
      return ExitCode.OK;
    }
  }
}
