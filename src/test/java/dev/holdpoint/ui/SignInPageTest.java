package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How people come in, and how they leave. */
class SignInPageTest extends BrowserTest {
  private Page stranger(String path) {
    return page(context(desktop(), null), path);
  }

  /** Where the form is told of what is wrong with it. */
  private static Locator problem(Page page) {
    return page.getByRole(AriaRole.MAIN).getByRole(AriaRole.ALERT);
  }

  @Test
  void somebody_signs_in_with_a_token_and_out_again() {
    Page page = stranger("/");
    assertThat(page).hasURL(Pattern.compile(".*/ui$"));
    page.getByLabel("Token").fill("hpt_no-such-token");
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Sign in")).click();
    assertThat(problem(page)).containsText("token");
    axe(page);
    page.getByLabel("Token").fill(Objects.requireNonNull(http().token()));
    page.getByLabel("Token").press("Enter");
    assertThat(page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName("Inbox")))
        .isVisible();
    assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    axe(page);
    page.reload();
    assertThat(page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName("Inbox")))
        .isVisible();
    page.keyboard().press("?");
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Sign out")).click();
    assertThat(page.getByLabel("Token")).isVisible();
  }

  @Test
  void a_link_is_good_once() {
    String url = http().post("/v1/sign-in-links", null).expect(201).json().path("url").asString();
    String path = url.substring(address().length());
    Page page = stranger(path);
    assertThat(page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName("Inbox")))
        .isVisible();
    assertThat(page).hasURL(address() + "/ui");
    Page late = stranger(path);
    assertThat(problem(late)).containsText("holdpoint open");
  }
}
