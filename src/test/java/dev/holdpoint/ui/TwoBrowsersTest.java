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
    // Both have pressed before either has heard of the other.
    String press = "button => { button.click(); }";
    adas.evaluate(press);
    bobs.evaluate(press);
    Locator first = ada.getByRole(AriaRole.DIALOG);
    Locator second = bob.getByRole(AriaRole.DIALOG);
    assertThat(first).containsText("Done");
    assertThat(second).containsText("Done");
    boolean allowed =
        http()
            .get("/v1/approvals/" + id)
            .expect(200)
            .json()
            .at("/resolution/behavior")
            .asString()
            .equals("allow");
    assertThat(allowed ? first : second).containsText(allowed ? "1 allowed" : "1 denied");
    assertThat(allowed ? second : first)
        .containsText(allowed ? "already allowed by ada" : "already denied by bob");
    for (Page page : new Page[] {ada, bob}) {
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Close").setExact(true))
          .click();
      assertThat(page.getByRole(AriaRole.OPTION))
          .containsText(allowed ? "allowed by ada" : "denied by bob");
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
