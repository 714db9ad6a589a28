package dev.holdpoint.http.v1.gate;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows a request as it is now to those who decided on something else. The engine says in its
 * refusal which request that is; only a surface knows how it looks.
 */
public final class CurrentRows {
  private static final Set<Problem> OTHERS =
      Set.of(
          Problem.APPROVAL_REVISION_CONFLICT,
          Problem.APPROVAL_DIGEST_REQUIRED,
          Problem.QUESTION_REVISION_CONFLICT);

  private CurrentRows() {}

  /** A decision whose refusals show rows of the native surface. */
  static <T> T shown(ViewContext sight, Supplier<T> decision) {
    return shown(decision, id -> row(sight, id));
  }

  /**
   * @param row the request with this id, as the surface shows it; null if it does not
   */
  public static <T> T shown(Supplier<T> decision, Function<String, @Nullable Json> row) {
    try {
      return decision.get();
    } catch (Refused refused) {
      // Kinds of their own say that a node or an agent cannot be reached, and are handled above.
      Json current = refused.getClass() == Refused.class ? current(refused.refusal(), row) : null;
      throw current == null ? refused : refused.refusal().showing(current).asException();
    }
  }

  /** The same for a refusal that is not thrown. */
  static Refusal shown(ViewContext sight, Refusal refusal) {
    Json current = current(refusal, id -> row(sight, id));
    return current == null ? refusal : refusal.showing(current);
  }

  private static @Nullable Json current(Refusal refusal, Function<String, @Nullable Json> row) {
    Refusal.Settlement before = refusal.settlement();
    String id =
        before != null
            ? before.successorId()
            : OTHERS.contains(refusal.problem()) ? refusal.conflictingResourceId() : null;
    return id == null || refusal.current() != null ? null : row.apply(id);
  }

  private static @Nullable Json row(ViewContext sight, String id) {
    Engine engine = sight.engine;
    if (id.startsWith(GateKind.QUESTION.prefix())) {
      Gates.Found<Question> found =
          engine.<Gates.@Nullable Found<Question>>read(
              queries -> Gates.question(queries, id).orElse(null));
      return found == null
          ? null
          : sight.json(sight.gates.row(found.run(), found.gate(), engine.nowMs()));
    }
    Gates.Found<Approval> found =
        engine.<Gates.@Nullable Found<Approval>>read(
            queries -> Gates.approval(queries, id).orElse(null));
    return found == null
        ? null
        : sight.json(sight.gates.row(found.run(), found.gate(), engine.nowMs()));
  }
}
