package dev.holdpoint.agent.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.time.Duration;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class PlainPatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      textBlock =
          """
          ^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$           ; ada@example.com    ; ada@example
          ^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$          ; a.b+c@d-e.org      ; a@b.c
          ^\\d{4}-\\d{2}-\\d{2}$                   ; 2026-11-15         ; 15.11.2026
          \\d{4}-\\d{2}                            ; in-2026-11         ; 2026
          ^[A-Z]{2,5}-[0-9]+$                      ; HOLD-17            ; hold-17
          ^(dev|prod)$                             ; prod               ; production
          ^(?:dev|test|prod)-\\d+$                 ; test-1             ; prod-
          ^v?\\d+\\.\\d+\\.\\d+(-[a-z]+)?$         ; v1.20.3-rc         ; 1.20
          ^([0-9a-f]{2}:){5}[0-9a-f]{2}$           ; 00:1a:2b:3c:4d:5e  ; 00:1a
          ^(abc|de)+$                              ; abcdeabc           ; abcd
          ^\\+?[0-9]{6,15}$                        ; +4930123456        ; +49
          ^$|^https?://.+$                         ; http://x.test      ; ftp://x.test
          ^[a-z][a-z0-9]{0,62}?$                   ; a7                 ; 7a
          ^.{1,1000}$                              ; x                  ; ~~
          ^\\p{L}+$                                ; Zoë                ; Zo3
          ^\\u0041\\x42[\\]\\[&^-]\\{\\}$          ; AB]{}              ; AB{}
          ^(a(b(c)?)?)?d$                          ; abcd               ; acd
          """)
  void usual_patterns_are_taken_and_mean_what_they_say(String pattern, String good, String bad) {
    assertThat(PlainPattern.compile(pattern).matcher(good).find()).isTrue();
    assertThat(PlainPattern.compile(pattern).matcher(bad).find()).isFalse();
    assertThat(faults(pattern, good)).isEmpty();
    assertThat(faults(pattern, bad)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "(?:^{2000000000}){2000000000} 'must have ^ at its beginning'",
        "(?:(?:){2000000000}){2000000000} 'must not repeat anything more than 1000 times'",
        "(?:(?:){1000}){1000} 'must not repeat what can match nothing'",
        "(?=){2000000000} 'must not look ahead or behind'",
        "(?!a)b 'must not look ahead or behind'",
        "(?<=a)b 'must not look ahead or behind'",
        "(?<n>a)b 'must not look ahead or behind'",
        "(?i)a 'must not look ahead or behind'",
        "(?>a) 'must not look ahead or behind'",
        "\\b{2000000000} 'must not have escapes other'",
        "(a)\\1 'must not have escapes other'",
        "(?:\\G){9} 'must not have escapes other'",
        "\\Qa\\E 'must not have escapes other'",
        "a\\ 'must not have escapes other'",
        "a{1001} 'must not repeat anything more than 1000 times'",
        "a{0,1001} 'must not repeat anything more than 1000 times'",
        "a{99999999999} 'must not repeat anything more than 1000 times'",
        "a{ 'must not repeat anything more than 1000 times'",
        "(a+)+ 'must not repeat a group that repeats something itself'",
        "(?:(?:a|b?c)d){2} 'must not repeat a group that repeats something itself'",
        "(a*)* 'must not repeat what can match nothing'",
        "(a?){9} 'must not repeat what can match nothing'",
        "()* 'must not repeat what can match nothing'",
        "(|)(|)(|)x 'must not have a group that chooses between nothing'",
        "(a*|b*)(a*|b*)x 'must not have a group that chooses between nothing'",
        "(a|b|) 'must not have a group that chooses between nothing'",
        "a** 'must not repeat a repetition'",
        "a++ 'must not repeat a repetition'",
        "a{2}{3} 'must not repeat a repetition'",
        "*a 'must not repeat a repetition'",
        "^*a 'must not repeat a repetition'",
        "a^b 'must have ^ at its beginning'",
        "a$b 'must have ^ at its beginning'",
        "(^a) 'must have ^ at its beginning'",
        "(a$) 'must have ^ at its beginning'",
        "[a[b]] 'must have [ and && escaped'",
        "[a&&b] 'must have [ and && escaped'",
        "[] 'must not have a class without characters'",
        "[^] 'must not have a class without characters'",
        "[a 'must not have a [ without its ]'",
        "(a 'must not have a ( without its )'",
        "a) 'must not have a ) without its ('",
        "a} 'must have } and ] escaped'",
        "(((((((((((((((((((((a))))))))))))))))))))) 'must not have groups deeper than 20'",
      })
  void a_pattern_that_could_go_round_without_end_is_not_taken(String pattern, String why) {
    assertThatThrownBy(() -> PlainPattern.compile(pattern))
        .isInstanceOfSatisfying(
            PatternSyntaxException.class, e -> assertThat(e.getDescription()).startsWith(why));
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> assertThat(faults(pattern, "text")).hasSize(1));
  }

  // The worst of those that are taken: they end because the text is handed out only so often.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a*",
        "a?",
        "(a|a)?",
        "(a?)",
        "(aa|a)*",
        "((a{9}){9}){9}",
        ".{0,1000}",
        "(a?b?c?)"
      })
  void a_pattern_that_is_taken_ends_at_once_on_any_text(String part) {
    String many = part.repeat(490 / part.length());
    for (String text : List.of("", "a", "aa", "a".repeat(30), "a".repeat(20_000) + "!")) {
      Assertions.assertTimeoutPreemptively(
          Duration.ofSeconds(20), () -> assertThat(faults("^" + many + "#$", text)).hasSize(1));
    }
  }

  private static List<Fault> faults(String pattern, String value) {
    Json schema =
        JsonTree.write(JsonTree.object().put("type", "object").set("properties", of(pattern)));
    return new FormSchemas().faults(schema, JsonTree.write(JsonTree.object().put("a", value)));
  }

  private static ObjectNode of(String pattern) {
    ObjectNode properties = JsonTree.object();
    properties.putObject("a").put("type", "string").put("pattern", pattern);
    return properties;
  }
}
