package dev.holdpoint.engine.asking;

import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Wording;
import dev.holdpoint.engine.json.Digests;
import org.jspecify.annotations.Nullable;

/** Holds an answer to the question that was seen. What is asked never changes. */
public final class SeenQuestion {
  private SeenQuestion() {}

  /**
   * @throws dev.holdpoint.core.problem.Refused when something else was seen
   */
  public static void check(Question asked, @Nullable Expected expected) {
    if (expected == null || !asked.isPending()) {
      return;
    }
    Wording now = new Wording(Digests.of(asked), 1);
    if (!expected.isMet(now)) {
      throw Problem.QUESTION_REVISION_CONFLICT
          .because(
              "The question is revision 1 with the digest "
                  + now.digest()
                  + ". Read it again. Nothing was answered.")
          .inFavourOf(asked.id())
          .asException();
    }
  }
}
