package dev.holdpoint.agent.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.gate.PageLink;
import dev.holdpoint.engine.json.JsonTree;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LinksTest {
  private static Params params(String url) {
    return new Params(JsonTree.object().put("url", url), "");
  }

  @ParameterizedTest
  @DisplayName("AG-78 pages that people may be asked to open, and their hosts")
  @CsvSource({
    "https://example.com, example.com",
    "https://example.com/a?b=c#d, example.com",
    "https://example.com?x=a@b.test, example.com",
    "HTTPS://Example.com:8443/, Example.com",
    "https://bücher.example/x, bücher.example",
    "https://xn--bcher-kva.example/, xn--bcher-kva.example",
    "https://[2001:db8::1]:443/, [2001:db8::1]",
    "http://localhost:3000/cb, localhost",
    "http://127.0.0.1/, 127.0.0.1",
    "http://[::1]:80/, [::1]"
  })
  void a_page(String url, String host) throws Exception {
    assertThat(Links.read(params(url), "url")).isEqualTo(new PageLink(url, host));
  }

  @ParameterizedTest
  @DisplayName("AG-78 what is no page to open, or could be read in two ways")
  @ValueSource(
      strings = {
        "",
        "example.com",
        "//example.com/",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "ftp://example.com/",
        "http://example.com/",
        "http://localhost.example.com/",
        "http://127.0.0.1.example.com/",
        "http://1270.0.0.1/",
        "https://",
        "https:///x",
        "https:example.com",
        "https://user@example.com/",
        "https://user:word@example.com/",
        "https://example.com\\@evil.test/",
        "https://example.com\\evil",
        " https://example.com/",
        "https://example.com/a b",
        "https://example.com/\n",
        "https://exam\tple.com/",
        "https://example.com/\u202egpj",
        "https://exa%6dple.com/",
        "https://example.com:99999/",
        "https://example.com:/",
        "https://example.com:80:80/",
        "https://[::1",
        "https://a..b/",
        "https://example.com/<script>"
      })
  @MethodSource("tooLong")
  void no_page(String url) {
    assertThatThrownBy(() -> Links.read(params(url), "url"))
        .isInstanceOf(NotUnderstood.class)
        .hasMessageStartingWith("`url` must ");
  }

  static String[] tooLong() {
    return new String[] {"https://example.com/" + "a".repeat(5_000)};
  }
}
