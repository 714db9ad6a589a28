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

    // A frame takes 16 ms; on a busy machine it may take some more, but nobody may see it stand
    // still.
    assertThat(median(page)).isLessThan(50);

    page.keyboard().press("/");
    page.keyboard().type("task number 4321");
    assertThat(page.getByRole(AriaRole.OPTION)).hasCount(1);
    assertThat(page.getByText("1 of " + MANY + " shown")).isVisible();
    assertThat(searchMs(page)).isLessThan(50);
  }

  /** Scrolls through the list, a screen a frame; gives the time of the frame in the middle. */
  private static double median(Page page) {
    Object ms =
        page.evaluate(
            """
            async () => {
              const list = document.querySelector('[role=listbox]');
              const frame = () => new Promise(requestAnimationFrame);
              const times = [];
              let last = await frame();
              for (let i = 0; i < 60; i++) {
                list.scrollTop += 600;
                const now = await frame();
                times.push(now - last);
                last = now;
              }
              return times.sort((a, b) => a - b)[30];
            }
            """);
    return ((Number) ms).doubleValue();
  }

  private static double searchMs(Page page) {
    Object ms =
        page.evaluate(
            """
            async () => {
              const base = document.querySelector('link[rel=stylesheet]').href.replace(/app\\.css$/, '');
              const { inbox } = await import(base + 'state/inbox.js');
              const { matching, NO_FILTER } = await import(base + 'inbox/filter.js');
              const begun = performance.now();
              const found = inbox.prompts.filter(matching({ ...NO_FILTER, text: 'number 12' }, Date.now()));
              const ms = performance.now() - begun;
              // Names of sessions and agents are searched as well: there may be more, but these have to be there.
              const meant = inbox.prompts.filter((prompt) => prompt.request.input.command.includes('12'));
              if (meant.length === 0 || !meant.every((prompt) => found.includes(prompt))) throw new Error('not all were found');
              return ms;
            }
            """);
    return ((Number) ms).doubleValue();
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
