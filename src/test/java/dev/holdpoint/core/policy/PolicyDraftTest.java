package dev.holdpoint.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.problem.Refusal.Fault;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PolicyDraftTest {
  private static final ApprovalPolicy FLOOR = ApprovalPolicy.DEFAULT;

  @ParameterizedTest
  @DisplayName("DX-09 else allow is refused but for low risk, one yes, no signature, named tools")
  @CsvSource(
      delimiter = '~',
      nullValues = "-",
      textBlock =
          """
          # needs                                 ~ risk   ~ tools    ~ signed ~ floor   ~ fault
          group:a within 1h else allow            ~ low    ~ bash     ~ no     ~ 1       ~ -
          group:a within 1h else allow            ~ low    ~ bash ls* ~ no     ~ 1       ~ -
          any(group:a, group:b) else allow        ~ low    ~ bash     ~ no     ~ 1       ~ -
          group:a else extend 1h 2 times else allow ~ low  ~ bash     ~ no     ~ 1       ~ -
          group:a within 1h else allow            ~ normal ~ bash     ~ no     ~ 1       ~ at character 24: "allow" needs risk low
          group:a within 1h else allow            ~ high   ~ bash     ~ no     ~ 1       ~ at character 24: "allow" needs risk low
          group:a within 1h else allow            ~ low    ~ bash     ~ yes    ~ 1       ~ at character 24: "allow" is not possible where a signature is required
          group:a within 1h else allow            ~ low    ~ bash     ~ no     ~ signed  ~ at character 24: "allow" is not possible where a signature is required
          group:a within 1h else allow            ~ low    ~ bash     ~ no     ~ 2       ~ at character 24: "allow" is not possible where the tenant requires several approvals
          2 of group:a else allow                 ~ low    ~ bash     ~ no     ~ 1       ~ at character 19: "allow" needs one yes to be enough in every stage
          all(group:a, group:b) else allow        ~ low    ~ bash     ~ no     ~ 1       ~ at character 28: "allow" needs one yes to be enough in every stage
          any(2 of group:a, group:b) else allow   ~ low    ~ bash     ~ no     ~ 1       ~ at character 33: "allow" needs one yes to be enough in every stage
          group:a within 1h else 2 of group:a else allow ~ low ~ bash ~ no     ~ 1       ~ at character 42: "allow" needs one yes to be enough in every stage
          group:a within 1h else allow            ~ low    ~ -        ~ no     ~ 1       ~ at character 24: "allow" needs match.tools to name tools, without a bare *
          group:a within 1h else allow            ~ low    ~ *        ~ no     ~ 1       ~ at character 24: "allow" needs match.tools to name tools, without a bare *
          group:a within 1h else allow            ~ low    ~ bash *   ~ no     ~ 1       ~ at character 24: "allow" needs match.tools to name tools, without a bare *
          """)
  void DX_09_allow(
      String needs,
      String risk,
      @Nullable String tools,
      String signed,
      String floor,
      @Nullable String fault) {
    PolicyMatch match = match(null, tools == null ? null : Arrays.asList(tools.split(" ")));
    boolean signature = signed.equals("yes");
    assertThat(
            draft(needs, match, null, signature, "tnt_a", Risk.of(risk).orElseThrow())
                .read(
                    new ApprovalPolicy(
                        floor.equals("signed"), floor.equals("2") ? 2 : 1, false, 1_000))
                .faults())
        .isEqualTo(fault == null ? List.of() : List.of(new Fault("/needs", fault)));
  }

  @ParameterizedTest
  @DisplayName("DX-10 questions have no all, no number above 1, no veto, no signature")
  @CsvSource(
      delimiter = '~',
      nullValues = "-",
      textBlock =
          """
          # kinds            ~ needs                       ~ veto    ~ signed ~ tenant   ~ pointer             ~ fault
          question           ~ group:a within 1h           ~ -       ~ no     ~ -        ~ -                   ~ -
          question           ~ any(group:a, group:b)       ~ -       ~ no     ~ -        ~ -                   ~ -
          question           ~ all(group:a) else default   ~ -       ~ no     ~ -        ~ -                   ~ -
          question           ~ group:a else decline        ~ -       ~ no     ~ -        ~ -                   ~ -
          approval,question  ~ group:a else cancel         ~ -       ~ no     ~ -        ~ -                   ~ -
          approval           ~ group:a else fail           ~ group:b ~ yes    ~ tnt_a    ~ -                   ~ -
          -                  ~ 2 of group:a else deny      ~ group:b ~ yes    ~ tnt_a    ~ -                   ~ -
          question           ~ all(group:a, group:b)       ~ -       ~ no     ~ -        ~ /needs              ~ at character 1: "all" is for approvals, and this policy matches questions
          approval,question  ~ any(group:a, 2 of group:b)  ~ -       ~ no     ~ -        ~ /needs              ~ at character 14: one person answers a question, and this policy matches questions
          question           ~ group:a                     ~ anyone  ~ no     ~ -        ~ /veto               ~ is for approvals, and this policy matches questions
          question           ~ group:a                     ~ -       ~ yes    ~ tnt_a    ~ /signature_required ~ is for approvals, and this policy matches questions
          question           ~ group:a else deny           ~ -       ~ no     ~ -        ~ /needs              ~ at character 14: "deny" is for approvals, and this policy matches questions
          approval,question  ~ group:a else fail           ~ -       ~ no     ~ -        ~ /needs              ~ at character 14: "fail" is for approvals, and this policy matches questions
          approval           ~ group:a else decline        ~ -       ~ no     ~ -        ~ /needs              ~ at character 14: "decline" is for questions, and this policy matches approvals
          -                  ~ group:a else default        ~ -       ~ no     ~ -        ~ /needs              ~ at character 14: "default" is for questions, and this policy matches approvals
          -                  ~ group:a                     ~ -       ~ yes    ~ -        ~ /signature_required ~ needs a tenant_id
          -                  ~ group:a                     ~ -       ~ yes    ~ tnt_root ~ -                   ~ -
          -                  ~ group:a                     ~ group:  ~ no     ~ -        ~ /veto               ~ at character 7: expected a name after "group:"
          """)
  void DX_10_kinds(
      @Nullable String kinds,
      String needs,
      @Nullable String veto,
      String signed,
      @Nullable String tenant,
      @Nullable String pointer,
      @Nullable String fault) {
    PolicyMatch match = match(kinds == null ? null : List.of(kinds.split(",")), null);
    PolicyDraft.Reading reading =
        draft(needs, match, veto, signed.equals("yes"), tenant, Risk.NORMAL).read(FLOOR);
    assertThat(reading.faults())
        .isEqualTo(
            pointer == null || fault == null ? List.of() : List.of(new Fault(pointer, fault)));
    assertThat(reading.rules() == null).isEqualTo(fault != null);
  }

  @Test
  void named_people_suffice_for_their_places_where_each_fills_one() {
    String twice = "all(person:ada, 1 of person:ada | person:bob, person:bob)";
    assertThat(PolicyDraft.of(twice).read(FLOOR).faults())
        .containsExactly(
            new Fault(
                "/needs",
                "at character 1: more people are wanted than are named by \"person:\", and distinct"
                    + " lets each fill one place"));
    PolicyDraft shared =
        new PolicyDraft(
            null,
            PolicyMatch.ALL_APPROVALS,
            twice,
            null,
            false,
            false,
            false,
            Risk.NORMAL,
            null,
            null,
            null,
            null);
    assertThat(shared.read(FLOOR).faults()).isEmpty();
    assertThat(PolicyDraft.of("all(person:ada, person:ada | person:bob)").read(FLOOR).faults())
        .isEmpty();
  }

  @Test
  void a_stored_policy_in_an_unknown_zone_holds_at_all_hours() {
    PolicyDraft draft =
        new PolicyDraft(
            null,
            PolicyMatch.ALL_APPROVALS,
            "2 of anyone within 1h",
            null,
            false,
            true,
            false,
            Risk.NORMAL,
            null,
            new PolicyDraft.Hours("Mars/Olympus", List.of("mon-fri 08:00-18:00")),
            null,
            null);
    assertThat(draft.read(null).rules()).as("nobody can write it").isNull();
    assertThat(draft.isZoneUnknown()).isTrue();

    StoredPolicy stored = new StoredPolicy(1, "pol_1", "p", 1, true, draft, 1, "a", 1, "a", 1);
    assertThat(stored.named().rules().hours()).isNull();
    assertThat(stored.named().rules().needs().stages()).hasSize(1);
    assertThat(stored.draft().hours()).as("what was written stays").isEqualTo(draft.hours());
  }

  @Test
  void everything_that_is_wrong_is_told_at_once() {
    PolicyMatch match =
        new PolicyMatch(
            List.of("approval", "answer"),
            List.of("a*b"),
            List.of(),
            List.of("native", "acp:", "codex"),
            List.of("*x"),
            List.of("*"),
            List.of("low"));
    PolicyDraft draft =
        new PolicyDraft(
            null,
            match,
            "2 anyone",
            "nobody",
            false,
            true,
            true,
            Risk.NORMAL,
            new RequestTerms.Places(List.of("/a", "b", "/~2")),
            new PolicyDraft.Hours("Berlin", List.of("mon 8-18")),
            999L,
            "x".repeat(1_001));
    PolicyDraft.Reading reading = draft.read(null);
    assertThat(reading.rules()).isNull();
    assertThat(reading.faults().stream().map(Fault::pointer))
        .containsExactly(
            "/match/kinds/1",
            "/match/sessions/0",
            "/match/persona_ids",
            "/match/agents/1",
            "/match/agents/2",
            "/match/tools/0",
            "/match/commands/0",
            "/match/risks/0",
            "/needs",
            "/veto",
            "/hours/time_zone",
            "/hours/open/0",
            "/signature_required",
            "/editable/1",
            "/editable/2",
            "/remind_unseen_ms",
            "/note");
  }

  @Test
  void what_is_left_out_is_the_default() {
    PolicyRules rules = PolicyDraft.of("group:a").read(FLOOR).rules();
    assertThat(rules).isEqualTo(PolicyRules.of(PolicyExpression.parse("group:a")));
  }

  @Test
  void a_list_of_a_hundred_entries_matches_and_one_more_is_refused() {
    List<String> hundred = Stream.generate(() -> "x").limit(100).toList();
    List<String> more = Stream.generate(() -> "x").limit(101).toList();
    assertThat(MatchCheck.faults(match(null, hundred))).isEmpty();
    assertThat(MatchCheck.faults(match(null, more)))
        .containsExactly(new Fault("/match/tools", "has 1 to 100 entries; omit it to match all"));
  }

  private static PolicyMatch match(@Nullable List<String> kinds, @Nullable List<String> tools) {
    return new PolicyMatch(kinds, null, null, null, tools, null, null);
  }

  private static PolicyDraft draft(
      String needs,
      PolicyMatch match,
      @Nullable String veto,
      boolean signed,
      @Nullable String tenant,
      Risk risk) {
    return new PolicyDraft(
        tenant, match, needs, veto, false, true, signed, risk, null, null, null, null);
  }
}
