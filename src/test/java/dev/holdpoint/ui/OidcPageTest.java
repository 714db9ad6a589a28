package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.nimbusds.jose.JOSEException;
import dev.holdpoint.oidc.WilfulProvider;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Signing in with a provider in a browser. The page is at {@code localhost} and the provider at
 * {@code 127.0.0.1}: for a browser these are two sites, as they are in an office.
 */
class OidcPageTest extends BrowserTest {
  private final WilfulProvider provider;

  OidcPageTest() throws IOException, JOSEException {
    provider = new WilfulProvider();
  }

  @Override
  boolean isAlone() {
    return true;
  }

  @Override
  Map<String, String> settings() {
    return Map.of(
        "HOLDPOINT_OIDC_ISSUER",
        provider.issuer(),
        "HOLDPOINT_OIDC_CLIENT_ID",
        WilfulProvider.CLIENT,
        "HOLDPOINT_OIDC_CLIENT_SECRET",
        WilfulProvider.SECRET,
        "HOLDPOINT_OIDC_ROLES_OPERATOR",
        "ops");
  }

  @AfterAll
  void stopProvider() {
    provider.close();
  }

  private String local() {
    return "http://localhost:" + URI.create(address()).getPort();
  }

  private Locator way(Page page) {
    return page.getByRole(
        AriaRole.LINK,
        new GetByRoleOptions()
            .setName("Continue with " + URI.create(provider.issuer()).getAuthority()));
  }

  private static Locator problem(Page page) {
    return page.getByRole(AriaRole.MAIN).getByRole(AriaRole.ALERT);
  }

  private static Locator inbox(Page page) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName("Inbox"));
  }

  private static void vouch(Page page) {
    page.getByText("I am who I say").click();
  }

  @Test
  void a_person_signs_in_decides_and_signs_out_at_the_provider_too() {
    for (Browser.NewContextOptions device : List.of(desktop(), handheld())) {
      try (BrowserContext context = Chromium.shared().newContext(device)) {
        Page page = context.newPage();
        page.navigate(local() + "/ui");
        axe(page);
        way(page).click();
        vouch(page);
        assertThat(inbox(page)).isVisible();
        assertThat(page).hasURL(local() + "/ui");

        String id = Asking.approval(http(), session(), "echo sso");
        page.navigate(local() + "/ui/approvals/" + id);
        ApprovalPages.read(page, "Allow once");
        ApprovalPages.button(page, "Allow once").click();
        http().await("/v1/approvals/" + id, one -> one.toString().contains("ada@example.com"));

        page.navigate(local() + "/ui/account");
        assertThat(page.getByText("Signed in as ada@example.com.")).isVisible();
        page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Sign out")).click();
        assertThat(way(page)).isVisible();
        page.navigate(local() + "/ui");
        assertThat(way(page)).isVisible();
      }
    }
  }

  @Test
  void a_person_who_does_not_get_in_reads_why() {
    try (BrowserContext context = Chromium.shared().newContext(desktop())) {
      Page page = context.newPage();
      page.navigate(local() + "/ui/sign-in");
      provider.visitor = claims -> claims.claim("groups", List.of("staff"));
      way(page).click();
      vouch(page);
      assertThat(problem(page)).containsText("gives you no role here");
      axe(page);

      provider.visitor = claims -> claims.claim("nonce", "another");
      way(page).click();
      vouch(page);
      assertThat(problem(page)).containsText("is not valid");

      provider.visitor = claims -> claims;
      way(page).click();
      String back = page.getByText("I am who I say").getAttribute("href");
      vouch(page);
      assertThat(inbox(page)).isVisible();
      // The answer to this sign-in as a link of another site, in a browser that did not begin it.
      try (BrowserContext other = Chromium.shared().newContext(desktop())) {
        Page victim = other.newPage();
        victim.navigate(back);
        assertThat(problem(victim)).containsText("was not started in this browser");
        victim.navigate(local() + "/ui");
        assertThat(way(victim)).isVisible();

        way(victim).click();
        provider.away = true;
        victim.navigate(
            local()
                + "/ui/oidc/callback?code=x&state="
                + WilfulProvider.form(URI.create(victim.url()).getRawQuery()).get("state"));
        assertThat(problem(victim)).containsText("does not answer");
        page.reload();
        assertThat(inbox(page)).isVisible();
      } finally {
        provider.away = false;
        provider.visitor = claims -> claims;
      }
    }
  }
}
