package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.FormerToken;
import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whose a token is or was, and which names new principals may have. */
public final class Principals {
  private static final String TOKEN = "tok_";

  /** Decisions name who made them: nobody may be taken for a deadline, a rule or a key. */
  private static final Set<String> OF_DAEMON = Set.of("daemon", "deadline");

  private static final List<String> BEGINNINGS_OF_DAEMON =
      List.of(PermissionRule.BY, ApproverKey.BY, "user:");

  private Principals() {}

  /** Whether the daemon signs with such a name itself, so that no person has it. */
  public static boolean isOfDaemon(String name) {
    String folded = PrincipalName.folded(name);
    return OF_DAEMON.contains(folded) || BEGINNINGS_OF_DAEMON.stream().anyMatch(folded::startsWith);
  }

  /**
   * @param problem what a name that can be mistaken for another is refused as
   */
  static void checkPlain(String name, Problem problem, String pointer) {
    String fault = PrincipalName.fault(name);
    if (fault != null) {
      throw problem
          .because(
              "The name "
                  + fault
                  + ", so people could mistake it for another name. Choose a different name. "
                  + "Nothing was changed.")
          .at(pointer, fault)
          .asException();
    }
  }

  /**
   * Refuses a name that differs only in its looks from one that decides in the same tenant. The
   * very same name is allowed: that is the same principal.
   */
  static void checkDistinct(Change change, String tenantId, String name, String pointer) {
    List<Named> alike =
        Stream.concat(tokens(change, tenantId), keys(change, tenantId))
            .filter(other -> PrincipalName.isSame(other.name, name))
            .toList();
    if (!alike.isEmpty() && alike.stream().noneMatch(other -> other.name.equals(name))) {
      throw Problem.NAME_CONFLICT
          .because(
              "The name looks like that of conflicting_resource_id. Send exactly that "
                  + "name for the same principal, or a clearly different one. Nothing was "
                  + "changed.")
          .at(pointer, "looks like an existing name")
          .inFavourOf(alike.getFirst().id)
          .asException();
    }
  }

  private record Named(String id, String name) {}

  private static Stream<Named> tokens(Change change, String tenantId) {
    return change.queries().tokens().stream()
        .filter(token -> meet(token.tenantId(), tenantId))
        .map(token -> new Named(token.id(), token.principal()));
  }

  private static Stream<Named> keys(Change change, String tenantId) {
    String group = tenantId.equals(Tenants.ROOT) ? null : tenantId;
    Stream<@Nullable ApproverKey> stored =
        RecordWalk.of(change.queries(), ApproverKey.KIND, group)
            .map(key -> change.kept(ApproverKey.KIND, key.key()));
    return Stream.concat(change.ledger().fresh(ApproverKey.KIND), stored)
        .filter(Objects::nonNull)
        .filter(key -> key.state() != ApproverKey.State.REVOKED && meet(key.tenantId(), tenantId))
        .map(key -> new Named(key.id(), key.principal()));
  }

  /** Whether principals of both can decide the same approval: the root tenant's decide all. */
  private static boolean meet(String one, String other) {
    return one.equals(other) || one.equals(Tenants.ROOT) || other.equals(Tenants.ROOT);
  }

  /** The principal of the token with this id, revoked or not; null when it is no known token. */
  public static @Nullable String ofToken(Change change, String id) {
    OptionalLong key = Ulid.keyOf(TOKEN, id);
    if (key.isEmpty()) {
      return null;
    }
    return ofToken(change.queries(), id, change.kept(FormerToken.KIND, key.getAsLong()));
  }

  /** The same as it is committed. */
  public static @Nullable String ofToken(Queries queries, String id) {
    OptionalLong key = Ulid.keyOf(TOKEN, id);
    return key.isEmpty()
        ? null
        : ofToken(queries, id, queries.kept(FormerToken.KIND, key.getAsLong()));
  }

  private static @Nullable String ofToken(
      Queries queries, String id, @Nullable FormerToken former) {
    if (former != null) {
      return former.id().equals(id) ? former.principal() : null;
    }
    return queries.tokens().stream()
        .filter(token -> token.id().equals(id))
        .map(Token::principal)
        .findFirst()
        .orElse(null);
  }
}
