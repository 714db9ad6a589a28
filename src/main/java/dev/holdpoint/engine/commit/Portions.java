package dev.holdpoint.engine.commit;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import java.util.List;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Much that is to be changed, some at a time. Each commit waits for its turn among all that is
 * written, here and at the other nodes: one for each row takes minutes where much is written. One
 * that nobody can make sense of keeps no other from being changed.
 */
public final class Portions {
  private static final Logger log = LoggerFactory.getLogger(Portions.class);
  private static final int AT_ONCE = 100;

  private Portions() {}

  /**
   * @param commit changes some in one commit, and gives how much that was
   * @return how much it was in all
   */
  public static <T> int of(List<T> all, ToIntFunction<List<T>> commit) {
    int done = 0;
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      List<T> some = all.subList(from, Math.min(all.size(), from + AT_ONCE));
      try {
        done += commit.applyAsInt(some);
      } catch (Refused refused) {
        checkIsOfOne(refused);
        done += alone(some, commit);
      }
    }
    return done;
  }

  public static <T> int alone(List<T> some, ToIntFunction<List<T>> commit) {
    int done = 0;
    for (T one : some) {
      try {
        done += commit.applyAsInt(List.of(one));
      } catch (Refused refused) {
        checkIsOfOne(refused);
        log.error("{} stays as it is: {}", one, refused.getMessage());
      }
    }
    return done;
  }

  /** A database that is away or full is nobody's fault, and what was to be done is tried again. */
  public static void checkIsOfOne(Refused refused) {
    if (refused.refusal().problem() != Problem.INTERNAL_ERROR) {
      throw refused;
    }
  }
}
