package dev.holdpoint.cli.memory;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.memory.LearningBodies.LearningScope;
import dev.holdpoint.api.memory.LearningBodies.LearningView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "Lists learnings, the newest first.",
    footer = {
      "  holdpoint learnings list",
      "  holdpoint learnings list --scope workspace:default --all --json"
    })
final class LearningsList extends ListCommand<LearningView> {
  private static final int WIDTH = 80;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description = "only learnings of " + ScopeText.FORM)
  private @Nullable String scope;

  @Override
  protected Page<LearningView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    LearningScope only = scope == null ? null : ScopeText.parse(scope);
    if (scope != null && only == null) {
      throw usage("--scope must be " + ScopeText.FORM + ", not '" + scope + "'");
    }
    return client.learnings().page(only, wish);
  }

  @Override
  protected Table table(List<LearningView> rows) {
    Table table = new Table("LEARNING", "KIND", "SCOPE", "CONTENT");
    for (LearningView row : rows) {
      table.row(
          row.learningId(),
          Wire.name(row.kind()).replace('_', ' '),
          ScopeText.of(row.scope()),
          Visible.brief(row.content(), WIDTH));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No learnings. Add one with: holdpoint learnings add TEXT";
  }
}
