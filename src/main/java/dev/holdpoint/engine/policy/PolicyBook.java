package dev.holdpoint.engine.policy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.SignedIn;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.People;
import dev.holdpoint.core.policy.Person;
import dev.holdpoint.core.policy.PolicySweep;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.access.Principals;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The policies, groups and people that hold at one moment. A book is made for one work or one read
 * and reads nothing that nobody asks for; without policies it reads none of the people.
 */
public abstract class PolicyBook {
  /** The operator's own token has no record; its name is theirs alone. */
  static final String ADMIN = "admin";

  private final long nowMs;
  private final Map<String, People> people = new ConcurrentHashMap<>();
  private @Nullable PolicyOrder order;

  private PolicyBook(long nowMs) {
    this.nowMs = nowMs;
  }

  /** As the transaction sees them at this point. */
  public static PolicyBook in(Change change) {
    return new InChange(change);
  }

  /** As the transaction sees them, but for what has changed since. */
  public static PolicyBook before(Change change, PolicySweep.Before past) {
    return new BeforeChange(change, past);
  }

  /** As they are committed. */
  public static PolicyBook of(Queries queries, long nowMs) {
    return new Committed(queries, nowMs);
  }

  /** As they are committed, with this policy in the place of all others. */
  public static PolicyBook trying(Queries queries, long nowMs, NamedPolicy only) {
    PolicyBook book = new Committed(queries, nowMs);
    book.order = new PolicyOrder(List.of(only));
    return book;
  }

  /** Whether there are no policies at all. */
  public boolean isEmpty() {
    return order().all().isEmpty();
  }

  /**
   * As they are committed, for a caller that keeps the book: policies and groups are read now,
   * tokens and keys when a gate needs them, and again after tokens have changed.
   */
  static PolicyBook kept(
      Engine engine, Queries queries, Function<String, ApprovalPolicy> floors, long nowMs) {
    return new Kept(engine, new Committed(queries, nowMs), floors, nowMs);
  }

  abstract List<StoredPolicy> storedPolicies();

  abstract List<Group> groups();

  abstract List<Token> tokens();

  abstract List<ApproverKey> keys(String tenantId);

  /** Null when there is no such session. */
  public abstract @Nullable Session session(String id);

  /** The principal of the token with this id, revoked or not; null when it is no known token. */
  public abstract @Nullable String principal(String tokenId);

  /** What the gates of a tenant need whatever else holds. */
  public abstract ApprovalPolicy floor(String tenantId);

  /** In the order of their positions, also those that are not enabled. */
  public List<NamedPolicy> policies() {
    return order().all();
  }

  public PolicyOrder order() {
    PolicyOrder known = order;
    if (known == null) {
      known = readOrder();
      order = known;
    }
    return known;
  }

  PolicyOrder readOrder() {
    return ParsedPolicies.order(storedPolicies());
  }

  /** Who decides in the tenant: its own people, and those of the root. */
  public People people(String tenantId) {
    return people.computeIfAbsent(tenantId, this::readPeople);
  }

  /** Tokens have changed since people were read. */
  final void forgetPeople() {
    people.clear();
  }

  private People readPeople(String tenantId) {
    Map<String, Set<Role>> roles = new TreeMap<>();
    roles.put(ADMIN, EnumSet.of(Role.ADMIN));
    for (Token token : tokens()) {
      if (isPersons(token, nowMs)
          && (token.tenantId().equals(tenantId) || token.tenantId().equals(Tenants.ROOT))) {
        roles.computeIfAbsent(token.principal(), _ -> EnumSet.noneOf(Role.class)).add(token.role());
      }
    }
    Map<String, Set<String>> keys = new HashMap<>();
    Set<String> signing = new HashSet<>();
    for (ApproverKey key : keys(tenantId)) {
      if (key.state() != ApproverKey.State.REVOKED) {
        keys.computeIfAbsent(key.principal(), _ -> new HashSet<>()).add(key.id());
        if (key.isGoodAt(nowMs)) {
          signing.add(key.principal());
        }
      }
    }
    Set<String> names = new HashSet<>(roles.keySet());
    names.addAll(keys.keySet());
    List<Person> all = new ArrayList<>();
    for (String name : names) {
      all.add(
          Person.of(
              name,
              roles.getOrDefault(name, Set.of()),
              keys.getOrDefault(name, Set.of()),
              signing.contains(name)));
    }
    return new People(all, members(tenantId));
  }

  /** Whether a person decides with this token: agents and viewers do not. */
  static boolean isPersons(Token token, long nowMs) {
    return (token.role() == Role.ADMIN || token.role() == Role.OPERATOR) && token.isValidAt(nowMs);
  }

  /** A tenant's own group comes before one of the root with the same name. */
  private Map<String, List<String>> members(String tenantId) {
    Map<String, List<String>> members = new HashMap<>();
    List<Group> all = groups();
    all.stream().filter(Group::isOfRoot).forEach(it -> members.put(it.folded(), it.members()));
    all.stream()
        .filter(it -> it.tenantId().equals(tenantId))
        .forEach(it -> members.put(it.folded(), it.members()));
    addSignedIn(members);
    return members;
  }

