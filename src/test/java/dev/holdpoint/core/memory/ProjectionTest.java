package dev.holdpoint.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.memory.Eligibility.Exclusion;
import dev.holdpoint.core.memory.Learning.Kind;
import dev.holdpoint.core.memory.Learning.PolicyDecision;
import dev.holdpoint.core.memory.Learning.PublishTier;
import dev.holdpoint.core.memory.Learning.Sensitivity;
import dev.holdpoint.core.memory.Learning.VerificationStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectionTest {
  // K4-133, K4-134, K4-135, K4-139, K4-140, K4-141, K4-142
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FACT        | SCOPED    | ACTIVE      | MANUAL    | UNVERIFIED |
          PREFERENCE  | SCOPED    | ACTIVE      | MANUAL    | PENDING    |
          DECISION    | SCOPED    | ACTIVE      | MANUAL    | VERIFIED   |
          FACT        | SCOPED    | ACTIVE      | AUTOMATIC | VERIFIED   |
          PROCEDURE   | SCOPED    | ACTIVE      | MANUAL    | VERIFIED   | IS_PROCEDURE
          RUN_SUMMARY | SCOPED    | ACTIVE      | MANUAL    | VERIFIED   | IS_RUN_SUMMARY
          FACT        | SENSITIVE | ACTIVE      | MANUAL    | VERIFIED   | SENSITIVE
          FACT        | SCOPED    | PROVISIONAL | MANUAL    | VERIFIED   | PROVISIONAL
          FACT        | SCOPED    | ACTIVE      | MANUAL    | FAILED     | VERIFICATION_FAILED
          FACT        | SCOPED    | ACTIVE      | AUTOMATIC | FAILED     | VERIFICATION_FAILED
          FACT        | SCOPED    | ACTIVE      | AUTOMATIC | UNVERIFIED | AUTOMATIC_AND_NOT_VERIFIED
          FACT        | SCOPED    | ACTIVE      | AUTOMATIC | PENDING    | AUTOMATIC_AND_NOT_VERIFIED
          FACT        | SCOPED    | ACTIVE      | ESCALATED | VERIFIED   | ESCALATED
          FACT        | SCOPED    | ACTIVE      | ESCALATED | FAILED     | ESCALATED
          PROCEDURE   | SENSITIVE | PROVISIONAL | ESCALATED | FAILED     | SENSITIVE
          """)
  void a_learning_is_told_to_models_unless_a_rule_keeps_it_out(
      Kind kind,
      Sensitivity sensitivity,
      PublishTier tier,
      PolicyDecision decision,
      VerificationStatus verification,
      @Nullable Exclusion why) {
    Learning learning =
        new Learning(
            1,
            "lrn_1",
            kind,
            LearningScope.WORKSPACE,
            "text",
            sensitivity,
            tier,
            decision,
            verification,
            0);

    assertThat(Eligibility.exclusion(learning)).isEqualTo(why);
    assertThat(Eligibility.isEligible(learning)).isEqualTo(why == null);
  }

  // K4-137
  @Test
  void where_the_query_speaks_of_some_only_those_are_taken_best_first() {
    Packed<Scored<Learning>> learned =
        Projection.learned(
            List.of(
                fact("a", LearningScope.WORKSPACE, 1, "Deploys happen on Fridays"),
                fact("b", LearningScope.session("s"), 2, "Cats like fish"),
                fact("c", LearningScope.WORKSPACE, 3, "Fridays are quiet"),
                fact("d", LearningScope.WORKSPACE, 4, "Fridays are loud")),
            Terms.ofQuery("deploys on fridays?"));

    assertThat(ids(learned)).containsExactly("a", "d", "c");
    assertThat(learned.entries().getFirst().score()).isEqualTo(3);
    assertThat(learned.truncated()).isFalse();
  }

  // K4-138
  @Test
  void when_nothing_scores_the_narrower_scope_comes_first_and_then_the_newest() {
    List<Learning> all =
        List.of(
            fact("w", LearningScope.WORKSPACE, 9, "one"),
            fact("p", LearningScope.persona("ada"), 5, "two"),
            fact("s1", LearningScope.session("s"), 1, "three"),
            fact("s2", LearningScope.session("s"), 2, "four"));

    assertThat(ids(Projection.learned(all, Terms.ofQuery("unheard"))))
        .containsExactly("s2", "s1", "p", "w");
    assertThat(ids(Projection.learned(all, Set.of()))).containsExactly("s2", "s1", "p", "w");
  }

  @Test
  void what_is_not_eligible_does_not_score() {
    Learning secret =
        new Learning(
            1,
            "x",
            Kind.PROCEDURE,
            LearningScope.WORKSPACE,
            "deploys",
            Sensitivity.SCOPED,
            PublishTier.ACTIVE,
            PolicyDecision.MANUAL,
            VerificationStatus.VERIFIED,
            0);

    assertThat(
            ids(
                Projection.learned(
                    List.of(secret, fact("a", LearningScope.WORKSPACE, 1, "cats")),
                    Terms.ofQuery("deploys"))))
        .containsExactly("a");
  }

  @Test
  void what_does_not_fit_is_left_out_and_said() {
    List<Learning> many = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      many.add(fact("l" + i, LearningScope.WORKSPACE, i, "x"));
    }
    List<Learning> long_ =
        List.of(
            fact("a", LearningScope.WORKSPACE, 2, "y".repeat(11_000)),
            fact("b", LearningScope.WORKSPACE, 1, "y".repeat(1_001)));

    assertThat(Projection.learned(many, Set.of()).entries()).hasSize(24);
    assertThat(Projection.learned(many, Set.of()).truncated()).isTrue();
    assertThat(ids(Projection.learned(long_, Set.of()))).containsExactly("a");
    assertThat(Projection.learned(long_, Set.of()).truncated()).isTrue();
  }

  // K4-123, K4-132
  @Test
  void a_query_puts_recovered_runs_into_order_and_drops_none() {
    List<RunMemory> memories =
        List.of(memory("r1", 1, "paint the fence"), memory("r2", 2, "feed the cat"));

    assertThat(
            Projection.recovered(memories, Terms.ofQuery("fence")).entries().stream()
                .map(s -> s.item().runId() + " " + s.score()))
        .containsExactly("r1 1", "r2 0");
    assertThat(
            Projection.recovered(memories, Set.of()).entries().stream().map(s -> s.item().runId()))
        .containsExactly("r2", "r1");
  }

  @Test
  void what_is_sensitive_has_no_terms() {
    Learning open = fact("a", LearningScope.persona("ada"), 1, "Café");
    Learning closed =
        new Learning(
            1,
            "a",
            Kind.FACT,
            LearningScope.WORKSPACE,
            "Café",
            Sensitivity.SENSITIVE,
            PublishTier.ACTIVE,
            PolicyDecision.MANUAL,
            VerificationStatus.VERIFIED,
            0);

    assertThat(open.terms()).containsExactlyInAnyOrder("fact", "persona", "ada", "cafe");
    assertThat(closed.terms()).isEmpty();
  }

  private static List<String> ids(Packed<Scored<Learning>> learned) {
    return learned.entries().stream().map(scored -> scored.item().id()).toList();
  }

  private static Learning fact(String id, LearningScope scope, long publishedAtMs, String content) {
    return new Learning(
        publishedAtMs,
        id,
        Kind.FACT,
        scope,
        content,
        Sensitivity.SCOPED,
        PublishTier.ACTIVE,
        PolicyDecision.MANUAL,
        VerificationStatus.UNVERIFIED,
        publishedAtMs);
  }

  private static RunMemory memory(String id, long atMs, String request) {
    return new RunMemory(
        atMs,
        id,
        "s",
        "tnt_root",
        atMs,
        dev.holdpoint.core.run.RunStatus.COMPLETED,
        request,
        "",
        "Completed. Asked: " + request);
  }
}
