package dev.holdpoint.simulation;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicyMatch;
import dev.holdpoint.core.policy.PolicyVersion;
import dev.holdpoint.core.policy.Risk;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.TriageMove;
import dev.holdpoint.engine.policy.Policies;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordChange;
import dev.holdpoint.engine.triage.Triages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A session under policies, with people of whom each has one role. Who is of the crew changes, and
 * so does what the policies want.
 */
final class Council {
  static final String SESSION = "session-4";
  static final String CREW = "crew";

  /** With the operator's own name, who decides nothing here. */
  static final Map<String, Role> PEOPLE =
      new TreeMap<>(
          Map.of(
              "ada", Role.ADMIN,
              "bob", Role.OPERATOR,
              "cyd", Role.OPERATOR,
              "dan", Role.OPERATOR,
              "eve", Role.ADMIN));

  private static final List<String> NAMES = List.copyOf(PEOPLE.keySet());
  private static final long KEY = Ulid.key(1_763_100_000_000L, 10);
  static final String GROUP = Ulid.id(Group.PREFIX, KEY, 1);
  static final String APPROVALS = Ulid.id(StoredPolicy.PREFIX, KEY + 1, 1);
  private static final String QUESTIONS = Ulid.id(StoredPolicy.PREFIX, KEY + 2, 1);

  /** All of their times end, so that nothing waits for ever. */
  private static final List<PolicyDraft> FOR_APPROVALS =
      List.of(
          approvals("2 of group:crew within 1s else 1 of role:admin within 2s else deny", null),
          approvals(
              "all(1 of group:crew, 1 of role:admin) within 2s or unseen 1s else 2 of group:crew"
                  + " within 1s else anyone within 1s else deny",
              "group:crew"),
          approvals(
              "2 of group:crew within 1s else 1 of group:crew within 1s"
                  + " else extend 1s 2 times else cancel",
              null),
          approvals("any(2 of group:crew, 1 of person:eve) within 3s else fail", "person:eve"),
          approvals(
              "1 of group:crew within 1s else 2 of anyone within 1s else 1 of role:operator within"
                  + " 1s else deny",
              "role:admin"),
          new PolicyDraft(
              null,
              match("approval", List.of("act")),
              "1 of group:crew within 1s else allow",
              null,
              false,
              true,
              false,
              Risk.LOW,
              null,
              null,
              null,
              null));

  private static final List<PolicyDraft> FOR_QUESTIONS =
      List.of(
          questions("1 of group:crew within 1s else anyone within 2s else decline"),
          questions("1 of role:admin within 1s or unseen 1s else group:crew within 1s else cancel"),
          questions("1 of group:crew within 2s else extend 1s 1 times else default"));

  private Council() {}

  static PolicyDraft approvals(String needs, @Nullable String veto) {
    return new PolicyDraft(
        null,
        match("approval", null),
        needs,
        veto,
        false,
        true,
        false,
        Risk.NORMAL,
        null,
        null,
        null,
        null);
  }

  private static PolicyDraft questions(String needs) {
    return new PolicyDraft(
        null,
        match("question", null),
        needs,
        null,
        false,
        true,
        false,
        Risk.NORMAL,
        null,
        null,
        null,
        null);
  }

  private static PolicyMatch match(String kind, @Nullable List<String> tools) {
    return new PolicyMatch(List.of(kind), List.of(SESSION + "*"), null, null, tools, null, null);
  }

  static void found(MemoryTables tables) {
    long key = KEY + 10;
    for (Map.Entry<String, Role> person : PEOPLE.entrySet()) {
      tables.tokens.add(
          new Token(
              ++key,
              Ulid.id("tok_", key, 1),
              person.getKey(),
              person.getValue(),
              Tenants.ROOT,
              person.getKey(),
              0,
              "admin",
              null,
              null,
              null));
    }
    tables.records.write(new RecordChange<>(Group.KIND, crew(), false));
    for (PolicyVersion one : policies()) {
      tables.records.write(new RecordChange<>(StoredPolicy.KIND, one.policy(), false));
      tables.records.write(new RecordChange<>(PolicyVersion.KIND, one, false));
    }
  }

