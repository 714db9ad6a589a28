package dev.holdpoint.engine.policy;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.SignedIn;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Everybody whom tokens, approver keys and groups name. Nobody is stored as a person. */
public final class KnownPeople {
  /**
   * @param roles of valid tokens with this name: admin, operator
   * @param approverKeys that are good now
   * @param groups their names
   */
  public record KnownPerson(
      String name, Set<Role> roles, Set<String> approverKeys, Set<String> groups) {
    KnownPerson(String name) {
      this(name, EnumSet.noneOf(Role.class), new TreeSet<>(), new TreeSet<>());
    }

    /** A name alone decides nothing: it takes a token or a key. */
    public boolean canDecide() {
      return !roles.isEmpty() || !approverKeys.isEmpty();
    }
  }

  private KnownPeople() {}

  /**
   * @param tenantId whose people, with those of the root; null for those of all tenants
   * @return in the order of their names
   */
  public static List<KnownPerson> of(Queries queries, @Nullable String tenantId, long nowMs) {
    TreeMap<String, KnownPerson> all = new TreeMap<>();
    named(all, PolicyBook.ADMIN).roles.add(Role.ADMIN);
    for (Token token : queries.tokens()) {
      if (PolicyBook.isPersons(token, nowMs) && reaches(token.tenantId(), tenantId)) {
        named(all, token.principal()).roles.add(token.role());
      }
    }
    RecordWalk.of(queries, ApproverKey.KIND, tenantId)
        .filter(key -> key.isGoodAt(nowMs))
        .forEach(key -> named(all, key.principal()).approverKeys.add(key.id()));
    RecordWalk.of(queries, Group.KIND, null)
        .filter(group -> reaches(group.tenantId(), tenantId))
        .forEach(group -> group.members().forEach(it -> named(all, it).groups.add(group.title())));
    signedIn(all, queries, tenantId, nowMs);
    return List.copyOf(all.values());
  }

  /** Groups take in those whom an identity provider calls their members. */
  private static void signedIn(
      Map<String, KnownPerson> all, Queries queries, @Nullable String tenantId, long nowMs) {
    Map<String, String> titles = new HashMap<>();
    RecordWalk.of(queries, Group.KIND, null)
        .filter(group -> reaches(group.tenantId(), tenantId))
        .forEach(group -> titles.put(group.folded(), group.title()));
    for (Token token : queries.tokens()) {
      SignedIn who = token.signedIn();
      KnownPerson person = who == null ? null : all.get(token.principal());
      if (who != null && person != null && token.isValidAt(nowMs)) {
        who.groups().stream()
            .map(group -> titles.get(group.toLowerCase(Locale.ROOT)))
            .filter(Objects::nonNull)
            .forEach(person.groups::add);
      }
    }
  }

  private static KnownPerson named(Map<String, KnownPerson> all, String name) {
    return all.computeIfAbsent(name, KnownPerson::new);
  }

  private static boolean reaches(String holder, @Nullable String tenantId) {
    return tenantId == null || holder.equals(tenantId) || holder.equals(Tenants.ROOT);
  }
}
