package dev.holdpoint.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Role;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StandingTest {
  /** In group a are ada, bob and cyd, in b cyd and dan, in security sue, in nobody no one. */
  private static Scene scene() {
    return Scene.of(
            "ada:admin bob:operator cyd:admin/operator dan:operator sue:operator joe:operator/key")
        .group("a", "ada", "bob", "cyd", "former")
        .group("b", "cyd", "dan")
        .group("security", "sue")
        .group("nobody");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      nullValues = "-",
      textBlock =
          """
          # needs                                 ~ votes              ~ state     ~ missing
          1 of group:a                            ~ -                  ~ undecided ~ 1 a [ada bob cyd]
          1 of group:a                            ~ ada+               ~ allowed   ~ -
          1 of group:a                            ~ dan+               ~ undecided ~ 1 a [ada bob cyd]
          1 of group:a                            ~ former+            ~ undecided ~ 1 a [ada bob cyd]
          1 of group:A                            ~ ada+               ~ allowed   ~ -
          1 of person:Ada                         ~ ada+               ~ undecided ~ 1 Ada []
          2 of group:a                            ~ ada+               ~ undecided ~ 1 a [bob cyd]
          2 of group:a                            ~ ada+ ada+          ~ undecided ~ 1 a [bob cyd]
          2 of group:a                            ~ ada+ bob+          ~ allowed   ~ -
          1 of group:a | person:dan               ~ dan+               ~ allowed   ~ -
          1 of role:admin                         ~ -                  ~ undecided ~ 1 admins [ada cyd]
          1 of role:admin                         ~ cyd+operator       ~ undecided ~ 1 admins [ada cyd]
          1 of role:admin                         ~ cyd+admin          ~ allowed   ~ -
          1 of role:admin                         ~ bob+admin          ~ undecided ~ 1 admins [ada cyd]
          1 of role:admin                         ~ ada+none           ~ undecided ~ 1 admins [ada cyd]
          1 of role:operator                      ~ ada+admin          ~ undecided ~ 1 operators [bob cyd dan joe sue]
          1 of group:a                            ~ ada+none           ~ allowed   ~ -
          1 of group:nobody                       ~ ada+               ~ undecided ~ 1 nobody []
          2 of anyone                             ~ ada+ dan+          ~ allowed   ~ -
          any(2 of group:a, 1 of group:security)  ~ ada+               ~ undecided ~ 1 a [bob cyd] or 1 security [sue]
          all(1 of group:a, 1 of group:b)         ~ cyd+               ~ undecided ~ 1 a [ada bob]
          all(1 of group:b, 1 of group:a)         ~ cyd+               ~ undecided ~ 1 b [dan]
          all(1 of group:a, 1 of person:cyd)      ~ cyd+               ~ undecided ~ 1 a [ada bob]
          all(1 of group:a, 1 of group:a)         ~ -                  ~ undecided ~ 2 a [ada bob cyd]
          """)
  void votes_make_a_standing(
      String needs, @Nullable String votes, String state, @Nullable String missing) {
    Scene scene = scene().needs(needs).votes(votes == null ? "" : votes);
    assertThat(scene.state()).isEqualTo(state);
    assertThat(scene.missing()).isEqualTo(missing == null ? "" : missing);
  }

  @Test
  @DisplayName("DX-15 two different people fill two places in either order, one fills both if let")
  void DX_15_distinct() {
    Scene scene =
        Scene.of("ada:admin bob:operator")
            .group("peer", "ada", "bob")
            .needs("all(1 of group:peer, 1 of role:admin)");
    assertThat(scene.votes("ada+ bob+").state()).isEqualTo("allowed");
    assertThat(scene.votes("bob+ ada+").state()).isEqualTo("allowed");
    assertThat(scene.votes("ada+").state()).isEqualTo("undecided");
    // Ada must be the admin, because nobody else is one.
    assertThat(scene.missing()).isEqualTo("1 peer [bob]");
    assertThat(scene.rules("anyone", false, false, false).votes("ada+").state())
        .isEqualTo("allowed");
    assertThat(scene.votes("bob+").state()).isEqualTo("undecided");
  }

  @ParameterizedTest
  @DisplayName("DX-16 people who fit several places fill all of them where that is possible")
  @CsvSource({"x+ y+ z+", "x+ z+ y+", "y+ x+ z+", "y+ z+ x+", "z+ x+ y+", "z+ y+ x+"})
  void DX_16_matching(String votes) {
    Scene scene =
        Scene.of("x:operator y:operator z:operator")
            .group("a", "x", "y")
            .group("b", "x", "z")
            .group("c", "x");
    assertThat(scene.needs("all(group:a, group:b, group:c)").votes(votes).state())
        .isEqualTo("allowed");
    assertThat(scene.needs("all(group:a, 2 of group:b)").state()).isEqualTo("allowed");
    assertThat(scene.needs("all(2 of group:a, group:c)").state()).isEqualTo("undecided");
  }

  @Test
  @DisplayName("DX-17 either alternative allows, and missing shows what is left of each")
  void DX_17_alternatives() {
    Scene scene =
        Scene.of("ada:operator bob:operator cto:admin")
            .group("a", "ada", "bob")
            .needs("any(2 of group:a, 1 of person:cto)");
    assertThat(scene.missing()).isEqualTo("2 a [ada bob] or 1 cto [cto]");
    assertThat(scene.votes("ada+").missing()).isEqualTo("1 a [bob] or 1 cto [cto]");
    assertThat(scene.votes("ada+ bob+").state()).isEqualTo("allowed");
    assertThat(scene.votes("cto+").state()).isEqualTo("allowed");
    assertThat(scene.votes("ada+ cto+").state()).isEqualTo("allowed");
  }

  @Test
  void open_stages_add_up() {
    Scene scene =
        scene().needs("2 of group:a within 1h else 1 of group:a within 1h else group:security");
    assertThat(scene.votes("ada+").state()).isEqualTo("undecided");
    assertThat(scene.stage(2, 0).state()).isEqualTo("allowed");
    assertThat(Objects.requireNonNull(scene.deliberation().lastYes()).by()).isEqualTo("ada");
    assertThat(scene.votes("sue+").state()).isEqualTo("undecided");
    assertThat(scene.missing()).isEqualTo("1 a [ada bob cyd]");
    assertThat(scene.stage(3, 0).state()).isEqualTo("allowed");
    // A policy with fewer stages now: the gate is in its last one.
    assertThat(scene.stage(9, 0).standing().stage()).isEqualTo(3);
  }

  @Test
  @DisplayName("DX-21 a no without the veto is an objection until every stage is impossible")
  void DX_21_veto() {
    Scene scene = scene().needs("2 of group:a within 1h else 1 of group:b").veto("group:security");
    assertThat(scene.votes("ada-").state()).isEqualTo("undecided");
    assertThat(scene.standing().votes()).hasSize(1);
    assertThat(scene.missing()).isEqualTo("2 a [bob cyd]");
    assertThat(scene.votes("ada- sue-").state()).isEqualTo("denied");
    assertThat(scene.votes("bob+ cyd+ sue-").state()).isEqualTo("denied");
    // The first stage is impossible, the second is still to come.
    assertThat(scene.votes("ada- bob-").state()).isEqualTo("undecided");
    assertThat(scene.votes("ada- bob- dan-").state()).isEqualTo("undecided");
    assertThat(scene.votes("ada- bob- dan- cyd-").state()).isEqualTo("denied");
    // Nobody can meet it, and no objection is the reason.
    assertThat(scene.needs("1 of group:nobody").votes("ada-").state()).isEqualTo("undecided");
    assertThat(scene.needs("1 of group:security").votes("ada-").veto("anyone").state())
        .isEqualTo("denied");
  }

  @Test
  @DisplayName("DX-22 the last word of a person counts")
  void DX_22_last_word() {
    Scene scene = scene().needs("2 of group:a").veto("group:security");
    assertThat(scene.votes("ada+ ada- bob+").missing()).isEqualTo("1 a [cyd]");
    assertThat(scene.votes("ada- ada+ bob+").state()).isEqualTo("allowed");
    assertThat(scene.votes("sue- sue+ ada+ bob+").state()).isEqualTo("allowed");
    assertThat(scene.votes("ada+ sue+ sue-").state()).isEqualTo("denied");
    assertThat(scene.votes("ada+ ada+").missing()).isEqualTo(scene.votes("ada+").missing());
    assertThat(scene.votes("ada+ bob- ada-").standing().votes())
        .extracting(Vote::by, Vote::yes, Vote::atMs)
        .containsExactly(tuple("bob", false, 2_000L), tuple("ada", false, 3_000L));
  }

  @Test
  @DisplayName("DX-23 a person without token and key, or with a revoked key, is not counted")
  void DX_23_former_voters() {
    Scene scene = scene().needs("2 of group:a").votes("ada+ bob+");
    assertThat(scene.state()).isEqualTo("allowed");
    assertThat(scene.without("ada").missing()).isEqualTo("1 a [cyd]");
    // The no of such a person does not count either.
    Scene noes = scene().needs("2 of group:a").votes("sue- ada+ bob+");
    assertThat(noes.state()).isEqualTo("denied");
    assertThat(noes.without("sue").state()).isEqualTo("allowed");
    Scene key = Scene.of("joe:operator/key").needs("anyone").votes("joe+key");
    assertThat(key.state()).isEqualTo("allowed");
    assertThat(Scene.of("joe:operator").needs("anyone").votes("joe+key").state())
        .isEqualTo("undecided");
  }

  @Test
  @DisplayName("DX-24 the floor's number is counted over all who said yes")
  void DX_24_floor() {
    Scene scene = scene().needs("1 of group:b").floor(2);
    assertThat(scene.missing()).isEqualTo("1 b [cyd dan] and 1 anyone [ada bob cyd dan joe sue]");
    assertThat(scene.votes("ada+").missing()).isEqualTo("1 b [cyd dan]");
    assertThat(scene.votes("dan+").missing()).isEqualTo("1 anyone [ada bob cyd joe sue]");
    assertThat(scene.votes("dan+ ada+").state()).isEqualTo("allowed");
    assertThat(scene.votes("ada+ bob+").missing()).isEqualTo("1 b [cyd dan]");
    assertThat(scene.votes("ada+").deliberation().mayAllow("bob", Role.OPERATOR))
        .isEqualTo(Right.NOT_NAMED);
    assertThat(scene.votes("dan+").deliberation().mayAllow("bob", Role.OPERATOR))
        .isEqualTo(Right.GRANTED);
    assertThat(scene().withoutPolicy().floor(3).votes("ada+").missing())
        .isEqualTo("2 anyone [bob cyd dan joe sue]");
    assertThat(
            scene()
                .needs("all(group:a, group:b)")
                .rules("anyone", false, false, false)
                .floor(2)
                .votes("cyd+")
                .missing())
        .isEqualTo("1 anyone [ada bob dan joe sue]");
  }

  @Test
  @DisplayName("DX-18 the requester may not say yes, and their no ends it")
  void DX_18_requester() {
    Scene scene = scene().needs("1 of group:a").veto("group:security").requester("ada");
    assertThat(scene.votes("ada+").missing()).isEqualTo("1 a [bob cyd]");
    assertThat(scene.deliberation().mayAllow("ada", Role.ADMIN)).isEqualTo(Right.REQUESTER);
    assertThat(scene.deliberation().mayDeny("ada", Role.ADMIN)).isEqualTo(Right.GRANTED);
    assertThat(scene.votes("ada-").state()).isEqualTo("denied");
    // Names that look alike are one principal.
    assertThat(scene.requester("ADA").votes("ada+").state()).isEqualTo("undecided");
    Scene both = scene().needs("1 of group:a").requester("ada").votes("ada+");
    assertThat(both.rules("anyone", true, true, false).state()).isEqualTo("allowed");
    assertThat(both.floor(new ApprovalPolicy(false, 1, false, 1_000)).state())
        .isEqualTo("undecided");
  }

  @Test
  @DisplayName("DX-19 a person who is not named may not say yes; DX-21 nor no without the veto")
  void DX_19_rights() {
    Deliberation gate =
        scene()
            .needs("1 of group:a within 1h else 1 of role:admin")
            .veto("group:security")
            .deliberation();
    assertThat(gate.mayAllow("bob", Role.OPERATOR)).isEqualTo(Right.GRANTED);
    assertThat(gate.mayDeny("bob", Role.OPERATOR)).isEqualTo(Right.OBJECTION);
    assertThat(gate.mayAllow("dan", Role.OPERATOR)).isEqualTo(Right.NOT_NAMED);
    assertThat(gate.mayDeny("dan", Role.OPERATOR)).isEqualTo(Right.NOT_NAMED);
    assertThat(gate.mayDeny("sue", Role.OPERATOR)).isEqualTo(Right.GRANTED);
    assertThat(gate.mayAllow("nobody", Role.ADMIN)).isEqualTo(Right.NOT_NAMED);
    assertThat(gate.reason(Right.NOT_NAMED)).isEqualTo("You are not among a.");
    assertThat(gate.reason(Right.OBJECTION)).isNull();
    Deliberation later =
        scene().needs("1 of group:b within 1h else 1 of role:admin").stage(2, 0).deliberation();
    assertThat(later.mayAllow("ada", Role.ADMIN)).isEqualTo(Right.GRANTED);
    assertThat(later.mayAllow("ada", Role.OPERATOR)).isEqualTo(Right.NOT_NAMED);
    assertThat(later.mayAct("ada")).isTrue();
    assertThat(later.mayAct("bob")).isFalse();
    assertThat(later.reason(Right.NOT_NAMED)).isEqualTo("You are not among b or admins.");
  }

  @Test
  void a_question_is_answered_by_the_people_who_are_named() {
    Deliberation gate =
        scene().needs("1 of group:a").question().requester("ada").floor(3).deliberation();
    assertThat(gate.mayAllow("ada", Role.ADMIN)).isEqualTo(Right.GRANTED);
    assertThat(gate.mayDeny("ada", Role.ADMIN)).isEqualTo(Right.GRANTED);
    assertThat(gate.mayAllow("dan", Role.OPERATOR)).isEqualTo(Right.NOT_NAMED);
    assertThat(gate.mayDeny("dan", Role.OPERATOR)).isEqualTo(Right.NOT_NAMED);
    assertThat(gate.standing().onExpiry()).isEqualTo(OnExpiry.CANCEL);
  }

  @Test
  void a_required_signature_is_required_of_every_yes() {
    Scene scene = Scene.of("joe:operator/key eve:key ada:admin").needs("2 of anyone");
    Scene signed = scene.rules("anyone", true, false, true);
    assertThat(signed.missing()).isEqualTo("2 anyone [eve joe]");
    assertThat(signed.deliberation().mayAct("eve")).isTrue();
    assertThat(signed.deliberation().mayAct("ada")).isFalse();
    assertThat(signed.votes("ada+ joe+").missing()).isEqualTo("2 anyone [eve joe]");
    assertThat(signed.votes("joe+key eve+key").state()).isEqualTo("allowed");
    assertThat(
            scene
                .rules("anyone", true, false, false)
                .floor(new ApprovalPolicy(true, 1, true, 1_000))
                .votes("joe+key ada+")
                .missing())
        .isEqualTo("1 anyone [eve]");
  }

  @Test
  @DisplayName("DX-26 a yes decides by itself under 1 of group:finance, not under 2")
  void DX_26_alone() {
    assertThat(scene().needs("1 of group:a").deliberation().decidesAlone("ada", Role.ADMIN))
        .isTrue();
    assertThat(scene().needs("1 of group:a").deliberation().decidesAlone("dan", Role.OPERATOR))
        .isFalse();
    assertThat(
            scene()
                .needs("2 of group:a")
                .votes("bob+")
                .deliberation()
                .decidesAlone("ada", Role.ADMIN))
        .isFalse();
    assertThat(
            scene().needs("1 of group:a").floor(2).deliberation().decidesAlone("ada", Role.ADMIN))
        .isFalse();
  }

  @Test
  void twenty_people_are_named_and_the_others_counted() {
    String many =
        IntStream.range(100, 125)
            .mapToObj(i -> "p" + i + ":operator")
            .collect(Collectors.joining(" "));
    Standing.Missing missing =
        Scene.of(many).needs("anyone").standing().missing().getFirst().getFirst();
    assertThat(missing.people()).hasSize(20).startsWith("p100").endsWith("p119");
    assertThat(missing.more()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          1 of anyone                            ~ no
          1 of group:a | anyone                  ~ no
          any(2 of group:a, anyone) within 1h else group:a ~ no
          1 of group:a within 1h else anyone     ~ yes
          2 of anyone                            ~ yes
          all(anyone, group:a)                   ~ yes
          """)
  void a_gate_is_guarded_unless_one_click_of_anyone_decides_it(String needs, String guarded) {
    assertThat(scene().needs(needs).rules("anyone", true, true, false).policy().isGuarded())
        .isEqualTo(guarded.equals("yes"));
    // The requester's click decides nothing then.
    assertThat(scene().needs(needs).rules("anyone", true, false, false).policy().isGuarded())
        .isTrue();
    assertThat(scene().needs(needs).floor(2).policy().isGuarded()).isTrue();
    assertThat(scene().needs(needs).rules("anyone", true, false, true).policy().isGuarded())
        .isTrue();
    assertThat(scene().withoutPolicy().policy().isGuarded()).isFalse();
  }
}