  /** As it is at first. */
  static Group crew() {
    return new Group(
        KEY, GROUP, CREW, Tenants.ROOT, List.of("ada", "bob", "cyd"), 1, "admin", 0, 0);
  }

  /** As they are at first. */
  static List<PolicyVersion> policies() {
    return List.of(
        first(KEY + 1, APPROVALS, 1, FOR_APPROVALS.getFirst()),
        first(KEY + 2, QUESTIONS, 2, FOR_QUESTIONS.getFirst()));
  }

  private static PolicyVersion first(long key, String id, int position, PolicyDraft draft) {
    return new PolicyVersion(
        key + 2, new StoredPolicy(key, id, id, position, true, draft, 1, "admin", 0, "admin", 0));
  }

  static Group crew(Queries tables) {
    return tables.keptBelow(Group.KIND, null, Long.MAX_VALUE, 1).getFirst();
  }

  static boolean isUnder(Run run) {
    return run.head().sessionId().startsWith(SESSION);
  }

  static String anybody(RandomGenerator random) {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  static Voter voter(RandomGenerator random) {
    String name = anybody(random);
    return new Voter(name, PEOPLE.get(name));
  }

  /** Somebody comes or goes, or the policies want something else. */
  static Wish.Asking reform(RandomGenerator random, MemoryTables tables) {
    if (random.nextInt(3) > 0) {
      String who = anybody(random);
      boolean leaves = crew(tables).members().contains(who);
      return (life, _) -> {
        life.groups.changeMembers(
            GROUP, leaves ? List.of() : List.of(who), leaves ? List.of(who) : List.of());
        return List.of();
      };
    }
    boolean questions = random.nextInt(3) == 0;
    List<PolicyDraft> all = questions ? FOR_QUESTIONS : FOR_APPROVALS;
    PolicyDraft draft = all.get(random.nextInt(all.size()));
    String id = questions ? QUESTIONS : APPROVALS;
    return (life, _) -> {
      life.policies.replace(id, new Policies.Spec(id, null, true, draft), null, "admin");
      return List.of();
    };
  }

  /** Any gate of any session, settled or not. */
  static @Nullable Gate anyGate(RandomGenerator random, MemoryTables tables) {
    List<Gate> all = new ArrayList<>();
    tables
        .runs
        .values()
        .forEach(row -> row.run().gates().stream().filter(Council::isReachable).forEach(all::add));
    return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
  }

  private static boolean isReachable(Gate gate) {
    return Ulid.keyOf(gate.kind().prefix(), gate.id()).isPresent();
  }

  /** What somebody does about a gate without deciding it. */
  static Wish.Asking triage(RandomGenerator random, Gate gate) {
    Triages.Actor actor = new Triages.Actor(anybody(random), null);
    long forMs = 1L + random.nextInt(2_000);
    if (random.nextInt(8) == 0) {
      return (life, key) -> {
        life.triages.extend(gate.id(), forMs, actor, key);
        return List.of();
      };
    }
    TriageMove move =
        switch (random.nextInt(7)) {
          case 0, 1 -> new TriageMove.Look();
          case 2 -> new TriageMove.Claim(forMs, random.nextInt(4) == 0);
          case 3 -> new TriageMove.Release(false);
          case 4 -> new TriageMove.Assign(anybody(random), forMs);
          case 5 -> new TriageMove.Watch();
          default -> new TriageMove.Wake();
        };
    return (life, key) -> {
      life.triages.act(gate.id(), move, actor, key);
      return List.of();
    };
  }

  static Wish.Asking comment(RandomGenerator random, Gate gate, int number) {
    Triages.Actor actor = new Triages.Actor(anybody(random), null);
    return (life, key) -> {
      life.triages.act(gate.id(), new TriageMove.Comment(words(number)), actor, key);
      return List.of();
    };
  }

  static String words(int number) {
    return "comment " + number;
  }
}
