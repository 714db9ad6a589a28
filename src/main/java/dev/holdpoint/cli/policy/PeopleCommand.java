package dev.holdpoint.cli.policy;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.policy.GroupBodies.PersonView;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdpoint people}. */
@Command(
    name = "people",
    description = {
      "Lists the people whom tokens, approver keys and groups name.",
      "Two tokens with one name are one person. A name that only a group has cannot decide."
    },
    footer = {
      "  holdpoint people",
      "  holdpoint people --tenant tnt_01M7EP4BTA0000D5JFGYZTA0B9 --all --json",
      "",
      ExitCode.TABLE
    })
public final class PeopleCommand extends ListCommand<PersonView> {
  @Option(
      names = "--tenant",
      paramLabel = "TENANT",
      description = "only people who can decide there, or whom its policies can name")
  private @Nullable String tenant;

  @Override
  protected Page<PersonView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.groups().people(tenant, wish);
  }

  @Override
  protected Table table(List<PersonView> rows) {
    Table table = new Table("NAME", "ROLES", "KEYS", "GROUPS", "DECIDES");
    for (PersonView row : rows) {
      table.row(
          row.name(),
          row.roles().isEmpty()
              ? "-"
              : String.join(", ", row.roles().stream().map(Wire::name).toList()),
          String.valueOf(row.approverKeys().size()),
          row.groups().isEmpty() ? "-" : String.join(", ", row.groups()),
          row.canDecide() ? "yes" : "no");
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No people. Add one with: holdpoint tokens add NAME --role operator";
  }
}
