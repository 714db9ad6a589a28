package dev.holdpoint.agent.tool;

import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.engine.json.PreconditionList;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something a run can do. Tools that are gates themselves (questions, approvals) are the loop's own
 * and not here.
 */
public interface Tool {
  String name();

  String description();

  /** JSON Schema of the input. */
  Json inputSchema();

  /** What happens when no permission rule speaks. */
  Behavior defaultRule();

  /**
   * Whether a call changes anything outside the daemon. If so its intent is committed before it
   * starts and it is never repeated after a crash.
   */
  boolean hasEffect();

  /**
   * Tells one definition of a tool from another, where it is somebody else's and may change between
   * the question to a person and the call; null where it cannot.
   */
  default @Nullable String definition() {
    return null;
  }

  /** The beginning of what its maker says of it, for people; null for a tool of our own. */
  default @Nullable String told() {
    return null;
  }

  /** Why no call of it can be made by whoever sees it, for the model; null when one can. */
  default @Nullable String barred() {
    return null;
  }

  /**
   * What of the world a yes to this call depends on; what its input leaves out has no value yet.
   *
   * @param workspace the session's folder
   * @throws PreconditionList.Unmet when the input lists something that cannot be depended on
   */
  default List<Precondition> preconditions(Json input, Path workspace)
      throws PreconditionList.Unmet {
    return List.of();
  }

  /**
   * Where the path of a call leads, below the workspace and with its links resolved; empty where
   * the call could not be done. Null for a tool without a path.
   */
  default @Nullable String place(Json input, Path workspace) {
    return null;
  }

  /** How something is now that only this tool can look at. */
  default Sighting sight(Precondition of) throws InterruptedException {
    return Sighting.UNSEEN;
  }

  /**
   * Why nobody may depend on it, as far as that can be said without looking; {@link
   * Sighting#UNSEEN} otherwise.
   */
  default Sighting foreseen(Precondition of) {
    return Sighting.UNSEEN;
  }

  /** Begins one call. It ends at once, or continues elsewhere. */
  ToolOutcome begin(Json input, ToolContext context) throws InterruptedException;
}
