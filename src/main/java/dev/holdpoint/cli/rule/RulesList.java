package dev.holdpoint.cli.rule;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.permission.PermissionBodies.PermissionRuleView;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists permission rules, the newest first, including those that have ended.",
    footer = {
      "  holdpoint rules list",
      "  holdpoint rules list --session deploys",
      "  holdpoint rules list --everywhere --all --json"
    })
final class RulesList extends ListCommand<PermissionRuleView> {
  private static final int WIDTH = 60;

  @ArgGroup private @Nullable ScopeFlags where;

  @Override
  protected Page<PermissionRuleView> page(HoldpointClient client, PageRequest wish)
      throws CallFailed {
    return client.permissionRules().page(where == null ? null : where.read(), wish);
  }

  @Override
  protected Table table(List<PermissionRuleView> rows) {
    long now = System.currentTimeMillis();
    Table table = new Table("RULE", "DOES", "CALLS", "WHERE", "USES", "ENDS", "BY");
    for (PermissionRuleView row : rows) {
      table.row(
          row.ruleId(),
          Wire.name(row.behavior()),
          Visible.brief(RuleText.calls(row), WIDTH),
          RuleText.where(row.scope()),
          RuleText.uses(row),
          RuleText.ends(row, now),
          row.createdBy());
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No rules; tools use their defaults. Add one with: holdpoint rules add";
  }
}
