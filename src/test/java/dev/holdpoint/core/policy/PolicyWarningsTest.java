package dev.holdpoint.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Role;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is allowed and unwise. Ana and ben can decide, cleo can sign, and gus is a name alone. */
class PolicyWarningsTest {
  private static final People PEOPLE =
      new People(
          List.of(
              Person.of("ana", Set.of(Role.ADMIN), Set.of(), false),
              Person.of("ben", Set.of(Role.OPERATOR), Set.of(), false),
              Person.of("cleo", Set.of(), Set.of("apk_1"), true),
              Person.of("dan", Set.of(), Set.of("apk_2"), false)),
          Map.of(
              "pair", List.of("ana", "ben"),
              "one", List.of("ben", "gus"),
              "empty", List.of()));

  private static NamedPolicy policy(String needs, boolean requester, PolicyMatch match) {
    PolicyRules rules = PolicyRules.of(PolicyExpression.parse(needs));
    return new NamedPolicy(
        "pol_1",
        "p",
        1,
        null,
        true,
        match,
        new PolicyRules(
            rules.needs(),
            rules.veto(),
            requester,
            true,
            false,
            Risk.NORMAL,
            null,
            null,
            null,
            null));
  }

  private static List<String> warnings(String needs, boolean requester, boolean signed) {
    return new PolicyWarnings(policy(needs, requester, PolicyMatch.ALL_APPROVALS), PEOPLE, signed)
        .all(List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      value = {
        "2 of anyone            | false | -",
        "1 of group:pair        | false | -",
        "2 of group:pair        | true  | -",
        "2 of group:pair        | false | Without ana it cannot be met, so nobody can approve what ana asks for.",
        "1 of group:one         | false | Without ben it cannot be met, so nobody can approve what ben asks for.",
        "any(group:one, group:pair) | false | -",
        "any(group:one, person:ben) | false | Without ben it cannot be met, so nobody can approve what ben asks for.",
        "2 of group:one         | true  | \"2 of group:one\" needs 2 people, and only 1 there can decide.",
        "group:empty            | true  | \"1 of group:empty\" needs 1 person, and nobody there can decide.",
        "person:gus             | true  | \"1 of person:gus\" needs 1 person, and nobody there can decide.",
        "4 of anyone            | true  | \"4 of anyone\" needs 4 people, and only 3 there can decide.",
        "anyone within 1h else group:empty | true | Stage 2: \"1 of group:empty\" needs 1 person, and nobody there can decide."
      })
  void people_are_missing(String needs, boolean requester, @Nullable String warning) {
    assertThat(warnings(needs, requester, false))
        .isEqualTo(warning == null ? List.of() : List.of(warning));
  }

  @Test
  void where_signatures_count_only_keys_that_are_good_do() {
    assertThat(warnings("1 of group:pair", true, true))
        .containsExactly("\"1 of group:pair\" needs 1 person, and nobody there can sign.");
    assertThat(warnings("1 of person:dan", true, true)).hasSize(1);
    assertThat(warnings("1 of person:cleo", true, true)).isEmpty();
  }

  private static PolicyMatch match(
      @Nullable List<String> kinds,
      @Nullable List<String> sessions,
      @Nullable List<String> agents,
      @Nullable List<String> tools) {
    return new PolicyMatch(kinds, sessions, null, agents, tools, null, null);
  }

  private static boolean hides(PolicyMatch earlier, PolicyMatch later) {
    return !new PolicyWarnings(policy("2 of anyone", true, later), PEOPLE, false)
        .all(List.of(policy("anyone", true, earlier)))
        .isEmpty();
  }

  @Test
  void a_policy_is_hidden_by_one_that_matches_all_of_it() {
    PolicyMatch all = PolicyMatch.ALL_APPROVALS;
    PolicyMatch both = match(List.of("approval", "question"), null, null, null);
    PolicyMatch bash = match(null, null, null, List.of("bash"));
    PolicyMatch shells = match(null, null, null, List.of("b*", "sh"));
    assertThat(hides(all, all)).isTrue();
    assertThat(hides(all, both)).isFalse();
    assertThat(hides(both, all)).isTrue();
    assertThat(hides(bash, all)).isFalse();
    assertThat(hides(all, bash)).isTrue();
    assertThat(hides(shells, bash)).isTrue();
    assertThat(hides(bash, shells)).isFalse();
    assertThat(hides(shells, match(null, null, null, List.of("ba*", "sh")))).isTrue();
    assertThat(
            hides(match(null, List.of("a*"), null, null), match(null, List.of("ab"), null, null)))
        .isTrue();
    assertThat(
            hides(
                match(null, null, List.of("mcp"), null), match(null, null, List.of("mcp:x"), null)))
        .isTrue();
    assertThat(
            hides(
                match(null, null, List.of("mcp:x"), null), match(null, null, List.of("mcp"), null)))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "group:x                                  | 1",
        "1 of group:X                             | 6",
        "any(person:\"group:x\", 1 of group:y, group:x) | 37",
        "all(2 of group:\"a, b\", group:\"x\") | 24"
      })
  void a_group_is_found_at_its_place(String text, int place) {
    assertThat(GroupPlaces.of(text, "x")).isEqualTo(place);
  }
}
