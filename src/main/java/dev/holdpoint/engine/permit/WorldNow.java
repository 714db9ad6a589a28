package dev.holdpoint.engine.permit;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.core.world.WorldTerms;
import dev.holdpoint.engine.commit.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an approval depends on, as it is when its permit is redeemed. */
public interface WorldNow {
  /**
   * How each precondition is now, in their order. It may ask servers, so that no commit waits for
   * it.
   *
   * @param observed as the runner says
   * @throws dev.holdpoint.core.problem.Refused when values are missing, too many or no values
   */
  List<Sighting> seen(WorldTerms world, List<String> observed);

  boolean isMoved(WorldTerms world, List<Sighting> seen);

  /** Asks anew and gives the id of that approval; null when people were asked often enough. */
  @Nullable String askAnew(Change change, Run run, Approval approval, List<Sighting> seen);
}
