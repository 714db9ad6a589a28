package dev.holdpoint.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the cookie of a browser is called, and how it is found among others. */
class WebCookieTest {
  private static final String ORIGIN = "http://127.0.0.1:4747";

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:4747,     holdpoint-4747",
    "http://localhost,          holdpoint-80",
    "http://[::1]:4747,         holdpoint-4747",
    "http://[fd00::1],          holdpoint-80",
    "https://ops.example,       __Host-holdpoint-443",
    "https://ops.example:8443,  __Host-holdpoint-8443",
    "https://[fd00::1],         __Host-holdpoint-443"
  })
  void it_is_named_after_the_port_and_guarded_where_the_way_is_encrypted(
      String origin, String name) {
    String secure = origin.startsWith("https") ? "; Secure" : "";

    assertThat(WebCookie.name(origin)).isEqualTo(name);
    assertThat(WebCookie.set(origin, "s", 9))
        .isEqualTo(name + "=s; Max-Age=9; Path=/; HttpOnly; SameSite=Strict" + secure);
    assertThat(WebCookie.cleared(origin))
        .startsWith(name + "=; Max-Age=0; Path=/")
        .endsWith("SameSite=Strict" + secure);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "holdpoint-4747=a                               | a",
        "x=1; holdpoint-4747=a;y=2                      | a",
        "holdpoint-4747=a=b                             | a=b",
        "holdpoint-4747=                                | ''",
        "holdpoint-4747=a; holdpoint-4747=b             | a,b",
        "holdpoint-47=a; __Host-holdpoint-4747=b; x     | none",
        "HOLDPOINT-4747=a                               | none",
        "xholdpoint-4747=a                              | none",
        ";;=;                                           | none"
      })
  void it_is_found_among_others(String header, String found) {
    HttpFields headers = HttpFields.build().add(HttpHeader.COOKIE, header);

    assertThat(WebCookie.values(headers, ORIGIN))
        .isEqualTo(found.equals("none") ? List.of() : List.of(found.split(",", -1)));
  }

  @Test
  void it_is_found_where_a_browser_sends_its_cookies_one_by_one() {
    HttpFields headers =
        HttpFields.build()
            .add(HttpHeader.COOKIE, "x=1")
            .add(HttpHeader.COOKIE, "holdpoint-4747=a")
            .add(HttpHeader.COOKIE, "holdpoint-4747=b");

    assertThat(WebCookie.values(headers, ORIGIN)).containsExactly("a", "b");
  }

  @Test
  void what_a_page_must_send_follows_from_the_secret_and_is_in_no_text() {
    BrowserSession visit = BrowserSession.of("web_1", 7, "secret");

    assertThat(visit.csrfToken()).isEqualTo("lPL9HGrm-fTdxvyhOxJAozdWo7ut2xcAT2x-EVDGAcs");
    assertThat(visit.isToldBy(visit.csrfToken())).isTrue();
    assertThat(visit.isToldBy(BrowserSession.of("web_1", 7, "Secret").csrfToken())).isFalse();
    assertThat(visit.isToldBy("")).isFalse();
    assertThat(visit.isToldBy(null)).isFalse();
    assertThat(visit.toString()).doesNotContain(visit.csrfToken());
  }
}
