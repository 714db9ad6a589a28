package dev.holdpoint.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.ObjectMapper;

final class PolicyExpressionTest {
  private static final String EXAMPLE =
      "all(1 of group:peer, 1 of role:admin) within 2h or unseen 10m"
          + " else 1 of group:oncall within 1h else deny";

  @Test
  @DisplayName("DX-06 the example of the page is read, and is in normal form")
  void DX_06_example() {
    PolicyExpression read = PolicyExpression.parse(EXAMPLE);
    assertThat(read.toString()).isEqualTo(EXAMPLE);
    assertThat(read.stages()).hasSize(2);
    assertThat(read.stages().getFirst().withinMs()).isEqualTo(7_200_000);
    assertThat(read.stages().getFirst().unseenMs()).isEqualTo(600_000);
    assertThat(read.ending()).isEqualTo(new Ending(null, OnExpiry.DENY));
  }

  @ParameterizedTest
  @DisplayName("DX-06 every expression is given back in one normal form")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          group:a                                  ~ 1 of group:a
          anyone                                   ~ 1 of anyone
          02 of  anyone                            ~ 2 of anyone
          1 of group:a|person:b                    ~ 1 of group:a | person:b
          group:a | group:a | group:b              ~ 1 of group:a | group:b
          group:"a"                                ~ 1 of group:a
          group:"on call"                          ~ 1 of group:"on call"
          person:"a\\"b\\\\c"                      ~ 1 of person:"a\\"b\\\\c"
          person:Größe                             ~ 1 of person:Größe
          all(group:a)                             ~ 1 of group:a
          any ( all ( group:a ) )                  ~ 1 of group:a
          all(group:a,all(group:b,group:c))        ~ all(1 of group:a, 1 of group:b, 1 of group:c)
          any(group:a,any(group:b,group:c))        ~ any(1 of group:a, 1 of group:b, 1 of group:c)
          all(group:a,any(group:b,group:c))        ~ all(1 of group:a, any(1 of group:b, 1 of group:c))
          anyone within 60s                        ~ 1 of anyone within 1m
          anyone within 24h                        ~ 1 of anyone within 1d
          anyone within 90m                        ~ 1 of anyone within 90m
          anyone within 3660d                      ~ 1 of anyone within 3660d
          anyone else extend 60m 2 times           ~ 1 of anyone else extend 1h 2 times
          anyone else extend 1h 20 times else fail ~ 1 of anyone else extend 1h 20 times else fail
          anyone else default                      ~ 1 of anyone else default
          group:else within 1h else group:deny     ~ 1 of group:else within 1h else 1 of group:deny
          """)
  void DX_06_normal_form(String text, String normal) {
    PolicyExpression read = PolicyExpression.parse(text);
    assertThat(read.toString()).isEqualTo(normal);
    assertThat(PolicyExpression.parse(normal)).isEqualTo(read);
  }

  @Test
  @DisplayName("DX-06 what is printed is read again as the same policy")
  void DX_06_printed_and_read() {
    RandomPolicies chance = RandomPolicies.ofAnyNames(6);
    for (int i = 0; i < 1_000; i++) {
      PolicyExpression expression = chance.next();
      assertThat(PolicyExpression.parse(expression.toString())).isEqualTo(expression);
    }
  }

  @Test
  void a_cut_expression_is_read_or_refused_with_a_place_inside_it() {
    RandomPolicies chance = RandomPolicies.ofAnyNames(7);
    for (int i = 0; i < 30; i++) {
      String text = chance.next().toString();
      for (int end = 0; end < Math.min(text.length(), 300); end++) {
        String cut = text.substring(0, end);
        try {
          PolicyExpression.parse(cut);
        } catch (InvalidExpression refused) {
          assertThat(refused.at()).isBetween(1, cut.codePointCount(0, cut.length()) + 1);
        }
      }
    }
  }

  @ParameterizedTest
  @DisplayName("DX-07 malformed expressions are refused with the character")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          ``                                     ~  1 ~ expected "anyone", "group:", "person:" or "role:" with a name
          1 of group:a, 2 group:b                ~ 13 ~ expected "else" or the end
          all(1 of anyone, 2 group:b)            ~ 20 ~ expected "of"
          2 anyone                               ~  3 ~ expected "of"
          0 of anyone                            ~  1 ~ the number of people is 1 to 50
          51 of anyone                           ~  1 ~ the number of people is 1 to 50
          99999999999999999999 of anyone         ~  1 ~ the number of people is 1 to 50
          -1 of anyone                           ~  1 ~ expected "anyone", "group:", "person:" or "role:" with a name
          1 of everybody                         ~  6 ~ expected "anyone", "group:", "person:" or "role:" with a name
          1 of group:                            ~ 12 ~ expected a name after "group:"
          1 of group: a                          ~ 12 ~ expected a name after "group:"
          1 of group :a                          ~  6 ~ expected "anyone", "group:", "person:" or "role:" with a name
          1 of group:""                          ~ 12 ~ expected a name after "group:"
          1 of group:"a                          ~ 12 ~ this quote is not closed
          1 of group:"a\\n"                      ~ 15 ~ expected a quote or a backslash after the backslash
          1 of role:viewer                       ~ 11 ~ expected "admin" or "operator" after "role:"
          1 of group:a |                         ~ 15 ~ expected "anyone", "group:", "person:" or "role:" with a name
          all 1 of anyone                        ~  5 ~ expected "("
          all()                                  ~  5 ~ expected "anyone", "group:", "person:" or "role:" with a name
          any(group:a, group:b                   ~ 21 ~ expected "," or ")"
          anyone within                          ~ 14 ~ expected a time such as 30s, 10m, 2h or 1d
          anyone within 2                        ~ 15 ~ expected a time such as 30s, 10m, 2h or 1d
          anyone within 2w                       ~ 15 ~ expected a time such as 30s, 10m, 2h or 1d
          anyone within 2 h                      ~ 15 ~ expected a time such as 30s, 10m, 2h or 1d
          anyone within 0s                       ~ 15 ~ a time is 1 second to 10 years
          anyone within 3661d                    ~ 15 ~ a time is 1 second to 10 years
          anyone within 99999999999999999999d    ~ 15 ~ a time is 1 second to 10 years
          anyone within 1h or                    ~ 20 ~ expected "unseen"
          anyone within 1h or unseen 10m         ~ 18 ~ "or unseen" has no meaning in the last stage
          anyone else group:a                    ~  1 ~ a stage that another one follows needs "within" and a time
          anyone else                            ~ 12 ~ expected a stage such as 1 of group:name, or an ending such as deny
          anyone else denny                      ~ 13 ~ expected a stage such as 1 of group:name, or an ending such as deny
          anyone within 1h else all(x)           ~ 27 ~ expected "anyone", "group:", "person:" or "role:" with a name
          anyone else deny else fail             ~ 18 ~ expected "else" or the end
          anyone else extend 1h                  ~ 22 ~ expected how many times, a number
          anyone else extend 1h 2                ~ 24 ~ expected "times"
          anyone else extend 1h 21 times         ~ 23 ~ the number of extensions is 1 to 20
          anyone else extend 1h 0 times          ~ 23 ~ the number of extensions is 1 to 20
          anyone else extend 1h 2 times else extend 1h 2 times ~ 36 ~ "extend" stands in a policy once
          anyone else extend 1h 2 times else group:a ~ 36 ~ expected "deny", "fail", "cancel", "allow", "decline" or "default"
          deny                                   ~  1 ~ expected "anyone", "group:", "person:" or "role:" with a name
          Anyone                                 ~  1 ~ expected "anyone", "group:", "person:" or "role:" with a name
          2 of person:a                          ~  1 ~ 2 people are wanted, and 1 named by "person:"
          2 of person:a | person:a               ~  1 ~ 2 people are wanted, and 1 named by "person:"
          group:𝒳𝒳 group:b                       ~ 10 ~ expected "else" or the end
          all(all(all(all(all(anyone)))))        ~ 17 ~ needs are nested at most 4 deep
          """)
  void DX_07_place(String text, int at, String what) {
    assertRefused(text, at, what);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a\u0000b\"", "\"a\u0085b\"", "\"a\nb\"", "\"\ud800\""})
  void names_have_no_control_characters(String name) {
    assertThatThrownBy(() -> PolicyExpression.parse("group:" + name))
        .isInstanceOf(InvalidExpression.class)
        .hasMessageContaining("a name has no control characters");
  }

  @Test
  @DisplayName("DX-11 a ninth stage, a 17th leaf and a 65th alternative are refused")
  void DX_11_limits() {
    String stage = "anyone within 1h else ";
    assertThat(PolicyExpression.parse(stage.repeat(7) + "anyone").stages()).hasSize(8);
    assertRefused(stage.repeat(8) + "anyone", 177, "there are at most 8 stages");
    assertThat(PolicyExpression.parse(stage.repeat(7) + "anyone else deny").stages()).hasSize(8);

    assertThat(PolicyExpression.parse(all(16)).stages()).hasSize(1);
    assertRefused(all(17), 149, "a stage names people in at most 16 places");

    String two = "any(group:a, group:b)";
    assertThat(PolicyExpression.parse("all(" + two + (", " + two).repeat(5) + ")").stages())
        .first()
        .extracting(it -> it.need().ways())
        .isEqualTo(64);
    assertRefused(
        "any(" + "all(" + two + (", " + two).repeat(5) + "), group:c)",
        1,
        "multiplied out, a stage has at most 64 alternatives; this one has 65");

    String long4000 = "anyone" + " ".repeat(3_994);
    assertThat(PolicyExpression.parse(long4000).toString()).isEqualTo("1 of anyone");
    assertRefused(long4000 + " ", 4_001, "an expression has at most 4000 characters");
    assertThat(PolicyExpression.parse("group:" + "x".repeat(100)).stages()).hasSize(1);
    assertRefused("group:" + "x".repeat(101), 7, "the name has more than 100 characters");
    assertThat(PolicyExpression.parse("50 of anyone").stages()).hasSize(1);
    assertThat(PolicyExpression.parse("all(all(all(all(anyone))))").stages()).hasSize(1);
  }

  private static String all(int leaves) {
    return IntStream.range(0, leaves)
        .mapToObj(i -> "group:" + (char) ('a' + i))
        .collect(Collectors.joining(", ", "all(", ")"));
  }

  @Test
  void deeply_nested_text_is_refused_without_deep_recursion() {
    assertThatThrownBy(() -> PolicyExpression.parse("all(".repeat(1_000)))
        .isInstanceOf(InvalidExpression.class)
        .hasMessage("at character 17: needs are nested at most 4 deep");
  }

  @Test
  void the_json_form_says_the_same() {
    assertThat(
            new ObjectMapper()
                .writeValueAsString(
                    ExpressionTree.of(
                        PolicyExpression.parse(
                            "all(2 of group:\"on call\" | person:ada, any(role:admin, anyone)) within"
                                + " 2h or unseen 10m else anyone within 1h else extend 1h 2 times else"
                                + " deny"))))
        .isEqualTo(
            """
            [{"need":{"all":[{"count":2,"of":["group:\\"on call\\"","person:ada"]},\
            {"any":[{"count":1,"of":["role:admin"]},{"count":1,"of":["anyone"]}]}]},\
            "within_ms":7200000,"unseen_ms":600000},\
            {"need":{"count":1,"of":["anyone"]},"within_ms":3600000,\
            "extend":{"for_ms":3600000,"times":2},"ending":"deny"}]""");
  }

  @Test
  void a_veto_is_a_list_of_people() {
    assertThat(PolicyExpression.parseWho("group:security | person:ada"))
        .isEqualTo(List.of(new Term.Group("security"), new Term.Person("ada")));
    assertThatThrownBy(() -> PolicyExpression.parseWho("1 of group:security"))
        .hasMessageStartingWith("at character 1: expected \"anyone\"");
    assertThatThrownBy(() -> PolicyExpression.parseWho("anyone within 1h"))
        .hasMessage("at character 8: expected \"|\" or the end");
  }

  private static void assertRefused(String text, int at, String what) {
    assertThatThrownBy(() -> PolicyExpression.parse(text))
        .isInstanceOf(InvalidExpression.class)
        .hasMessage("at character " + at + ": " + what);
  }
}
