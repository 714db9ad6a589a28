package dev.holdpoint.cli.memory;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.memory.LearningBodies.CreateLearningRequest;
import dev.holdpoint.api.memory.LearningBodies.EditLearningRequest;
import dev.holdpoint.api.memory.LearningBodies.LearningKind;
import dev.holdpoint.api.memory.LearningBodies.LearningScope;
import dev.holdpoint.api.memory.LearningBodies.LearningScopeKind;
import dev.holdpoint.api.memory.LearningBodies.LearningView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.memory.LearningsCommand.LearningsAdd;
import dev.holdpoint.cli.memory.LearningsCommand.LearningsEdit;
import dev.holdpoint.cli.memory.LearningsCommand.LearningsGet;
import dev.holdpoint.cli.memory.LearningsCommand.LearningsList;
import dev.holdpoint.cli.memory.LearningsCommand.LearningsRemove;
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

/** {@code holdpoint learnings}. */
@Command(
    name = "learnings",
    description = "Learnings: knowledge for later runs.",
    subcommands = {
      LearningsList.class,
      LearningsAdd.class,
      LearningsGet.class,
      LearningsEdit.class,
      LearningsRemove.class
    },
    footer = {
      "  holdpoint learnings add 'Deploys wait for Friday' --kind decision",
      "  holdpoint learnings list --scope session:deploys",
      "  holdpoint learnings edit lrn_… --verification verified",
      "",
      ExitCode.TABLE
    })
public final class LearningsCommand extends CommandGroup {
  @Command(
      name = "add",
      description = "Adds a learning: by default, a fact for the workspace.",
      footer = {
        "  holdpoint learnings add 'The staging database is read-only'",
        "  holdpoint learnings add 'Answer in French' --kind preference --scope session:deploys"
      })
  static final class LearningsAdd extends DaemonCommand {
    private static final LearningScope WORKSPACE =
        new LearningScope(LearningScopeKind.WORKSPACE, "default");

    @Parameters(paramLabel = "TEXT", description = "text of the learning, at most 1600 characters")
    private String content;

    @Mixin private LearningFlags flags;

    @Option(
        names = "--idempotency-key",
        paramLabel = "KEY",
        description = "makes a retry safe: the same key returns the same learning")
    private @Nullable String key;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      LearningKind kind = flags.kind();
      LearningScope scope = flags.scope();
      LearningView learning =
          client
              .learnings()
              .create(
                  new CreateLearningRequest(
                      kind == null ? LearningKind.FACT : kind,
                      scope == null ? WORKSPACE : scope,
                      content,
                      flags.sensitivity(),
                      flags.tier(),
                      flags.decision(),
                      flags.verification(),
                      null,
                      key));
      if (json()) {
        printJson(learning);
      } else {
        out().println(Visible.line(learning.learningId()));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "list",
      description = "Lists learnings, the newest first.",
      footer = {
        "  holdpoint learnings list",
        "  holdpoint learnings list --scope workspace:default --all --json"
      })
  static final class LearningsList extends ListCommand<LearningView> {
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

  @Command(
      name = "get",
      aliases = "show",
      description = "Shows one learning.",
      footer = "  holdpoint learnings get lrn_…")
  static final class LearningsGet extends DaemonCommand {
    @Parameters(paramLabel = "LEARNING", description = "its id")
    private String learningId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      LearningView learning = client.learnings().find(learningId);
      if (json()) {
        printJson(learning);
      } else {
        LearningText.print(learning, out(), paint());
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "edit",
      description = "Changes a learning. Fields without a flag stay as they are.",
      footer = {
        "  holdpoint learnings edit lrn_… --verification verified",
        "  holdpoint learnings edit lrn_… --content 'Deploys wait for Monday'"
      })
  static final class LearningsEdit extends DaemonCommand {
    @Parameters(paramLabel = "LEARNING", description = "its id")
    private String learningId;

    @Option(names = "--content", paramLabel = "TEXT", description = "new text")
    private @Nullable String content;

    @Mixin private LearningFlags flags;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      EditLearningRequest edit =
          new EditLearningRequest(
              flags.kind(),
              flags.scope(),
              content,
              flags.sensitivity(),
              flags.tier(),
              flags.decision(),
              flags.verification(),
              null);
      if (edit.equals(new EditLearningRequest(null, null, null, null, null, null, null, null))) {
        throw usage("Nothing to change; give at least one flag");
      }
      LearningView learning = client.learnings().edit(learningId, edit);
      if (json()) {
        printJson(learning);
      } else {
        LearningText.print(learning, out(), paint());
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "remove",
      description = "Forgets a learning.",
      footer = "  holdpoint learnings remove lrn_…")
  static final class LearningsRemove extends DaemonCommand {
    @Parameters(paramLabel = "LEARNING", description = "its id")
    private String learningId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      client.learnings().remove(learningId);
      if (json()) {
        printJson(Map.of("removed", learningId));
      } else {
        out().println("Removed " + Visible.line(learningId) + ".");
      }
      return ExitCode.OK;
    }
  }
}
