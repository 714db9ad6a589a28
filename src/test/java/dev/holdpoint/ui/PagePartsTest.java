package dev.holdpoint.ui;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page's files, as they come over the wire. */
class PagePartsTest {
  /** PG-75: all of the page. */
  private static final int LIGHT = 220_000;

  /** PG-75: what the first rows of the inbox need. */
  private static final int FIRST = 120_000;

  /** The words of another language, which nobody loads who does not read it. */
  private static final int LIGHT_WORDS = 40_000;

  private static final Pattern PART = Pattern.compile("(?:href|src)=\"(/ui/a/[^\"]+)\"");
  private static final Pattern SCRIPT = Pattern.compile("<script([^>]*)>(.*?)</script>");

  private final Http anybody = Workplace.shared().http().as(null);

  private Http.Answer compressed(String path) {
    return anybody.send("GET", path, null, request -> request.header("Accept-Encoding", "gzip"));
  }

  private List<String> parts() {
    return PART.matcher(anybody.get("/ui").expect(200).text())
        .results()
        .map(found -> found.group(1))
        .distinct()
        .toList();
  }

  @Test
  void nothing_inline_runs_but_the_import_map_and_nothing_comes_from_elsewhere() throws Exception {
    Http.Answer page = anybody.get("/ui").expect(200);
    List<MatchResult> scripts = SCRIPT.matcher(page.text()).results().toList();
    List<String> inline =
        scripts.stream().map(script -> script.group(2)).filter(text -> !text.isEmpty()).toList();
    assertThat(inline).hasSize(1);
    String hash =
        Base64.getEncoder()
            .encodeToString(
                MessageDigest.getInstance("SHA-256").digest(inline.getFirst().getBytes(UTF_8)));
    String policy = page.header("Content-Security-Policy");
    assertThat(policy)
        .startsWith("default-src 'none'; ")
        .contains("script-src 'self' 'sha256-" + hash + "';")
        .contains("style-src 'self';", "frame-ancestors 'none'", "base-uri 'none'")
        .contains("require-trusted-types-for 'script'")
        .doesNotContain("unsafe", "http:", "https:", "*");
    assertThat(page.text()).doesNotContain("http://", "https://", "style=", "onload=");
    assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
  }

  @Test
  @DisplayName("PG-75 a first load is at most 120 KB, and all parts at most 220 KB, compressed")
  void PG_75_parts_weigh_little_and_are_kept_for_good() {
    long weight = Long.parseLong(compressed("/ui").expect(200).header("Content-Length"));
    assertThat(parts()).hasSizeGreaterThan(20);
    for (String part : parts()) {
      weight += weight(part);
    }
    assertThat(weight).as("first load").isLessThan(FIRST);
    String script =
        parts().stream().filter(path -> path.endsWith("/page.js")).findFirst().orElseThrow();
    for (String file : List.of("cards.js", "views.js")) {
      weight += weight(script.replace("page.js", file));
    }
    assertThat(weight).as("all parts").isLessThan(LIGHT);
  }

  private long weight(String part) {
    Http.Answer answer = compressed(part).expect(200);
    assertThat(answer.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(answer.header("Cache-Control")).contains("immutable", "max-age=31536000");
    assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
    return Long.parseLong(answer.header("Content-Length"));
  }

  // PG-75
  @Test
  void words_of_another_language_are_no_part_of_the_page() {
    String page =
        parts().stream().filter(path -> path.endsWith("/page.js")).findFirst().orElseThrow();
    assertThat(anybody.get(page).expect(200).text())
        .contains("Allow once")
        .doesNotContain("Einmal");
    assertThat(parts()).noneMatch(path -> path.contains("german"));
    Http.Answer german = compressed(page.replace("/page.js", "/german.js")).expect(200);
    assertThat(german.header("Cache-Control")).contains("immutable");
    assertThat(Long.parseLong(german.header("Content-Length"))).isLessThan(LIGHT_WORDS);
  }

  @Test
  void who_takes_no_gzip_gets_the_file_as_it_is() {
    String part =
        parts().stream().filter(path -> path.endsWith("/page.js")).findFirst().orElseThrow();
    Http.Answer plain = anybody.get(part).expect(200);
    assertThat(plain.header("Content-Encoding")).isEmpty();
    assertThat(plain.header("Content-Type")).isEqualTo("text/javascript; charset=utf-8");
    assertThat(plain.text())
        .contains("customElements.define('hp-app'")
        .as("what is for readers alone")
        .doesNotContain("// The page:");
  }

  @Test
  void whatever_a_browser_says_it_has_it_gets_the_file() {
    for (String path : List.of("/ui", parts().getFirst())) {
      String file = anybody.get(path).expect(200).text();
      Http.Answer answer =
          anybody.send("GET", path, null, request -> request.header("If-None-Match", "\"old\""));
      assertThat(answer.expect(200).text()).as(path).isNotEmpty().isEqualTo(file);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/ui/"})
  void the_root_leads_to_the_page(String path) {
    assertThat(anybody.get(path).expect(302).header("Location")).isEqualTo("/ui");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/ui/approvals/apr_1",
        "/ui/sessions/a%20b",
        "/ui/sessions/a%20b/",
        "/ui/settings/",
        "/ui/no/such/place",
        "/ui/a"
      })
  void every_place_within_it_is_the_page(String path) {
    assertThat(anybody.get(path).expect(200).text()).contains("<hp-app>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/ui/a/0000000000000000/app.js",
        "/ui/a/%s/no-such.js",
        "/ui/a/%s/..%%2F..%%2Fapplication.properties",
        "/ui/a/%s/app.js/",
        "/ui/a/%s//app.js",
        "/ui/a/%s"
      })
  void what_is_no_part_is_not_found(String path) {
    String hash = parts().getFirst().split("/", -1)[3];
    assertThat(anybody.get(path.formatted(hash)).status()).isEqualTo(404);
  }

  @Test
  void it_is_only_for_looking_at() {
    assertThat(anybody.post("/ui", "{}").status()).isEqualTo(405);
    assertThat(anybody.send("DELETE", "/ui/x", null, _ -> {}).status()).isEqualTo(405);
  }
}