  /** A group takes in those whom an identity provider calls its members; it makes no group. */
  private void addSignedIn(Map<String, List<String>> members) {
    for (Token token : members.isEmpty() ? List.<Token>of() : tokens()) {
      SignedIn who = token.signedIn();
      if (who != null && token.isValidAt(nowMs)) {
        for (String group : who.groups()) {
          members.computeIfPresent(
              group.toLowerCase(Locale.ROOT),
              (_, named) -> Stream.concat(named.stream(), Stream.of(token.principal())).toList());
        }
      }
    }
  }

  private static class InChange extends PolicyBook {
    private final Change change;

    InChange(Change change) {
      super(change.nowMs());
      this.change = change;
    }

    @Override
    List<StoredPolicy> storedPolicies() {
      return change.group(StoredPolicy.KIND, null);
    }

    @Override
    PolicyOrder readOrder() {
      return ParsedPolicies.orderInHand(storedPolicies());
    }

    @Override
    List<Group> groups() {
      return change.group(Group.KIND, null);
    }

    @Override
    List<Token> tokens() {
      return change.queries().tokens();
    }

    @Override
    List<ApproverKey> keys(String tenantId) {
      return RecordWalk.of(change.queries(), ApproverKey.KIND, tenantId)
          .map(key -> change.kept(ApproverKey.KIND, key.key()))
          .filter(Objects::nonNull)
          .toList();
    }

    @Override
    public @Nullable Session session(String id) {
      return change.session(id);
    }

    @Override
    public @Nullable String principal(String tokenId) {
      return Principals.ofToken(change, tokenId);
    }

    @Override
    public ApprovalPolicy floor(String tenantId) {
      return Tenancy.policy(change, tenantId);
    }
  }

  private static final class BeforeChange extends InChange {
    private final PolicySweep.Before past;

    BeforeChange(Change change, PolicySweep.Before past) {
      super(change);
      this.past = past;
    }

    @Override
    PolicyOrder readOrder() {
      return ParsedPolicies.order(storedPolicies());
    }

    @Override
    List<StoredPolicy> storedPolicies() {
      Map<Long, StoredPolicy> known = new HashMap<>();
      super.storedPolicies().forEach(one -> known.put(one.key(), one));
      past.policies().forEach(one -> known.put(one.key(), one));
      List<StoredPolicy> then = new ArrayList<>();
      for (long key : past.order()) {
        StoredPolicy policy = known.get(key);
        if (policy != null) {
          then.add(policy.at(then.size() + 1));
        }
      }
      return then;
    }

    @Override
    public ApprovalPolicy floor(String tenantId) {
      return past.floor(tenantId).orElseGet(() -> super.floor(tenantId));
    }

    @Override
    List<Group> groups() {
      Map<Long, Group> known = new TreeMap<>();
      super.groups().forEach(one -> known.put(one.key(), one));
      past.groups().forEach(one -> known.put(one.key(), one));
      past.newGroups().forEach(known::remove);
      return List.copyOf(known.values());
    }
  }

  private static final class Committed extends PolicyBook {
    private final Queries queries;

    Committed(Queries queries, long nowMs) {
      super(nowMs);
      this.queries = queries;
    }

    @Override
    List<StoredPolicy> storedPolicies() {
      return RecordWalk.of(queries, StoredPolicy.KIND, null).toList();
    }

    @Override
    List<Group> groups() {
      return RecordWalk.of(queries, Group.KIND, null).toList();
    }

    @Override
    List<Token> tokens() {
      return queries.tokens();
    }

    @Override
    List<ApproverKey> keys(String tenantId) {
      return RecordWalk.of(queries, ApproverKey.KIND, tenantId).toList();
    }

    @Override
    public @Nullable Session session(String id) {
      return queries.session(id);
    }

    @Override
    public @Nullable String principal(String tokenId) {
      return Principals.ofToken(queries, tokenId);
    }

    @Override
    public ApprovalPolicy floor(String tenantId) {
      return Tenancy.policy(queries, tenantId);
    }
  }

  private static final class Kept extends PolicyBook {
    private final Engine engine;
    private final List<StoredPolicy> policies;
    private final List<Group> groups;
    private final Function<String, ApprovalPolicy> floors;
    private volatile long access;

    Kept(Engine engine, PolicyBook now, Function<String, ApprovalPolicy> floors, long nowMs) {
      super(nowMs);
      this.engine = engine;
      this.floors = floors;
      policies = now.storedPolicies();
      groups = policies.isEmpty() ? List.of() : now.groups();
    }

    /** Compares first, so that people who are read meanwhile are read again rather than kept. */
    @Override
    public People people(String tenantId) {
      long changes = engine.<Long>readAside(Queries::accessChanges);
      if (changes != access) {
        access = changes;
        forgetPeople();
      }
      return super.people(tenantId);
    }

    @Override
    List<StoredPolicy> storedPolicies() {
      return policies;
    }

    @Override
    List<Group> groups() {
      return groups;
    }

    @Override
    List<Token> tokens() {
      return engine.readAside(Queries::tokens);
    }

    @Override
    List<ApproverKey> keys(String tenantId) {
      return engine.readAside(
          queries -> RecordWalk.of(queries, ApproverKey.KIND, tenantId).toList());
    }

    @Override
    public @Nullable Session session(String id) {
      return engine.<@Nullable Session>readAside(queries -> queries.session(id));
    }

    @Override
    public @Nullable String principal(String tokenId) {
      return engine.<@Nullable String>readAside(queries -> Principals.ofToken(queries, tokenId));
    }

    @Override
    public ApprovalPolicy floor(String tenantId) {
      return floors.apply(tenantId);
    }
  }
}
