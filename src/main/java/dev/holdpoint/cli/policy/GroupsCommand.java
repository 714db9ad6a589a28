package dev.holdpoint.cli.policy;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.policy.GroupBodies.ChangeGroupRequest;
import dev.holdpoint.api.policy.GroupBodies.ChangeMembersRequest;
import dev.holdpoint.api.policy.GroupBodies.CreateGroupRequest;
import dev.holdpoint.api.policy.GroupBodies.GroupView;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.policy.GroupsCommand.GroupsAdd;
import dev.holdpoint.cli.policy.GroupsCommand.GroupsList;
import dev.holdpoint.cli.policy.GroupsCommand.GroupsMembers;
import dev.holdpoint.cli.policy.GroupsCommand.GroupsRemove;
import dev.holdpoint.cli.policy.GroupsCommand.GroupsSet;
import dev.holdpoint.cli.policy.GroupsCommand.GroupsShow;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint groups}. */
@Command(
    name = "groups",
    description = {
      "Groups are named lists of people. Approval policies say how many of a group must agree.",
      "Changes require an admin token that is bound to no tenant."
    },
    subcommands = {
      GroupsList.class,
      GroupsShow.class,
      GroupsAdd.class,
      GroupsSet.class,
      GroupsMembers.class,
      GroupsRemove.class
    },
    footer = {
      "  holdpoint groups add finance ada bob",
      "  holdpoint groups members finance --add cleo --remove bob",
      "  holdpoint groups show finance",
      "  holdpoint groups list",
      "",
      ExitCode.TABLE
    })
public final class GroupsCommand extends CommandGroup {
  private static final String OWNER = "a group of this tenant (default: the root tenant's)";

  @Command(
      name = "add",
      description = "Creates a group and prints its id.",
      footer = {
        "  holdpoint groups add finance ada bob",
        "  holdpoint groups add oncall --tenant tnt_01M7EP4BTA0000D5JFGYZTA0B9 ada"
      })
  static final class GroupsAdd extends DaemonCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "unique in its tenant")
    private String name;

    @Parameters(
        index = "1..*",
        arity = "0..*",
        paramLabel = "PERSON",
        description = "names of tokens, or principals of approver keys")
    private @Nullable List<String> members;

    @Option(
        names = "--tenant",
        paramLabel = "TENANT",
        description = "whose policies may name it (default: those of every tenant)")
    private @Nullable String tenant;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      GroupView made = client.groups().create(new CreateGroupRequest(name, tenant, members, null));
      if (json()) {
        printJson(made);
      } else {
        // The id and nothing else, so that a script can take it.
        out().println(made.groupId());
        out().flush();
        note("Made group " + Visible.line(made.name()) + ".");
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "list",
      description = "Lists the groups, the newest first.",
      footer = {"  holdpoint groups list", "  holdpoint groups list --all --json"})
  static final class GroupsList extends ListCommand<GroupView> {
    private static final int WIDTH = 60;

    @Override
    protected Page<GroupView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
      return client.groups().page(wish);
    }

    @Override
    protected Table table(List<GroupView> rows) {
      Table table = new Table("GROUP", "NAME", "TENANT", "VERSION", "MEMBERS");
      for (GroupView row : rows) {
        table.row(
            row.groupId(),
            row.name(),
            row.tenantId(),
            String.valueOf(row.version()),
            Visible.brief(String.join(", ", row.members()), WIDTH));
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No groups. Add one with: holdpoint groups add NAME PERSON...";
    }
  }

  /** One group, by its id or its name. */
  abstract static class OfGroup extends NamedThings {
    @Parameters(paramLabel = "GROUP", description = "its name, or its id")
    private String word;

    @Option(names = "--tenant", paramLabel = "TENANT", description = OWNER)
    private @Nullable String tenant;

    final GroupView group(HoldpointClient client) throws CallFailed {
      return group(client, word, tenant);
    }

    final int shown(GroupView group) {
      if (json()) {
        printJson(group);
        return ExitCode.OK;
      }
      new Facts(out(), paint())
          .line("group", group.groupId())
          .line("name", group.name())
          .line("tenant", group.tenantId())
          .line("version", String.valueOf(group.version()))
          .line(
              "members", group.members().isEmpty() ? "nobody" : String.join(", ", group.members()))
          .line("by", group.createdBy())
          .time("made", group.createdAtMs())
          .time("changed", group.updatedAtMs());
      return ExitCode.OK;
    }
  }

  @Command(
      name = "show",
      aliases = "get",
      description = "Shows one group.",
      footer = {
        "  holdpoint groups show finance",
        "  holdpoint groups show grp_01M7EP4BTA0000D5JFGYZTA0B9"
      })
  static final class GroupsShow extends OfGroup {
    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      return shown(group(client));
    }
  }

  @Command(
      name = "set",
      description = "Changes the name or all members of a group; what has no flag stays as it is.",
      footer = {
        "  holdpoint groups set finance --member ada --member bob",
        "  holdpoint groups set finance --nobody",
        "  holdpoint groups set finance --name treasury --expect-version 3"
      })
  static final class GroupsSet extends OfGroup {
    @Option(names = "--name", paramLabel = "NAME", description = "another name")
    private @Nullable String name;

    @Option(
        names = "--member",
        paramLabel = "PERSON",
        description = "a member from now on; give it for each of them")
    private @Nullable List<String> members;

    @Option(names = "--nobody", description = "no members from now on")
    private boolean nobody;

    @Option(
        names = "--expect-version",
        paramLabel = "N",
        description = "change nothing if the group has another version")
    private @Nullable Integer version;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      if (nobody && members != null) {
        throw usage("give --member or --nobody, not both");
      }
      if (name == null && members == null && !nobody) {
        throw usage("say what to change: --name, --member or --nobody");
      }
      return shown(
          client
              .groups()
              .change(
                  group(client).groupId(),
                  new ChangeGroupRequest(name, nobody ? List.of() : members, version)));
    }
  }

  @Command(
      name = "members",
      description = "Adds and removes single members; the others stay.",
      footer = {
        "  holdpoint groups members oncall --add cleo --remove bob",
        "  holdpoint groups members oncall --add ada --add bob --json"
      })
  static final class GroupsMembers extends OfGroup {
    @Option(names = "--add", paramLabel = "PERSON", description = "joins; may be repeated")
    private @Nullable List<String> add;

    @Option(names = "--remove", paramLabel = "PERSON", description = "leaves; may be repeated")
    private @Nullable List<String> remove;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      if (add == null && remove == null) {
        throw usage("say who joins or leaves: --add, --remove");
      }
      return shown(
          client
              .groups()
              .changeMembers(group(client).groupId(), new ChangeMembersRequest(add, remove)));
    }
  }

  @Command(
      name = "remove",
      description = "Removes a group that no policy names.",
      footer = "  holdpoint groups remove finance")
  static final class GroupsRemove extends OfGroup {
    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      String id = group(client).groupId();
      client.groups().remove(id);
      if (json()) {
        printJson(Map.of("removed", id));
      } else {
        note("Removed.");
      }
      return ExitCode.OK;
    }
  }
}
