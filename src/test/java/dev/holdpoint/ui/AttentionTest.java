package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

/** How the page calls for somebody who looks elsewhere. */
class AttentionTest extends BrowserTest {
  @Test
  void a_browser_that_cannot_notify_says_so() {
    BrowserContext context = context(desktop(), http().token());
    // As browsers of phones do it.
    context.addInitScript(
        """
        window.Notification = class {
          static permission = 'granted';
          static requestPermission = async () => 'granted';
          constructor() { throw new TypeError('Illegal constructor'); }
        };
        """);
    Page page = page(context, "/ui");
    assertThat(page.getByText("You're all caught up")).isVisible();
    move(page, "/ui/settings");
    page.getByLabel("Show a notification").click();
    assertThat(page.getByRole(AriaRole.MAIN)).containsText("This browser does not support");
    assertThat(page.getByLabel("Show a notification")).not().isChecked();
  }

  @Test
  void several_tabs_ring_once() {
    BrowserContext context = context(desktop(), http().token());
    context.addInitScript(
        """
        const kept = location.protocol === 'http:' ? localStorage : null;
        kept?.setItem('holdpoint.settings', JSON.stringify({ sound: true }));
        const Real = AudioContext;
        window.AudioContext = function () {
          kept.setItem('times', Number(kept.getItem('times')) + 1);
          return new Real();
        };
        """);
    Page one = page(context, "/ui");
    Page other = page(context, "/ui");
    assertThat(one.getByText("You're all caught up")).isVisible();
    assertThat(other.getByText("You're all caught up")).isVisible();
    Asking.approval(http(), session(), "echo ring");
    for (Page page : new Page[] {one, other}) {
      // The toast comes a second later than the sound.
      assertThat(page.getByText("New request: Run echo ring")).isVisible();
    }
    assertThat(one.evaluate("localStorage.getItem('times')")).isEqualTo("1");
  }
}
