package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

/** Two people decide about the same approval in the same moment. */
class TwoBrowsersTest extends BrowserTest {
  @Test
  void one_of_two_wins_and_the_other_is_told_by_whom() {
    String id = Asking.approval(http(), session(), "echo once");
    Page ada = openAs(token("ada", "operator"), "/ui");
    Page bob = openAs(token("bob", "operator"), "/ui");
    Locator adas = confirming(ada, "Allow");
    Locator bobs = confirming(bob, "Deny");
    // As near to each other as two browsers can be told to; the slower one may have heard already.
    String press = "(button, at) => { setTimeout(() => button.click(), at - Date.now()); }";
    long at = System.currentTimeMillis() + 500;
    adas.evaluate(press, (double) at);
    bobs.evaluate(press, (double) at);
    Locator first = ada.getByRole(AriaRole.DIALOG);
    Locator second = bob.getByRole(AriaRole.DIALOG);
    boolean allowed =
        http()
            .await("/v1/approvals/" + id, row -> !row.path("resolution").isMissingNode())
            .at("/resolution/behavior")
            .asString()
            .equals("allow");
    assertThat(allowed ? first : second).containsText(allowed ? "1 allowed" : "1 denied");
    assertThat(allowed ? second : first)
        .containsText(allowed ? "already allowed by ada" : "already denied by bob");
    for (Page page : new Page[] {ada, bob}) {
      page.keyboard().press("Escape");
      assertThat(page).hasTitle("Inbox · Holdpoint");
    }
    assertThat(http().get("/v1/approvals").json()).isEmpty();
  }

  private static Locator confirming(Page page, String what) {
    assertThat(page.getByRole(AriaRole.OPTION)).hasCount(1);
    page.keyboard().press("*");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(what + " all")).click();
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(what + " 1"));
  }
}
