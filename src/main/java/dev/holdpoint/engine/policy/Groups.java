package dev.holdpoint.engine.policy;

import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.PolicyExpression;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.policy.Term;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.access.Principals;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes and changes groups of people, which policies name. */
public final class Groups {
  private static final String NOTHING = " Nothing was changed.";

  private final Commits commits;
  private final Suggestion nearest;

  public Groups(Commits commits, Suggestion nearest) {
    this.commits = commits;
    this.nearest = nearest;
  }

  /**
   * @param tenantId null for the root tenant
   */
  public record Spec(String title, @Nullable String tenantId, List<String> members) {}

  /**
   * What a group is to become; what is null stays as it is.
   *
   * @param expectedVersion the version that the caller has seen; null for whichever it is
   */
  public record Edit(
      @Nullable String title, @Nullable List<String> members, @Nullable Integer expectedVersion) {}

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(Group group, boolean replayed) {}

  public Made create(Spec wish, String by, @Nullable IdempotencyKey idempotency) {
    checkTitle(wish.title);
    List<String> members = checked(wish.members, "/members");
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            Group made = change.kept(Group.KIND, earlier.getAsLong());
            if (made == null) {
              throw notFound();
            }
            return new Made(made, true);
          }
          String tenantId = Objects.requireNonNullElse(wish.tenantId, Tenants.ROOT);
          KnownNames known = KnownNames.in(change);
          if (!known.isTenant(tenantId)) {
            throw Problem.INVALID_GROUP
                .because(
                    "There is no such tenant. GET /v1/tenants lists them; omit tenant_id for the "
                        + "root tenant."
                        + NOTHING)
                .at("/tenant_id", "is not a tenant" + nearest.hint(tenantId, known.tenants()))
                .asException();
          }
          checkFree(change, tenantId, wish.title, null);
          if (change.group(Group.KIND, null).size() >= Group.MOST) {
            throw Problem.GROUP_LIMIT
                .because(
                    "There are %d groups, which is the maximum. Remove some first.%s"
                        .formatted(Group.MOST, NOTHING))
                .asException();
          }
          String id = change.newId(Group.PREFIX);
          Group group =
              new Group(
                  Ulid.keyOf(Group.PREFIX, id).orElseThrow(),
                  id,
                  wish.title,
                  tenantId,
                  members,
                  1,
                  by,
                  change.nowMs(),
                  change.nowMs());
          change.keep(Group.KIND, group);
          PolicySweeps.afterNewGroup(change, group);
          OncePerKey.remember(change, idempotency, group.key());
          return new Made(group, false);
        });
  }

  /** Changes the name, the members or both. */
  public Group edit(String id, Edit wish) {
    if (wish.title != null) {
      checkTitle(wish.title);
    }
    List<String> members = wish.members == null ? null : checked(wish.members, "/members");
    return commits.commit(
        change -> {
          Group before = existing(change, id);
          Integer expected = wish.expectedVersion;
          if (expected != null && expected != before.version()) {
            throw Problem.GROUP_CONFLICT
                .because(
                    "The group has version %d, not %d: it was changed. Read it again and repeat the change.%s"
                        .formatted(before.version(), expected, NOTHING))
                .at("/expected_version", "is not the group's version")
                .inFavourOf(id)
                .asException();
          }
          String title = Objects.requireNonNullElse(wish.title, before.title());
          if (!title.toLowerCase(Locale.ROOT).equals(before.folded())) {
            checkUnnamed(change, before, "renamed");
            checkFree(change, before.tenantId(), title, id);
          }
          return kept(change, before, title, Objects.requireNonNullElse(members, before.members()));
        });
  }

  /** Adds and removes members; the other members stay, whatever changed meanwhile. */
  public Group changeMembers(String id, List<String> add, List<String> remove) {
    List<String> joining = checked(add, "/add");
    for (int i = 0; i < remove.size(); i++) {
      if (joining.contains(remove.get(i))) {
        throw invalid("/remove/" + i, "stands in add too", "Name each person in one of the lists.");
      }
    }
    return commits.commit(
        change -> {
          Group before = existing(change, id);
          Set<String> members = new LinkedHashSet<>(before.members());
          members.addAll(joining);
          remove.forEach(members::remove);
          if (members.size() > Group.MOST_MEMBERS) {
            throw invalid(
                "/add",
                "makes more than " + Group.MOST_MEMBERS + " members",
                "A group has at most " + Group.MOST_MEMBERS + " members.");
          }
          return kept(change, before, before.title(), List.copyOf(members));
        });
  }

  private static Group kept(Change change, Group before, String title, List<String> members) {
    if (title.equals(before.title()) && members.equals(before.members())) {
      return before;
    }
    Group after =
        new Group(
            before.key(),
            before.id(),
            title,
            before.tenantId(),
            members,
            before.version() + 1,
            before.createdBy(),
            before.createdAtMs(),
            change.nowMs());
    change.keep(Group.KIND, after);
    PolicySweeps.afterGroup(change, before);
    return after;
  }

  public void remove(String id) {
    commits.commit(
        change -> {
          Group group = existing(change, id);
          checkUnnamed(change, group, "removed");
          change.discard(Group.KIND, group);
          return group;
        });
  }

  /** A policy that names what is not there would wait for nobody. */
  private static void checkUnnamed(Change change, Group group, String what) {
    for (StoredPolicy policy : change.group(StoredPolicy.KIND, null)) {
      if (names(change, policy, group)) {
        throw Problem.GROUP_IN_USE
            .because(
                "Policy %s names the group, so it cannot be %s. Change the policy first, or remove the group's members.%s"
                    .formatted(policy.id(), what, NOTHING))
            .inFavourOf(policy.id())
            .asException();
      }
    }
  }

  /**
   * Whether the policy may mean this group at one of its gates. One of the root is not meant by the
   * policy of a tenant that has its own of that name.
   */
  private static boolean names(Change change, StoredPolicy policy, Group group) {
    if (terms(policy)
        .noneMatch(
            term ->
                term instanceof Term.Group(String name)
                    && name.toLowerCase(Locale.ROOT).equals(group.folded()))) {
      return false;
    }
    String tenantId = policy.draft().tenantId();
    return tenantId == null
        || tenantId.equals(group.tenantId())
        || (group.isOfRoot()
            && change.named(Group.KIND, Group.nameOf(tenantId, group.title())) == null);
  }

  /** Everybody whom a policy names: whose yes it wants, and whose no ends a gate. */
  static Stream<Term> terms(StoredPolicy policy) {
    String veto = policy.draft().veto();
    return Stream.concat(
        PolicyExpression.parse(policy.draft().needs()).terms(),
        veto == null ? Stream.of() : PolicyExpression.parseWho(veto).stream());
  }

  private static void checkFree(
      Change change, String tenantId, String title, @Nullable String own) {
    Group same = change.named(Group.KIND, Group.nameOf(tenantId, title));
    if (same != null && !same.id().equals(own)) {
      throw Problem.GROUP_CONFLICT
          .because(
              "The tenant already has a group with this name: conflicting_resource_id. Use that "
                  + "one, or choose another name."
                  + NOTHING)
          .at("/name", "is taken")
          .inFavourOf(same.id())
          .asException();
    }
  }

  private static void checkTitle(String title) {
    if (title.isBlank()) {
      throw invalid("/name", "is blank", "A group needs a name with visible characters.");
    }
    // Policies and people find a group by its name: none may look like another.
    String fault = PrincipalName.fault(title);
    if (fault != null) {
      throw invalid("/name", fault, "The name of the group " + fault + ".");
    }
  }

  /** Each name once, in the order sent. */
  private static List<String> checked(List<String> members, String pointer) {
    List<Refusal.Fault> faults = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      String name = members.get(i);
      if (name.isBlank()) {
        faults.add(new Refusal.Fault(pointer + "/" + i, "is blank"));
      } else if (Principals.isOfDaemon(name)) {
        faults.add(
            new Refusal.Fault(pointer + "/" + i, "is a name that the daemon itself signs with"));
      }
    }
    if (!faults.isEmpty()) {
      throw new Refusal(
              Problem.INVALID_GROUP,
              "Members are names of people: of tokens, or the principals of approver keys."
                  + NOTHING,
              List.copyOf(faults),
              null)
          .asException();
    }
    return List.copyOf(new LinkedHashSet<>(members));
  }

  private static Refused invalid(String pointer, String message, String detail) {
    return Problem.INVALID_GROUP.because(detail + NOTHING).at(pointer, message).asException();
  }

  private static Group existing(Change change, String id) {
    return found(id, key -> change.kept(Group.KIND, key));
  }

  public static Group existing(Queries queries, String id) {
    return found(id, key -> queries.kept(Group.KIND, key));
  }

  private static Group found(String id, LongFunction<@Nullable Group> kept) {
    OptionalLong key = Ulid.keyOf(Group.PREFIX, id);
    Group group = key.isPresent() ? kept.apply(key.getAsLong()) : null;
    if (group == null || !group.id().equals(id)) {
      throw notFound();
    }
    return group;
  }

  private static Refused notFound() {
    return Problem.GROUP_NOT_FOUND
        .because("There is no such group; it may have been removed. GET /v1/groups lists them.")
        .asException();
  }
}
