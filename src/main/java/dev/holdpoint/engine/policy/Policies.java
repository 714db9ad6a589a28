package dev.holdpoint.engine.policy;

import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicyVersion;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes and changes approval policies. They stand in one list, whose positions are 1 to n after
 * every commit. Every version is kept, because decisions name it.
 */
public final class Policies {
  private static final String NOTHING = " Nothing was changed.";
  private static final String VERSION = "plv_";

  private final Commits commits;
  private final Suggestion nearest;

  public Policies(Commits commits, Suggestion nearest) {
    this.commits = commits;
    this.nearest = nearest;
  }

  /**
   * @param position from 1; null for the last of a new policy, and for the place that it has
   */
  public record Spec(
      String title, @Nullable Integer position, boolean enabled, PolicyDraft draft) {}

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(StoredPolicy policy, boolean replayed) {}

  public Made create(Spec wish, String by, @Nullable IdempotencyKey idempotency) {
    checkTitle(wish.title);
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            StoredPolicy made = change.kept(StoredPolicy.KIND, earlier.getAsLong());
            if (made == null) {
              throw notFound();
            }
            return new Made(made, true);
          }
          checkFree(change, wish.title, null);
          List<StoredPolicy> list = inOrder(change);
          if (list.size() >= StoredPolicy.MOST) {
            throw Problem.POLICY_LIMIT
                .because(
                    "There are %d policies, which is the maximum. Remove some first.%s"
                        .formatted(StoredPolicy.MOST, NOTHING))
                .asException();
          }
          PolicyDraft draft =
              new PolicyCheck(KnownNames.in(change), nearest, "").checked(wish.draft);
          String id = change.newId(StoredPolicy.PREFIX);
          StoredPolicy policy =
              new StoredPolicy(
                  Ulid.keyOf(StoredPolicy.PREFIX, id).orElseThrow(),
                  id,
                  wish.title,
                  place(wish.position, list.size() + 1, list.size() + 1),
                  wish.enabled,
                  draft,
                  1,
                  by,
                  change.nowMs(),
                  by,
                  change.nowMs());
          keep(change, list, null, policy);
          renumber(change, list, policy);
          OncePerKey.remember(change, idempotency, policy.key());
          return new Made(policy, false);
        });
  }

  /**
   * Replaces the policy whole.
   *
   * @param expectedVersion the version that the caller has seen; null for whichever it is
   */
  public StoredPolicy replace(String id, Spec wish, @Nullable Integer expectedVersion, String by) {
    checkTitle(wish.title);
    return commits.commit(
        change -> {
          StoredPolicy before = existing(change, id);
          if (expectedVersion != null && expectedVersion != before.version()) {
            throw Problem.POLICY_CONFLICT
                .because(
                    "The policy has version %d, not %d: it was changed. Read it again and repeat the change.%s"
                        .formatted(before.version(), expectedVersion, NOTHING))
                .at("/expected_version", "is not the policy's version")
                .inFavourOf(id)
                .asException();
          }
          checkFree(change, wish.title, id);
          PolicyDraft draft =
              new PolicyCheck(KnownNames.in(change), nearest, "").checked(wish.draft);
          List<StoredPolicy> list = inOrder(change);
          int position = place(wish.position, before.position(), list.size());
          if (position == before.position()
              && wish.enabled == before.enabled()
              && wish.title.equals(before.title())
              && draft.equals(before.draft())) {
            return before;
          }
          StoredPolicy after =
              new StoredPolicy(
                  before.key(),
                  id,
                  wish.title,
                  position,
                  wish.enabled,
                  draft,
                  before.version() + 1,
                  before.createdBy(),
                  before.createdAtMs(),
                  by,
                  change.nowMs());
          keep(change, list, before, after);
          renumber(change, list, after);
          return after;
        });
  }

  /** Its versions stay. */
  public void remove(String id) {
    commits.commit(
        change -> {
          StoredPolicy policy = existing(change, id);
          PolicySweeps.afterPolicy(change, inOrder(change), policy);
          change.discard(StoredPolicy.KIND, policy);
          renumber(change, inOrder(change), null);
          return policy;
        });
  }

  /** A policy as it would be, which is kept nowhere and holds for nothing. */
  public NamedPolicy imagined(Queries queries, PolicyDraft draft) {
    PolicyDraft checked =
        new PolicyCheck(KnownNames.of(queries), nearest, "/policy").checked(draft);
    return trial(new StoredPolicy(0, "", "", 1, true, checked, 0, "", 0, "", 0));
  }

  /** The policy as though it were enabled. */
  public static NamedPolicy trial(StoredPolicy policy) {
    NamedPolicy named = policy.named();
    return new NamedPolicy(
        named.id(),
        named.name(),
        named.version(),
        named.tenantId(),
        true,
        named.match(),
        named.rules());
  }

  /** A place beyond the end is the last one. */
  private static int place(@Nullable Integer wanted, int otherwise, int last) {
    return wanted == null ? otherwise : Math.min(wanted, last);
  }

  private static List<StoredPolicy> inOrder(Change change) {
    return change.group(StoredPolicy.KIND, null).stream()
        .sorted(Comparator.comparingInt(StoredPolicy::position))
        .toList();
  }

  private static void keep(
      Change change, List<StoredPolicy> list, @Nullable StoredPolicy before, StoredPolicy policy) {
    change.keep(StoredPolicy.KIND, policy);
    PolicySweeps.afterPolicy(change, list, before);
    long key = Ulid.keyOf(VERSION, change.newId(VERSION)).orElseThrow();
    change.keep(PolicyVersion.KIND, new PolicyVersion(key, policy));
  }

  /** The others move; that they do is no new version of them, because they say what they said. */
  private static void renumber(Change change, List<StoredPolicy> list, @Nullable StoredPolicy set) {
    List<StoredPolicy> order = new ArrayList<>(list);
    if (set != null) {
      order.removeIf(it -> it.key() == set.key());
      order.add(set.position() - 1, set);
    }
    for (int i = 0; i < order.size(); i++) {
      StoredPolicy policy = order.get(i);
      if (policy.position() != i + 1) {
        change.keep(StoredPolicy.KIND, policy.at(i + 1));
      }
    }
  }

  private static void checkTitle(String title) {
    if (title.isBlank()) {
      throw Problem.INVALID_POLICY
          .because("A policy needs a name with visible characters." + NOTHING)
          .at("/name", "is blank")
          .asException();
    }
  }

  private static void checkFree(Change change, String title, @Nullable String own) {
    StoredPolicy same = change.named(StoredPolicy.KIND, title.toLowerCase(Locale.ROOT));
    if (same != null && !same.id().equals(own)) {
      throw Problem.POLICY_CONFLICT
          .because(
              "There is already a policy with this name: conflicting_resource_id. Change that one, "
                  + "or choose another name."
                  + NOTHING)
          .at("/name", "is taken")
          .inFavourOf(same.id())
          .asException();
    }
  }

  private static StoredPolicy existing(Change change, String id) {
    return found(id, key -> change.kept(StoredPolicy.KIND, key));
  }

  public static StoredPolicy existing(Queries queries, String id) {
    return found(id, key -> queries.kept(StoredPolicy.KIND, key));
  }

  private static StoredPolicy found(String id, LongFunction<@Nullable StoredPolicy> kept) {
    OptionalLong key = Ulid.keyOf(StoredPolicy.PREFIX, id);
    StoredPolicy policy = key.isPresent() ? kept.apply(key.getAsLong()) : null;
    if (policy == null || !policy.id().equals(id)) {
      throw notFound();
    }
    return policy;
  }

  public static Refused notFound() {
    return Problem.POLICY_NOT_FOUND
        .because(
            "There is no such policy; it may have been removed. GET /v1/approval-policies lists "
                + "them, and GET /v1/approval-policies/{policy_id}/versions has its last words.")
        .asException();
  }
}
