package dev.holdpoint.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.memory.Skill.Hidden;
import dev.holdpoint.core.memory.Skill.Rollout;
import dev.holdpoint.core.run.RunStatus;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchResultsTest {
  // K4-162, K4-163, K4-164, K4-165, K4-166, K4-167, K4-168, K4-169
  @Test
  void a_result_says_what_was_found_where_and_how_well() {
    Learning learning = learning("lrn_1", Learning.Kind.DECISION, 7, "Deploys wait for Ada.");

    assertThat(Found.of(learning, Terms.ofQuery("ADA decision default unheard")))
        .isEqualTo(
            new Found(
                Found.Kind.LEARNING,
                "lrn_1",
                "Deploys wait for Ada.",
                "Deploys wait for Ada.",
                3,
                7,
                LearningScope.WORKSPACE,
                true,
                List.of("content", "kind", "scope")));
  }

  // K4-150
  @Test
  void a_recovered_run_is_found_by_what_it_was_asked_and_what_came_of_it() {
    RunMemory memory =
        new RunMemory(
            1,
            "run_1",
            "s",
            "tnt_root",
            5,
            RunStatus.FAILED,
            "Paint",
            "no brush",
            "Failed. Asked: Paint");

    Found found = Found.of(memory, Terms.ofQuery("paint brush"), false);

    assertThat(found.score()).isEqualTo(2);
    assertThat(found.matchedFields())
        .containsExactly("summary", "request_preview", "outcome_preview");
    assertThat(found.scope()).isEqualTo(LearningScope.session("s"));
    assertThat(found.promptEligible()).isFalse();
    assertThat(found.title()).isEqualTo("Paint");
  }

  @Test
  void a_skill_is_found_by_its_name_and_its_description() {
    Found found = Found.of(skill(null, null), Terms.ofQuery("notes releases"));

    assertThat(found.sourceId()).isEqualTo("release-notes");
    assertThat(found.matchedFields()).containsExactly("name", "description");
    assertThat(found.scope()).isEqualTo(LearningScope.WORKSPACE);
  }

  @Test
  void results_are_always_in_the_same_order() {
    Set<String> query = Terms.ofQuery("ada");
    Stream<Found> found =
        Stream.of(
            Found.of(learning("lrn_c", Learning.Kind.FACT, 1, "Ada"), query),
            Found.of(learning("lrn_b", Learning.Kind.FACT, 9, "Bob"), query),
            Found.of(learning("lrn_a", Learning.Kind.FACT, 1, "Ada"), query),
            Found.of(learning("lrn_d", Learning.Kind.FACT, 2, "Ada"), query));

    assertThat(found.sorted(Found.ORDER).map(Found::sourceId))
        .containsExactly("lrn_d", "lrn_a", "lrn_c", "lrn_b");
  }

  @Test
  void an_excerpt_shows_the_place_that_was_found() {
    String text = "word ".repeat(100) + "the Café is\nhere " + "more ".repeat(100);
    String chinese = "雨".repeat(400) + "京都" + "雪".repeat(400);

    assertThat(Excerpt.of(text, Terms.ofQuery("cafe")))
        .startsWith("…")
        .endsWith("…")
        .contains("the Café is here")
        .hasSizeLessThanOrEqualTo(242);
    assertThat(Excerpt.of(text, Set.of())).startsWith("word word").endsWith("…");
    assertThat(Excerpt.of(chinese, Terms.ofQuery("京都"))).contains("京都");
    assertThat(Excerpt.of("😀".repeat(400), Terms.ofQuery("x")))
        .matches(s -> s.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF));
    assertThat(Excerpt.of("short", Terms.ofQuery("x"))).isEqualTo("short");
  }

  // K4-143, K4-172, K4-173
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                            |        | true  |
                            |        | false | DENIED
                            | ACTIVE | true  |
                            | SHADOW | true  | NOT_ACTIVE
          session:s         | ACTIVE | true  |
          session:s         | SHADOW | true  | NOT_ACTIVE
          session:other     | ACTIVE | true  | OTHER_SCOPE
          persona:ada       | ACTIVE | true  |
          persona:bob       | ACTIVE | true  | OTHER_SCOPE
          workspace:default | ACTIVE | true  |
          workspace:default | ACTIVE | false | DENIED
          workspace:other   | ACTIVE | true  | OTHER_SCOPE
          session:other     |        | true  | OTHER_SCOPE
          """)
  void a_session_sees_the_skills_of_its_scopes_that_are_in_use(
      @Nullable String scope, @Nullable Rollout rollout, boolean allowed, @Nullable Hidden hidden) {
    List<LearningScope> scopes =
        List.of(LearningScope.session("s"), LearningScope.persona("ada"), LearningScope.WORKSPACE);

    assertThat(skill(scope, rollout).hiddenFrom(scopes, _ -> allowed)).isEqualTo(hidden);
  }

  private static Skill skill(@Nullable String scope, @Nullable Rollout rollout) {
    return new Skill(
        "release-notes",
        "Writes what changed between two releases",
        scope == null ? null : LearningScope.parse(scope),
        rollout,
        "skills/release-notes/SKILL.md",
        3);
  }

  private static Learning learning(String id, Learning.Kind kind, long atMs, String content) {
    return new Learning(
        atMs,
        id,
        kind,
        LearningScope.WORKSPACE,
        content,
        Learning.Sensitivity.SCOPED,
        Learning.PublishTier.ACTIVE,
        Learning.PolicyDecision.MANUAL,
        Learning.VerificationStatus.UNVERIFIED,
        atMs);
  }
}
