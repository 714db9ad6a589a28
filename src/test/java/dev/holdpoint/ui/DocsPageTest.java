package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.RequestOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DocsPageTest extends BrowserTest {
  @Test
  @DisplayName("PG-77 it shows its first operation, and finds one by path and by word")
  void pg77_it_finds_an_operation_by_path_and_by_word() {
    Page page = open("/docs");
    assertThat(page.locator("main h2").first()).isVisible();
    isLight(page, true);
    shot(page, "docs-light");
    Locator search = page.getByLabel("Search");
    search.fill("/v1/tokens");
    Locator create = page.getByRole(AriaRole.LINK, link("Creates a token"));
    assertThat(create).isVisible();
    search.fill("revokes token");
    assertThat(page.getByRole(AriaRole.LINK, link("Revokes a token"))).isVisible();
    assertThat(create).hasCount(0);
    search.fill("no such words");
    assertThat(page.getByText("No results")).isVisible();
    search.fill("creates a token");
    create.click();
    assertThat(page.locator("main h2").first()).hasText("Creates a token, shown only once");
    assertThat(page).hasTitle("Creates a token, shown only once · API reference · Holdpoint");
    assertThat(page.locator("main")).containsText("tenants/name_conflict");
    assertThat(page.locator("main pre").last()).containsText("curl -X POST");
    axe(page);
  }

  @Test
  @DisplayName("PG-77 a GET runs, a POST is asked about first, in the dark")
  void pg77_a_get_runs_and_a_post_is_asked_about_first() {
    BrowserContext context = context(desktop().setColorScheme(ColorScheme.DARK), http().token());
    Page page = page(context, "/docs#/tokens/listTokens");
    List<Response> answers = new ArrayList<>();
    page.onResponse(answers::add);
    page.getByRole(AriaRole.BUTTON, button("Send GET")).click();
    assertThat(page.getByRole(AriaRole.HEADING, button("200 OK"))).isVisible();
    isLight(page, false);

    page.navigate(address() + "/docs#/tokens/createToken");
    page.getByLabel("Body").fill("{\"name\":\"tried\",\"role\":\"viewer\"}");
    page.getByRole(AriaRole.BUTTON, button("Send POST")).click();
    Locator dialog = page.getByRole(AriaRole.DIALOG);
    assertThat(dialog).containsText("POST /v1/tokens");
    axe(page);
    shot(page, "docs-dark");
    dialog.getByText("Cancel").click();
    assertThat(dialog).isHidden();
    assertThat(answers.stream().filter(one -> one.request().method().equals("POST"))).isEmpty();
    page.getByRole(AriaRole.BUTTON, button("Send POST")).click();
    dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Send")).click();
    assertThat(page.getByRole(AriaRole.HEADING, button("201 Created"))).isVisible();
    assertThat(http().get("/v1/tokens").expect(200).json().valueStream())
        .anyMatch(token -> token.path("name").asString().equals("tried"));
  }

  @Test
  @DisplayName("PG-77 it works on a phone")
  void pg77_it_works_on_a_phone() {
    Page page = phone("/docs#/approvals/getApproval");
    assertThat(page.locator("main h2").first())
        .hasText("Returns an approval, and can wait for its decision");
    page.locator("main summary").first().click();
    Object wider = page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth");
    assertThat(wider).isEqualTo(false);
    axe(page);
    shot(page, "docs-phone");
  }

  @Test
  void a_person_who_is_signed_out_is_led_to_the_sign_in() {
    Page page = openAs(null, "/docs");
    assertThat(page.getByRole(AriaRole.LINK, button("Sign in")))
        .hasAttribute("href", "/ui/sign-in");
    axe(page);
  }

  @Test
  @DisplayName("PG-77 it is at most 40 KB compressed, under the page's policy, without Swagger UI")
  void pg77_its_parts_are_small_kept_and_strict() throws IOException {
    Page page = openAs(null, "/docs");
    List<Response> parts = new ArrayList<>();
    page.onResponse(parts::add);
    Response document = page.reload();
    assertThat(document.headers().get("content-security-policy"))
        .contains("script-src 'self';", "style-src 'self';", "frame-ancestors 'none'")
        .contains("require-trusted-types-for 'script'; trusted-types lit-html");
    assertThat(page.locator("script:not([src])")).hasCount(0);
    assertThat(page.getByRole(AriaRole.LINK, button("Sign in"))).isVisible();
    long bytes = 0;
    for (String file :
        List.of("docs.js", "schema.js", "lit-html.js", "theme.js", "docs.css", "icon.svg")) {
      String place =
          page.locator("script[type=module]").getAttribute("src").replace("docs.js", file);
      var answer =
          page.request()
              .get(address() + place, RequestOptions.create().setHeader("Accept-Encoding", "gzip"));
      assertThat(answer.headers().get("cache-control")).contains("immutable");
      bytes += Long.parseLong(answer.headers().get("content-length"));
    }
    assertThat(bytes).isLessThan(40_000);
    assertThat(page.request().get(address() + "/docs/a/0000/docs.js").status()).isEqualTo(404);
    assertThat(page.request().get(address() + "/docs/").url()).isEqualTo(address() + "/docs");
    assertThat(Files.readString(Path.of("pom.xml"))).doesNotContain("swagger");
    try (Stream<Path> files = Files.walk(Path.of("src/main"))) {
      assertThat(files.map(Path::toString)).noneMatch(name -> name.contains("swagger"));
    }
  }

  /** It is light or dark as the system is. */
  private static void isLight(Page page, boolean wanted) {
    Object light =
        page.evaluate(
            "() =>"
                + " getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).every(c"
                + " => c > 127)");
    assertThat(light).isEqualTo(wanted);
  }

  private static void shot(Page page, String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target", name + ".png")));
  }

  private static Page.GetByRoleOptions button(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }

  private static Page.GetByRoleOptions link(String start) {
    return new Page.GetByRoleOptions().setName(Pattern.compile("^" + start));
  }
}
