package dev.holdpoint.engine.memory;

import dev.holdpoint.core.memory.Learning;
import dev.holdpoint.core.memory.LearningScope;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.session.Persona;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.port.store.Queries;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Writes down what was learned, and corrects it. */
public final class Learnings {
  private final Commits commits;

  public Learnings(Commits commits) {
    this.commits = commits;
  }

  /** What a learning is to say; null leaves a member as it is, or as it is when nobody says. */
  public record Spec(
      Learning.@Nullable Kind kind,
      @Nullable LearningScope scope,
      @Nullable String content,
      Learning.@Nullable Sensitivity sensitivity,
      Learning.@Nullable PublishTier publishTier,
      Learning.@Nullable PolicyDecision policyDecision,
      Learning.@Nullable VerificationStatus verificationStatus,
      @Nullable Long publishedAtMs) {

    Learning of(Learning before) {
      return new Learning(
          before.key(),
          before.id(),
          or(kind, before.kind()),
          or(scope, before.scope()),
          or(content, before.content()),
          or(sensitivity, before.sensitivity()),
          or(publishTier, before.publishTier()),
          or(policyDecision, before.policyDecision()),
          or(verificationStatus, before.verificationStatus()),
          or(publishedAtMs, before.publishedAtMs()));
    }

    private static <T> T or(@Nullable T wished, T otherwise) {
      return wished == null ? otherwise : wished;
    }
  }

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(Learning learning, boolean replayed) {}

  public Made create(
      Learning.Kind kind,
      LearningScope scope,
      String content,
      Spec wish,
      @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            Learning made = change.kept(Learning.KIND, earlier.getAsLong());
            if (made == null) {
              throw notFound();
            }
            return new Made(made, true);
          }
          check(change, scope);
          String id = change.newId(Learning.PREFIX);
          Learning plain =
              new Learning(
                  Ulid.keyOf(Learning.PREFIX, id).orElseThrow(),
                  id,
                  kind,
                  scope,
                  content,
                  Learning.Sensitivity.SCOPED,
                  Learning.PublishTier.ACTIVE,
                  Learning.PolicyDecision.MANUAL,
                  Learning.VerificationStatus.UNVERIFIED,
                  change.nowMs());
          Learning learning = wish.of(plain);
          change.keep(Learning.KIND, learning);
          OncePerKey.remember(change, idempotency, learning.key());
          return new Made(learning, false);
        });
  }

  public Learning edit(String id, Spec wish) {
    return commits.commit(
        change -> {
          Learning before = existing(change, id);
          if (wish.scope != null && !wish.scope.equals(before.scope())) {
            check(change, wish.scope);
          }
          Learning after = wish.of(before);
          if (!after.equals(before)) {
            change.keep(Learning.KIND, after);
          }
          return after;
        });
  }

  public void remove(String id) {
    commits.commit(
        change -> {
          Learning learning = existing(change, id);
          change.discard(Learning.KIND, learning);
          return learning;
        });
  }

  /** A scope that nobody has is a slip of the pen: no session would ever see the learning. */
  private static void check(Change change, LearningScope scope) {
    boolean exists =
        switch (scope.kind()) {
          case SESSION -> change.session(scope.id()) != null;
          case PERSONA -> change.named(Persona.KIND, scope.id()) != null;
          // Nothing lists the workspaces that there are.
          case WORKSPACE -> true;
        };
    if (!exists) {
      throw Problem.INVALID_REQUEST
          .because("There is no such " + scope.kind().wire() + " that could share a learning.")
          .at("/scope/id", "is not a " + scope.kind().wire())
          .asException();
    }
  }

  private static Learning existing(Change change, String id) {
    OptionalLong key = Ulid.keyOf(Learning.PREFIX, id);
    return the(id, key.isPresent() ? change.kept(Learning.KIND, key.getAsLong()) : null);
  }

  public static Learning find(Queries queries, String id) {
    OptionalLong key = Ulid.keyOf(Learning.PREFIX, id);
    return the(id, key.isPresent() ? queries.kept(Learning.KIND, key.getAsLong()) : null);
  }

  private static Learning the(String id, @Nullable Learning found) {
    if (found == null || !found.id().equals(id)) {
      throw notFound();
    }
    return found;
  }

  public static RuntimeException notFound() {
    return Problem.LEARNING_NOT_FOUND
        .because("There is no such learning. GET /v1/learnings lists them.")
        .asException();
  }
}
