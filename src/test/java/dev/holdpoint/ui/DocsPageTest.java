package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DocsPageTest extends BrowserTest {
  /** Swagger UI works for seconds before it draws, on a slow machine. */
  private static final double PATIENCE_MS = 60_000;

  private static final LocatorAssertions.IsVisibleOptions PATIENTLY =
      new LocatorAssertions.IsVisibleOptions().setTimeout(PATIENCE_MS);

  @Test
  void every_part_of_the_api_can_be_read() {
    Page page = open("/docs");
    assertThat(page.getByText("Reading the API document…")).isHidden();
    assertThat(page.getByRole(AriaRole.HEADING, named("Holdpoint"))).isVisible(PATIENTLY);
    isLight(page, true);
    Locator tokens = page.getByLabel("Parts of the API").getByText("tokens", exactly());
    tokens.click();
    assertThat(page.locator("#operations-tokens-listTokens")).isVisible(PATIENTLY);
    assertThat(tokens).hasAttribute("aria-current", "page");
    assertThat(page.locator(".errors-wrapper")).hasCount(0);
  }

  @Test
  void a_change_is_tried_out_in_the_dark_with_the_session_of_the_page() {
    BrowserContext context = context(desktop().setColorScheme(ColorScheme.DARK), http().token());
    Page page = page(context, "/docs#/tokens/createToken");
    page.setDefaultTimeout(PATIENCE_MS);
    List<Response> answers = new ArrayList<>();
    page.onResponse(answers::add);
    page.getByRole(AriaRole.BUTTON, button("Try it out")).click();
    isLight(page, false);
    page.locator("textarea.body-param__text").fill("{\"name\":\"tried\",\"role\":\"viewer\"}");
    page.getByRole(AriaRole.BUTTON, button("Execute")).click();
    assertThat(page.locator(".live-responses-table tr.response .response-col_status").first())
        .containsText("20", new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS));
    assertThat(http().get("/v1/tokens").expect(200).json().valueStream())
        .anyMatch(token -> token.path("name").asString().equals("tried"));
    page.getByRole(AriaRole.BUTTON, button("Execute")).click();
    page.waitForCondition(
        () -> answers.stream().filter(one -> one.url().endsWith("/v1/tokens")).count() == 2);
    assertThat(answers.stream().filter(one -> one.url().endsWith("/v1/me")))
        .as("asked once")
        .hasSize(1);
  }

  /** It is light or dark as the system is. */
  private static void isLight(Page page, boolean wanted) {
    Object light =
        page.evaluate(
            "() => getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).every(c => c > 127)");
    assertThat(light).isEqualTo(wanted);
    assertThat(page.locator("html.dark-mode")).hasCount(wanted ? 0 : 1);
  }

  @Test
  void whoever_is_not_signed_in_is_led_there() {
    Page page = openAs(null, "/docs");
    assertThat(page.getByRole(AriaRole.LINK, link("sign in"))).hasAttribute("href", "/ui/sign-in");
    axe(page);
  }

  @Test
  void its_parts_are_kept_and_nothing_inline_runs() {
    Page page = openAs(null, "/docs");
    Response document = page.reload();
    assertThat(document.headers().get("content-security-policy"))
        .contains("script-src 'self';")
        .contains("frame-ancestors 'none'");
    assertThat(page.locator("script:not([src])")).hasCount(0);
    String bundle = page.locator("script[src*=bundle]").getAttribute("src");
    var answer = page.request().get(address() + bundle);
    assertThat(answer.headers().get("cache-control")).contains("immutable");
    assertThat(page.request().get(address() + "/docs/a/0000/docs.js").status()).isEqualTo(404);
    assertThat(page.request().get(address() + "/docs/").url()).isEqualTo(address() + "/docs");
  }

  private static Page.GetByRoleOptions named(String start) {
    return new Page.GetByRoleOptions().setName(Pattern.compile("^" + start));
  }

  private static Locator.GetByTextOptions exactly() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  private static Page.GetByRoleOptions button(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }

  private static Page.GetByRoleOptions link(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }
}
