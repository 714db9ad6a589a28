package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** As many prompts as anybody will ever have, and a page that stays quick. */
class ManyRowsTest extends BrowserTest {
  private static final int MANY = 5_000;
  private static final int AT_ONCE = 24;

  @Test
  void thousands_are_scrolled_searched_and_walked_through() {
    raise();
    Page page = open("/ui");
    assertThat(page.getByText(MANY + " waiting", new Page.GetByTextOptions().setExact(true)))
        .isVisible();
    assertThat(page).hasTitle("(" + MANY + ") Holdpoint");
    assertThat(page.getByRole(AriaRole.OPTION).count()).isLessThan(60);

    page.getByRole(AriaRole.LISTBOX).focus();
    page.keyboard().press("End");
    assertThat(page.locator("[aria-posinset='" + MANY + "']")).isVisible();
    assertThat(page.locator("[aria-posinset='" + MANY + "']"))
        .hasAttribute("aria-setsize", Integer.toString(MANY));
    assertThat(page.getByRole(AriaRole.OPTION).count()).isLessThan(60);
    page.keyboard().press("Home");
    assertThat(page.locator("[aria-posinset='1']")).isVisible();
    axe(page);

    scrollThrough(page);
    assertThat(page.getByRole(AriaRole.OPTION).count()).isBetween(5, 60);

    page.keyboard().press("/");
    page.keyboard().type("task number 4321");
    assertThat(page.getByRole(AriaRole.OPTION)).hasCount(1);
    assertThat(page.getByText("1 of " + MANY + " shown")).isVisible();
  }

  /** A screen a frame. */
  private static void scrollThrough(Page page) {
    page.evaluate(
        """
        async () => {
          const list = document.querySelector('[role=listbox]');
          for (let i = 0; i < 60; i++) {
            list.scrollTop += 600;
            await new Promise(requestAnimationFrame);
          }
        }
        """);
  }

  private void raise() {
    String[] sessions = IntStream.range(0, 20).mapToObj(_ -> session()).toArray(String[]::new);
    try (ExecutorService agents = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < MANY; i++) {
        int number = i;
        var _ =
            agents.submit(
                () ->
                    Asking.approval(
                        http(), sessions[number % sessions.length], "task number " + number));
      }
    }
  }
}
