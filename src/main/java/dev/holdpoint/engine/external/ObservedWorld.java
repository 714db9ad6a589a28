package dev.holdpoint.engine.external;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.core.world.WorldTerms;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.PreconditionList;
import dev.holdpoint.engine.json.PreconditionList.Unmet;
import dev.holdpoint.engine.permit.WorldNow;
import dev.holdpoint.engine.port.WorldSight;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a runner says of the preconditions when it redeems. Files and names only the runner sees;
 * the ETags that it leaves out the daemon fetches itself.
 */
public final class ObservedWorld implements WorldNow {
  private static final String WHERE = "/observed";

  private final WorldSight sight;
  private final StaleGates gates;

  public ObservedWorld(WorldSight sight, StaleGates gates) {
    this.sight = sight;
    this.gates = gates;
  }

  @Override
  public List<Sighting> seen(WorldTerms world, List<String> observed) {
    List<Precondition> all = world.preconditions();
    int needed = (int) all.stream().filter(one -> !isEtag(one)).count();
    boolean fetched = observed.size() == needed;
    if (!fetched && observed.size() != all.size()) {
      throw wrong(
          WHERE, "must have as many values as the approval has preconditions", all.size(), needed);
    }
    List<Sighting> seen = new ArrayList<>();
    try {
      int next = 0;
      for (Precondition one : all) {
        if (fetched && isEtag(one)) {
          seen.add(sight.etag(one.subject()));
        } else {
          seen.add(PreconditionList.observed(one, observed.get(next), WHERE + "/" + next));
          next++;
        }
      }
    } catch (Unmet e) {
      throw wrong(e.pointer(), e.text(), all.size(), needed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.UNAVAILABLE
          .because("The daemon is stopping. Nothing was changed.")
          .asException();
    }
    return seen;
  }

  private static boolean isEtag(Precondition one) {
    return one.type() == Precondition.Type.HTTP_ETAG;
  }

  private static RuntimeException wrong(String pointer, String text, int all, int needed) {
    return Problem.INVALID_REQUEST
        .because(
            "observed gives the value of each precondition now, in the order of the request: %s. Nothing was changed."
                .formatted(
                    all == needed
                        ? all + " values"
                        : "%d values, or %d without those of http_etag".formatted(all, needed)))
        .at(pointer, text)
        .asException();
  }

  @Override
  public boolean isMoved(WorldTerms world, List<Sighting> seen) {
    return !StaleGates.changes(world, seen).isEmpty();
  }

  @Override
  public @Nullable String askAnew(Change change, Run run, Approval approval, List<Sighting> seen) {
    return StaleGates.isLast(approval)
        ? null
        : gates.raiseNext(change, run, approval, seen).approvals().getFirst().id();
  }
}
