package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.ApprovalBodies.RequestRisk;
import dev.holdpoint.api.gate.LateBodies.LateAnswerRule;
import dev.holdpoint.api.gate.QuestionBodies.QuestionExpiry;
import dev.holdpoint.api.gate.RaiseBodies.ApprovalExpiry;
import dev.holdpoint.api.permit.PermitBodies.PermitWish;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.permit.PermitTerms;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.gate.Revisions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;

/** What an asker says of its own request, checked when it is asked. */
public final class AskerTerms {
  private AskerTerms() {}

  public static RequestTerms of(
      @Nullable ApprovalExpiry onExpiry,
      @Nullable RequestRisk risk,
      @Nullable List<String> editable,
      @Nullable LateAnswerRule late) {
    return new RequestTerms(
        onExpiry == null ? null : Applied.valueOf(onExpiry.name()),
        risk(risk),
        editable == null ? null : places(editable),
        late(late));
  }

  public static RequestTerms of(
      @Nullable QuestionExpiry onExpiry,
      @Nullable RequestRisk risk,
      @Nullable LateAnswerRule late) {
    return new RequestTerms(
        onExpiry == null ? null : Applied.valueOf(onExpiry.name()), risk(risk), null, late(late));
  }

  /** Nobody can say low of their own request, and normal is what nobody has to say. */
  private static RequestTerms.@Nullable Risk risk(@Nullable RequestRisk said) {
    return said == RequestRisk.HIGH ? RequestTerms.Risk.HIGH : null;
  }

  private static RequestTerms.@Nullable LateAnswers late(@Nullable LateAnswerRule said) {
    return said == null ? null : RequestTerms.LateAnswers.valueOf(said.name());
  }

  /** Null where nothing is said of the permit; no terms at all still ask to be shown it. */
  public static @Nullable PermitTerms permit(@Nullable PermitWish wish) {
    return wish == null
        ? null
        : new PermitTerms(wish.audience(), wish.ttlMs(), wish.resultWithinMs());
  }

  /** What the request revises; null when it says that it revises nothing. */
  public static Revisions.@Nullable Wish revision(
      @Nullable String revises, @Nullable String reply) {
    if (revises == null && reply != null) {
      throw Problem.INVALID_REQUEST
          .because("A reply belongs to a revision: send revises. Nothing was raised.")
          .at("/reply", "is allowed only with revises")
          .asException();
    }
    return revises == null ? null : new Revisions.Wish(revises, reply);
  }

  private static RequestTerms.Places places(List<String> pointers) {
    for (int i = 0; i < pointers.size(); i++) {
      try {
        JsonPointer.compile(pointers.get(i));
      } catch (IllegalArgumentException notOne) {
        throw Problem.INVALID_REQUEST
            .because("editable names places of the input as JSON pointers. Nothing was raised.")
            .at("/editable/" + i, "must be a JSON pointer, such as /command")
            .asException();
      }
    }
    return new RequestTerms.Places(pointers);
  }
}
