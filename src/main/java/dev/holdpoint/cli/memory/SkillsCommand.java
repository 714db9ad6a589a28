package dev.holdpoint.cli.memory;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.memory.MemoryBodies.SkillView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint skills}. */
@Command(
    name = "skills",
    description = "Lists the skills of a session.",
    footer = {"  holdpoint skills deploys", "  holdpoint skills deploys --query release"})
public final class SkillsCommand extends DaemonCommand {
  private static final int WIDTH = 80;

  @Parameters(paramLabel = "SESSION", description = "the session's name")
  private String sessionId;

  @Option(
      names = "--query",
      paramLabel = "TEXT",
      description = "only skills that contain a word of this")
  private @Nullable String query;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    List<SkillView> skills = client.memory().skills(sessionId, query);
    if (json()) {
      printJson(skills);
    } else if (skills.isEmpty()) {
      out().println("No skills. Configure folders of skills as skill_folders.");
    } else {
      Table table = new Table("SKILL", "SCOPE", "ROLLOUT", "DESCRIPTION");
      for (SkillView skill : skills) {
        table.row(
            skill.name(),
            ScopeText.of(skill.scope()),
            skill.rollout() == null ? "-" : Wire.name(skill.rollout()),
            Visible.brief(skill.description(), WIDTH));
      }
      table.print(out(), paint());
    }
    return ExitCode.OK;
  }
}
