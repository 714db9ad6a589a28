package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** More prompts than anybody can see at once, and a page that stays quick. */
class ManyRowsTest extends BrowserTest {
  /** Of one run, each. */
  private static final int TOGETHER = 50;

  @Override
  boolean isAlone() {
    return true;
  }

  @Test
  void hundreds_are_scrolled_searched_and_walked_through() {
    scrollSearchAndWalkThrough(300);
  }

  /** As many as anybody will ever have. */
  @Test
  @Tag("long")
  void thousands_are_scrolled_searched_and_walked_through() {
    scrollSearchAndWalkThrough(5_000);
  }

  private void scrollSearchAndWalkThrough(int many) {
    raise(many);
    Page page = open("/ui");
    assertThat(page.locator("nav .count")).hasText(Integer.toString(many));
    assertThat(page).hasTitle("(" + many + ") Inbox · Holdpoint");
    assertThat(page.getByRole(AriaRole.OPTION).count()).isLessThan(60);

    page.getByRole(AriaRole.LISTBOX).focus();
    // The end of what was read so far, until there is no more.
    page.waitForCondition(
        () -> {
          page.keyboard().press("End");
          return page.locator("[aria-posinset='" + many + "']").count() == 1;
        });
    assertThat(page.locator("[aria-posinset='" + many + "']")).isVisible();
    assertThat(page.locator("[aria-posinset='" + many + "']"))
        .hasAttribute("aria-setsize", Integer.toString(many));
    assertThat(page.getByRole(AriaRole.OPTION).count()).isLessThan(60);
    page.keyboard().press("Home");
    assertThat(page.locator("[aria-posinset='1']")).isVisible();
    axe(page);

    scrollThrough(page);
    assertThat(page.getByRole(AriaRole.OPTION).count()).isBetween(5, 60);

    page.keyboard().press("/");
    page.keyboard().type("task number " + (many - 79));
    assertThat(page.getByRole(AriaRole.OPTION)).hasCount(1);
    assertThat(page.getByText("1 result", new Page.GetByTextOptions().setExact(true))).isVisible();
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

  private void raise(int many) {
    for (int first = 0; first < many; first += TOGETHER) {
      park(
          session(),
          Script.together(
              IntStream.range(first, first + TOGETHER)
                  .mapToObj(number -> Script.bash("task number " + number))
                  .toArray(String[]::new)));
    }
  }
}
