package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.gate.GateKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A gate with its people, written down in a few words. People are {@code ada:admin bob:operator
 * cyd:key}, votes {@code ada+ bob-}, a vote in another role {@code ada+operator}, one by signature
 * {@code cyd+key}. A gate is raised at 0 by {@code agent}, and votes come a second apart.
 */
final class Scene {
  static final ApprovalPolicy FLOOR = new ApprovalPolicy(false, 1, true, 86_400_000);

  private List<Person> people = new ArrayList<>();
  private final Map<String, List<String>> groups = new HashMap<>();
  private PolicyRules rules = PolicyRules.of(PolicyExpression.parse("anyone"));
  private PolicyMatch match = PolicyMatch.ALL_APPROVALS;
  private ApprovalPolicy floor = FLOOR;
  private GateKind kind = GateKind.APPROVAL;
  private String requester = "agent";
  private boolean named = true;
  private int stage = 1;
  private long openedAtMs;
  private int extensions;
  private @Nullable Long expiresAtMs;
  private boolean fixed;
  private Map<String, Long> looks = Map.of();
  private List<Vote> votes = List.of();

  static Scene of(String people) {
    Scene scene = new Scene();
    for (String one : people.strip().split("\\s+", -1)) {
      scene.people.add(person(one));
    }
    return scene;
  }

  private static Person person(String text) {
    String[] parts = text.split(":", -1);
    Set<Role> roles = EnumSet.noneOf(Role.class);
    boolean key = false;
    for (String what : parts[1].split("/", -1)) {
      switch (what) {
        case "admin" -> roles.add(Role.ADMIN);
        case "operator" -> roles.add(Role.OPERATOR);
        case "key" -> key = true;
        default -> throw new IllegalArgumentException(text);
      }
    }
    return Person.of(parts[0], roles, key ? Set.of("apk_" + parts[0]) : Set.of(), key);
  }

  Scene group(String name, String... members) {
    groups.put(name, List.of(members));
    return this;
  }

  Scene needs(String text) {
    PolicyRules r = rules;
    rules =
        new PolicyRules(
            PolicyExpression.parse(text),
            r.veto(),
            r.requesterMayApprove(),
            r.distinct(),
            r.signatureRequired(),
            r.risk(),
            null,
            r.hours(),
            null,
            null);
    return this;
  }

  Scene rules(String veto, boolean distinct, boolean requesterMayApprove, boolean signed) {
    rules =
        new PolicyRules(
            rules.needs(),
            PolicyExpression.parseWho(veto),
            requesterMayApprove,
            distinct,
            signed,
            rules.risk(),
            null,
            rules.hours(),
            null,
            null);
    return this;
  }

  Scene veto(String veto) {
    return rules(veto, rules.distinct(), false, false);
  }

  Scene risk(Risk risk, PolicyMatch matching) {
    match = matching;
    rules =
        new PolicyRules(
            rules.needs(), rules.veto(), false, true, false, risk, null, rules.hours(), null, null);
    return this;
  }

  Scene hours(OpenHours hours) {
    rules =
        new PolicyRules(
            rules.needs(), rules.veto(), false, true, false, rules.risk(), null, hours, null, null);
    return this;
  }

  Scene floor(ApprovalPolicy policy) {
    floor = policy;
    return this;
  }

  Scene floor(int yeses) {
    return floor(new ApprovalPolicy(false, yeses, true, FLOOR.expiresAfterMs()));
  }

  Scene withoutPolicy() {
    named = false;
    return this;
  }

  Scene question() {
    kind = GateKind.QUESTION;
    return this;
  }

  Scene requester(String name) {
    requester = name;
    return this;
  }

  Scene stage(int number, long openedAt) {
    stage = number;
    openedAtMs = openedAt;
    return this;
  }

  Scene deadline(@Nullable Long atMs, boolean askers, int extended) {
    expiresAtMs = atMs;
    fixed = askers;
    extensions = extended;
    return this;
  }

  Scene looks(Map<String, Long> by) {
    looks = by;
    return this;
  }

  Scene votes(String text) {
    votes = text.isBlank() ? List.of() : votesOf(text);
    return this;
  }

  private List<Vote> votesOf(String text) {
    List<Vote> all = new ArrayList<>();
    for (String one : Arrays.asList(text.strip().split("\\s+", -1))) {
      String name = one.split("[+-]", -1)[0];
      String as = one.substring(name.length() + 1);
      Role role =
          switch (as) {
            case "key", "none" -> null;
            case "admin" -> Role.ADMIN;
            case "operator" -> Role.OPERATOR;
            default -> role(name);
          };
      all.add(
          new Vote(
              name,
              1_000L * (all.size() + 1),
              one.charAt(name.length()) == '+',
              null,
              role,
              as.equals("key") ? "apk_" + name : null));
    }
    return all;
  }

  @Nullable Role role(String name) {
    return people.stream()
        .filter(it -> it.name().equals(name))
        .flatMap(it -> it.roles().stream())
        .findFirst()
        .orElse(null);
  }

  /** The same without this person's tokens and keys. */
  Scene without(String name) {
    people = people.stream().filter(it -> !it.name().equals(name)).toList();
    return this;
  }

  List<Person> people() {
    return people;
  }

  PolicyRules rules() {
    return rules;
  }

  GatePolicy policy() {
    GateFacts facts =
        new GateFacts(
            kind,
            "tnt_a",
            "s",
            null,
            "native",
            Set.of("bash"),
            null,
            false,
            Risk.NORMAL,
            Set.of(requester));
    return new GatePolicy(
        facts,
        named ? new NamedPolicy("pol_1", "p", 1, null, true, match, rules) : null,
        floor,
        null);
  }

  Deliberation deliberation() {
    return new Deliberation(
        policy(),
        new People(people, groups),
        votes,
        new OpenStage(stage, openedAtMs, extensions, expiresAtMs, fixed, looks));
  }

  Standing standing() {
    return deliberation().standing();
  }

  String state() {
    return deliberation().state().word();
  }

  /** What is missing, in short: {@code 1 a [ada bob] or 2 b []}. */
  String missing() {
    List<String> all = new ArrayList<>();
    for (List<Standing.Missing> alternative : standing().missing()) {
      List<String> parts = new ArrayList<>();
      for (Standing.Missing it : alternative) {
        parts.add(
            it.count()
                + " "
                + it.of()
                + " ["
                + String.join(" ", it.people())
                + (it.more() > 0 ? " and " + it.more() : "")
                + "]");
      }
      all.add(String.join(" and ", parts));
    }
    return String.join(" or ", all);
  }
}
