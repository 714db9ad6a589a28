package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.Enrollment;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.port.store.Queries;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Invitations of approvers, each good for one passkey. */
public final class Enrollments {
  private static final long OPEN_MS = 24L * 3600 * 1000;

  private final Commits commits;
  private final Engine engine;

  public Enrollments(Commits commits, Engine engine) {
    this.commits = commits;
    this.engine = engine;
  }

  /**
   * @param tokenId the token that the passkey signs in as well; null for none
   */
  public record Spec(String principal, @Nullable String name, @Nullable String tokenId) {}

  public Enrollment invite(
      String tenantId,
      Spec wish,
      String codeSha256,
      String by,
      @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          TenantDirectory.checkExists(change, tenantId);
          OncePerKey.refuseRepeat(
              change,
              idempotency,
              key -> {
                Enrollment earlier = change.kept(Enrollment.KIND, key);
                return earlier == null ? null : earlier.id();
              });
          Principals.checkPlain(wish.principal, Problem.INVALID_TENANT, "/principal");
          Principals.checkDistinct(change, tenantId, wish.principal, "/principal");
          if (wish.tokenId != null) {
            checkToken(change.queries(), wish);
          }
          String id = change.newId(Enrollment.PREFIX);
          Enrollment made =
              new Enrollment(
                  Ulid.keyOf(Enrollment.PREFIX, id).orElseThrow(),
                  id,
                  tenantId,
                  wish.principal,
                  wish.name,
                  wish.tokenId,
                  codeSha256,
                  change.nowMs() + OPEN_MS,
                  by,
                  change.nowMs(),
                  null);
          change.keep(Enrollment.KIND, made);
          OncePerKey.remember(change, idempotency, made.key());
          return made;
        });
  }

  /** A passkey that signs somebody in must be the same person's word. */
  private static void checkToken(Queries queries, Spec wish) {
    Token token =
        queries.tokens().stream()
            .filter(one -> one.id().equals(wish.tokenId))
            .findFirst()
            .orElse(null);
    if (token == null || !token.principal().equals(wish.principal)) {
      throw Problem.INVALID_TENANT
          .because(
              "The token must exist and be of the same principal. Omit token_id for a passkey "
                  + "that signs nobody in. Nothing was changed.")
          .at("/token_id", token == null ? "is not a token" : "is of another principal")
          .asException();
    }
  }

  /** The open one with this code; null when there is none. */
  public @Nullable Enrollment find(String codeSha256) {
    Enrollment found =
        engine.<@Nullable Enrollment>read(queries -> queries.named(Enrollment.KIND, codeSha256));
    return found != null && found.isOpenAt(engine.nowMs()) ? found : null;
  }

  public void revoke(String tenantId, String id) {
    commits.commit(
        change -> {
          TenantDirectory.checkExists(change, tenantId);
          OptionalLong key = Ulid.keyOf(Enrollment.PREFIX, id);
          Enrollment stored =
              key.isPresent() ? change.kept(Enrollment.KIND, key.getAsLong()) : null;
          if (stored == null || !stored.id().equals(id) || !stored.tenantId().equals(tenantId)) {
            throw Problem.ENROLLMENT_NOT_FOUND
                .because(
                    "The tenant has no such invitation. GET …/approver-keys/enrollments lists "
                        + "them.")
                .asException();
          }
          change.discard(Enrollment.KIND, stored);
          return stored;
        });
  }

  public static Refused badCode() {
    return Problem.ENROLLMENT_NOT_FOUND
        .because(
            "The invitation was already used, has expired or is not valid. Ask an admin for a "
                + "new one. Nothing was changed.")
        .asException();
  }
}
