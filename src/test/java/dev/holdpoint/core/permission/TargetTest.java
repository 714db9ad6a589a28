package dev.holdpoint.core.permission;

import static dev.holdpoint.core.permission.Behavior.ALLOW;
import static dev.holdpoint.core.permission.Behavior.ASK;
import static dev.holdpoint.core.permission.Behavior.DENY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.permission.TargetTable.Pair;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
  private static final Scope SESSION = new Scope(ScopeKind.SESSION, "s");

  static List<Pair> pairs() {
    return TargetTable.pairs();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  @DisplayName("PG-30 PG-31 PG-32 each pair of the table")
  void each_pair_of_the_table(Pair pair) {
    Target target = pair.target();
    Behavior let = decide(pair, ALLOW, target);
    Behavior held = decide(pair, DENY, target);

    assertThat(target instanceof Target.Unread).isEqualTo(pair.answer().equals("unread"));
    assertThat(let).isEqualTo(pair.answer().equals("covers") ? ALLOW : ASK);
    assertThat(held).isEqualTo(pair.answer().equals("no") ? ASK : DENY);
  }

  @Test
  void the_table_is_large_enough() {
    assertThat(pairs()).hasSizeGreaterThanOrEqualTo(40);
  }

  private static Behavior decide(Pair pair, Behavior behavior, Target target) {
    return Permissions.decide(
            List.of(rule(behavior, pair.tool(), pair.pattern())), pair.tool(), null, target, ASK, 0)
        .behavior();
  }

  @ParameterizedTest
  @DisplayName("PG-31 PG-33 what is no target is refused")
  @ValueSource(
      strings = {
        "",
        " ",
        "*",
        "**",
        "/**",
        "/",
        "src/",
        "src/*",
        "src/*.ts",
        "../x",
        "a//b",
        "a/./b",
        "a\u0000b",
        "GET https://*.com/*",
        "GET https://*/*",
        "GET https://*.10.0.0.5/*",
        "GET https://a.*.com/*",
        "GET https://h.example",
        "GET https://h.example/a?b=1",
        "GET https://h.example/a*",
        "GET https://h.example/*/b",
        "GET https://h.example/a/../b",
        "GET https://h.example/a%2fb",
        "POST https://h.example/%25%34%31",
        "POST https://h.example/%25%34%31/*",
        "=POST https://h.example/%25%34%31",
        "GET https://h.example/a;b",
        "GET https://h.example/a%3B/*",
        "GET https://h.example/%c0%ae",
        "GET https://h.example/a/%2A",
        "=GET https://h.example/a?k={{secret:%41PI}}",
        "GET https://ada@h.example/*",
        "GET https://h.example:0/*",
        "GET https://h.example./*",
        "GET https://hé.example/*",
        "get https://h.example/*",
        "GET|BREW https://h.example/*",
        "GET, PUT https://h.example/*",
        "https://h.example/*",
        "GET ftp://h.example/*",
        "=GET https://*.example.com/a",
        "=GET https://h.example/a b"
      })
  void what_is_no_target_is_refused(String pattern) {
    assertThat(TargetPattern.parse(pattern)).isNull();
    assertThatThrownBy(() -> rule(ALLOW, "*", pattern))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      textBlock =
          """
          GET https://H.Example:443/a%7Eb ! GET https://h.example/a~b
          GET https://h.example/%40a/* ! GET https://h.example/@a/*
          PUT|GET HTTP://h.example:80/* ! GET|PUT http://h.example/*
          =GET https://h.example/a?b=%41 ! =GET https://h.example/a?b=A
          GET http://[0:0::1]/* ! GET http://[::1]/*
          src/** ! src/**
          """)
  void a_target_has_one_normal_form(String written, String normal) {
    assertThat(Objects.requireNonNull(TargetPattern.parse(written)).text()).isEqualTo(normal);
    assertThat(Objects.requireNonNull(TargetPattern.parse(normal)).text()).isEqualTo(normal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          # rules, the one that speaks first                              ~ call
          =POST https://h.example/a/b , POST https://h.example/a/b         ~ POST https://h.example/a/b
          POST https://h.example/a/b , * https://h.example/a/b             ~ POST https://h.example/a/b
          * https://h.example/a/b , POST https://h.example/a/*             ~ POST https://h.example/a/b
          POST https://h.example/a/* , POST https://h.example/*            ~ POST https://h.example/a/b
          POST https://h.example/a/* , GET|POST https://h.example/a/*      ~ POST https://h.example/a/b
          POST https://x.h.example/* , POST https://*.h.example/*          ~ POST https://x.h.example/a
          POST https://h.example/* , tool                                  ~ POST https://h.example/a
          """)
  void exact_before_prefix_longer_before_shorter_a_target_before_none(String rules, String call) {
    List<PermissionRule> list =
        Arrays.stream(rules.split(" , ", -1))
            .map(one -> rule(ALLOW, "http_request", one.equals("tool") ? null : one))
            .collect(Collectors.toList());
    Target target = Target.request(call.split(" ", -1)[0], call.split(" ", -1)[1]);
    String first = rules.split(" , ", -1)[0];

    for (int turn = 0; turn < list.size(); turn++) {
      PermissionRule spoke =
          Objects.requireNonNull(
              Permissions.decide(list, "http_request", null, target, ASK, 0).rule());
      assertThat(spoke.id()).isEqualTo(first);
      list = list.reversed();
    }
    assertThat(
            Permissions.decide(
                    List.of(rule(ALLOW, "http_request", first), rule(DENY, "http_request", null)),
                    "http_request",
                    null,
                    target,
                    ASK,
                    0)
                .behavior())
        .isEqualTo(DENY);
  }

  @Test
  void keys_are_the_narrowest_first_and_none_is_wider_than_it_says() {
    assertThat(Target.request("POST", "https://H.example/a/b?c=1").keys("http_request"))
        .containsExactly(
            "=POST https://h.example/a/b?c=1",
            "POST https://h.example/a/b",
            "POST https://h.example/*");
    assertThat(Target.request("GET", "https://h.example/a/*").keys("http_request"))
        .containsExactly("=GET https://h.example/a/*", "GET https://h.example/*");
    assertThat(Target.place("src/pricing.ts").keys("edit_file"))
        .containsExactly("src/pricing.ts", "src/**");
    assertThat(Target.place("README.md").keys("edit_file")).containsExactly("README.md");
    assertThat(Target.place("edit_file").keys("edit_file")).containsExactly("=edit_file");
    assertThat(Target.place("a/**").keys("edit_file")).containsExactly("=a/**", "a/**");
    assertThat(Target.place("a*/b").keys("edit_file")).containsExactly("=a*/b");
    assertThat(Target.place("").keys("edit_file")).isEmpty();
    assertThat(Target.absolute("/x").keys("Edit")).containsExactly("/x");
  }

  @Test
  @DisplayName("PG-34 what has no key for itself alone has none that is wider")
  void PG_34_what_has_no_key_for_itself_has_none() {
    assertThat(
            Target.request("POST", "https://api.crm.example.com/v2/%25%34%31").keys("http_request"))
        .isEmpty();
    String longest = "https://h.example?" + "q".repeat(8_192 - "https://h.example?".length());
    assertThat(Target.request("GET", longest).keys("http_request")).isEmpty();
    assertThat(
            Target.request("GET", longest.substring(0, longest.length() - 1)).keys("http_request"))
        .hasSize(3);
    assertThat(new Target.File(Target.Kind.WORKSPACE, "../a/b").keys("edit_file")).isEmpty();
  }

  /** What was made of a call by chance: its keys cover it, and nothing near it is let through. */
  @Test
  void a_key_covers_its_call_and_the_exact_one_nothing_else() {
    Random chance = new Random(20_261_118);
    for (int round = 0; round < 20_000; round++) {
      Target one = made(chance);
      Target other = made(chance);
      List<String> keys = one.keys("http_request");
      for (String key : keys) {
        TargetPattern pattern = Objects.requireNonNull(TargetPattern.parse(key), key);
        assertThat(pattern.covers(one)).as("%s for %s", key, one).isTrue();
        assertThat(TargetPattern.parse(pattern.text())).isEqualTo(pattern);
      }
      if (!keys.isEmpty()) {
        assertThat(keys.getFirst()).as("PG-34 the first key of %s", one).isIn(exactly(one));
      }
      if (!keys.isEmpty() && !one.equals(other)) {
        assertThat(Objects.requireNonNull(TargetPattern.parse(keys.getFirst())).covers(other))
            .as("%s for %s", keys.getFirst(), other)
            .isFalse();
      }
      assertThat(one instanceof Target.Unread && !keys.isEmpty()).isFalse();
    }
  }

  private static List<String> exactly(Target target) {
    return switch (target) {
      case Target.Unread _ -> List.of();
      case Target.Request request -> List.of("=" + request.method() + " " + request.url());
      case Target.File(var _, String path) -> List.of(path, "=" + path);
    };
  }

  /** However a path is spelt, a rule for a folder never lets through what lies outside of it. */
  @Test
  void a_prefix_lets_nothing_through_that_a_server_could_read_as_outside() {
    Random chance = new Random(7);
    TargetPattern pattern =
        Objects.requireNonNull(TargetPattern.parse("* https://h.example/pub/*"));
    for (int round = 0; round < 50_000; round++) {
      String path = "/pub/" + path(chance);
      Target target = Target.request("GET", "https://h.example" + path);
      if (pattern.covers(target)) {
        String seen = path.replaceAll("(?i)%2e", ".").replaceAll("(?i)%2f|%5c|\\\\", "/");
        assertThat(resolved(seen)).as(path).startsWith("/pub");
      }
    }
  }

  private static String resolved(String path) {
    ArrayDeque<String> out = new ArrayDeque<>();
    for (String segment : path.split("[?#]", 2)[0].split("/", -1)) {
      String name = segment.split(";", -1)[0];
      if (name.equals("..")) {
        out.pollLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        out.add(name);
      }
    }
    return "/" + String.join("/", out);
  }

  private static final List<String> PIECES =
      List.of(
          "a",
          "pub",
          "/",
          "/",
          ".",
          "..",
          "%2e",
          "%2E",
          "%2f",
          "%5c",
          "\\",
          ";",
          "%3b",
          "%3a",
          "%2A",
          "%c0%ae",
          "%25",
          "%32",
          "%65",
          "%34%31",
          "%",
          "2e",
          "?",
          "#",
          "@",
          ":",
          "*",
          "%00",
          "é",
          "{{secret:A}}",
          "~",
          "%7e",
          "=");

  private static String path(Random chance) {
    StringBuilder out = new StringBuilder();
    for (int i = chance.nextInt(8); i >= 0; i--) {
      out.append(PIECES.get(chance.nextInt(PIECES.size())));
    }
    return out.toString();
  }

  private static Target made(Random chance) {
    return switch (chance.nextInt(3)) {
      case 0 ->
          Target.request(
              chance.nextBoolean() ? "GET" : "POST",
              (chance.nextBoolean() ? "https://h.example" : "http://H.example:80")
                  + "/"
                  + path(chance));
      case 1 -> Target.place(path(chance));
      default -> Target.absolute("/" + path(chance));
    };
  }

  private static PermissionRule rule(Behavior behavior, String tool, @Nullable String target) {
    return new PermissionRule(
        1,
        target == null ? "tool" : target,
        behavior,
        tool,
        null,
        SESSION,
        "t",
        null,
        null,
        0,
        "ada",
        0,
        null,
        null,
        false,
        null,
        target);
  }
}
