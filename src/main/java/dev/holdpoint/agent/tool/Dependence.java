package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.agent.tool.input.InputFields;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.engine.json.PreconditionList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** What the input of a call says that it depends on. */
final class Dependence {
  /** The member of an input that lists it. */
  static final String MEMBER = "preconditions";

  private Dependence() {}

  /**
   * The state of the file that the call changes, under its own name even where the input goes
   * through a link. None where the call cannot be done anyway: the tool says so itself.
   */
  static List<Precondition> onTarget(Json input, Path workspace) {
    try {
      String name = InputFields.of(input).nonBlank("path", WorkspaceTool.MAX_PATH);
      Path file = Confinement.resolve(workspace, name);
      return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
              && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          ? List.of()
          : List.of(Precondition.ofTarget(workspace.toRealPath().relativize(file).toString()));
    } catch (CannotDo | IOException e) {
      return List.of();
    }
  }

  /** Where its path leads, below the workspace; empty where it leads nowhere or out of it. */
  static String place(Json input, Path workspace) {
    try {
      String name = InputFields.of(input).nonBlank("path", WorkspaceTool.MAX_PATH);
      return workspace.toRealPath().relativize(Confinement.resolve(workspace, name)).toString();
    } catch (CannotDo | IOException e) {
      return "";
    }
  }

  /** What the input lists. An input that cannot be read lists nothing: the tool refuses it. */
  static List<Precondition> listed(Json input, Set<Precondition.Type> known)
      throws PreconditionList.Unmet {
    try {
      return PreconditionList.read(InputFields.of(input).object().get(MEMBER), "/" + MEMBER, known);
    } catch (CannotDo e) {
      return List.of();
    }
  }
}
