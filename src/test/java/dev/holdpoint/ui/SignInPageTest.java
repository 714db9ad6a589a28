package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.RequestOptions;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How people come in, and how they leave. */
class SignInPageTest extends BrowserTest {
  private Page stranger(String path) {
    return openAs(null, path);
  }

  /** Where the form is told of what is wrong with it. */
  private static Locator problem(Page page) {
    return page.getByRole(AriaRole.MAIN).getByRole(AriaRole.ALERT);
  }

  @Test
  void somebody_signs_in_with_a_token_and_out_again() {
    Page page = stranger("/");
    assertThat(page).hasURL(Pattern.compile(".*/ui$"));
    assertThat(page.getByLabel("Token")).isVisible();
    org.assertj.core.api.Assertions.assertThat(
            (Integer) page.evaluate("() => document.querySelector('form').offsetWidth"))
        .as("as wide as its fields need")
        .isLessThanOrEqualTo(440);
    page.getByLabel("Token").fill("hpt_no-such-token");
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Sign in")).click();
    assertThat(problem(page)).containsText("token");
    axe(page);
    page.getByLabel("Token").fill(Objects.requireNonNull(http().token()));
    page.getByLabel("Token").press("Enter");
    assertThat(page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName("Inbox")))
        .isVisible();
    assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    page.reload();
    assertThat(page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName("Inbox")))
        .isVisible();
    account(page, "admin").click();
    button(page, "Sign out").click();
    assertThat(page.getByLabel("Token")).isVisible();
    // The same address, and the focus at its beginning.
    assertThat(page).hasURL(address() + "/ui/account");
    page.getByLabel("Token").fill("hpt_seen");
    button(page, "Show").click();
    assertThat(page.getByLabel("Token")).hasAttribute("type", "text");
    assertThat(button(page, "Show")).hasAttribute("aria-pressed", "true");
    assertThat(page).hasTitle("Sign in · Holdpoint");
  }

  private static Locator account(Page page, String name) {
    return page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName(name).setExact(true));
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

  private void signIn(Page page, String token) {
    page.getByLabel("Token").fill(token);
    button(page, "Sign in").click();
  }

  /** The cookie of another session, behind the page's back. */
  private void replaceCookie(Page page, String token) {
    page.context()
        .request()
        .post(
            address() + "/v1/web-sessions",
            RequestOptions.create()
                .setHeader("Content-Type", "application/json")
                .setData(Map.of("token", token)));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name));
  }

  @Test
  void all_tabs_are_whoever_signed_in_last() {
    String mine = Objects.requireNonNull(http().token());
    String own = token("vera", "viewer");
    Asking.approval(http(), session(), "echo first");
    Page one = stranger("/ui");
    Page other = tab(one, "/ui");
    assertThat(one.getByLabel("Token")).isVisible();
    assertThat(other.getByLabel("Token")).isVisible();

    signIn(other, mine);

    assertThat(account(one, "admin")).isVisible();
    assertThat(one.getByRole(AriaRole.OPTION).filter(with("echo first"))).isVisible();
    replaceCookie(one, own);
    one.reload();
    assertThat(account(one, "vera viewer")).isVisible();
    assertThat(account(other, "vera viewer")).isVisible();
    assertThat(other.getByRole(AriaRole.OPTION).filter(with("echo first"))).isVisible();
    assertThat(other.getByText("gone")).isHidden();
    account(one, "vera viewer").click();
    assertThat(one.getByRole(AriaRole.MAIN)).containsText("Signed in as vera.");
    assertThat(one.getByRole(AriaRole.MAIN)).not().containsText("Tenant");
    button(one, "Sign out").click();
    assertThat(other.getByLabel("Token")).isVisible();
    // Whoever is signed out hears nothing of what is asked.
    Page third = openAs(http().token(), "/ui");
    assertThat(third.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    Asking.approval(http(), session(), "echo second");
    assertThat(third.getByText("New request: Run echo second")).isVisible();
    assertThat(one.getByText("echo")).hasCount(0);
    assertThat(other.getByText("echo")).hasCount(0);
  }

  @Test
  void another_session_of_the_same_person_goes_on_where_the_one_before_was() {
    String id = Asking.approval(http(), session(), "echo same");
    Page page = openAs(http().token(), "/ui/approvals/" + id);
    assertThat(button(page, "Allow once")).isVisible();
    replaceCookie(page, Objects.requireNonNull(http().token()));
    button(page, "Allow once").click();
    assertThat(page.getByRole(AriaRole.OPTION).filter(with("echo same")))
        .containsText("allowed by admin");

    String next = Asking.approval(http(), session(), "echo other");
    page.navigate(address() + "/ui/approvals/" + next);
    assertThat(button(page, "Allow once")).isVisible();
    replaceCookie(page, token("olga", "operator"));
    button(page, "Allow once").click();
    assertThat(account(page, "olga operator")).isVisible();
    assertThat(page.getByRole(AriaRole.OPTION).filter(with("echo other")))
        .not()
        .containsText("allowed");
  }

  private static Locator.FilterOptions with(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  @Test
  void a_link_opened_by_somebody_who_is_signed_in_is_asked_about() {
    String own = token("paul", "viewer");
    Page page = openAs(http().token(), "/ui/sign-in#long-gone");
    assertThat(button(page, "Use the link")).isVisible();
    axe(page);
    button(page, "Use the link").click();
    assertThat(problem(page)).containsText("holdpoint open");
    button(page, "Stay signed in").click();
    assertThat(account(page, "admin")).isVisible();
    for (String choice : List.of("Stay signed in", "Use the link")) {
      String url =
          http().as(own).post("/v1/sign-in-links", null).expect(201).json().path("url").asString();
      page.navigate(url);
      assertThat(page.getByText("You're signed in as admin. Switch to the account of this link?"))
          .isVisible();
      assertThat(page).hasURL(address() + "/ui/sign-in");
      button(page, choice).click();
      assertThat(page).hasURL(address() + "/ui");
      assertThat(account(page, choice.startsWith("Stay") ? "admin" : "paul viewer")).isVisible();
    }
  }

  @Test
  void two_cookies_of_the_name_are_told_of_and_what_to_do() {
    BrowserContext context = context(desktop(), http().token());
    String name = context.cookies().getFirst().name;
    context.addCookies(
        List.of(
            new Cookie(name, "one-more")
                .setDomain(URI.create(address()).getHost())
                .setPath("/v1")));
    Page page = page(context, "/ui");
    assertThat(problem(page))
        .containsText(
            "was sent more than once: remove this host's cookies in the browser and sign in again.");
  }
}
